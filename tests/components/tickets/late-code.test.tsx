import { act, render, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { afterEach, expect, test, vi } from "vitest";
import { renderToText } from "#web/app/document.ts";
import { lateCode } from "#web/features/tickets/late-code.tsx";
import { QrCode } from "#web/ui/qr-code.tsx";

afterEach(() => vi.unstubAllGlobals());

const props = { code: "SG-4711", label: "QR code for ticket 1 of 1" };
type Code = ReturnType<typeof lateCode>;
const page = (Late: Code, { count = 1, className = "" } = {}) => (
  <div id="app">
    <p>{count}</p>
    <Late {...props} className={className} />
  </div>
);
const offline = vi.fn<() => Promise<typeof QrCode>>();
const code = () => screen.queryByRole("img", { name: props.label });

test("a code that the server drew stays while its library can't be fetched, and lives once it can", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  const { body } = await renderToText(page(lateCode(() => Promise.resolve(QrCode))), () => undefined);
  const root = document.createElement("div");
  root.innerHTML = body;
  document.body.append(root);
  offline.mockRejectedValue(new TypeError("Failed to fetch"));
  const Late = lateCode(offline);
  const app = await act(async () => hydrateRoot(root, page(Late)));
  await vi.waitFor(() => expect(offline).toHaveBeenCalledTimes(1));
  const drawn = code();
  expect(drawn?.querySelector("path")).not.toBeNull();
  await act(async () => app.render(page(Late, { count: 2 })));
  screen.getByText("2");
  expect(code()).toBe(drawn);
  expect(screen.queryByText(/didn't load/)).toBeNull();

  offline.mockResolvedValue(QrCode);
  await act(async () => void dispatchEvent(new Event("online")));
  await act(async () => app.render(page(Late, { count: 3, className: "opacity-15" })));
  expect(code()?.classList.contains("opacity-15")).toBe(true);
  act(() => app.unmount());
});

test("a code that no server drew says so if its library can't be fetched, until it can", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  offline.mockRejectedValue(new TypeError("Failed to fetch"));
  const Late = lateCode(offline);
  await act(async () => void render(page(Late)));
  await screen.findByText(/The QR code didn't load/);
  offline.mockResolvedValue(QrCode);
  await act(async () => void dispatchEvent(new Event("online")));
  await screen.findByRole("img", { name: props.label });
  expect(screen.queryByText(/didn't load/)).toBeNull();
});
