import { fireEvent } from "@testing-library/react";
import { act } from "react";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
afterEach(() => vi.unstubAllGlobals());

/** A request that does what the test tells it, since no browser sends files here. */
class FakeRequest extends EventTarget {
  static made: FakeRequest[] = [];
  upload = new EventTarget();
  status = 0;
  responseText = "";
  isAborted = false;
  open = vi.fn<(method: string, path: string) => void>();
  setRequestHeader = vi.fn<() => void>();
  send = vi.fn<() => void>();
  constructor() {
    super();
    FakeRequest.made.push(this);
  }
  abort() {
    this.isAborted = true;
  }
  progress(loaded: number) {
    act(() => void this.upload.dispatchEvent(Object.assign(new Event("progress"), { loaded, total: 100 })));
  }
  async answer(status: number, body: object) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    await act(async () => void this.dispatchEvent(new Event("load")));
  }
}

test("the upload of a download's file shows how far it is, says why it failed, and can be canceled", async () => {
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  const productId = await site.create.product({ kind: "digital", taxCategory: "digital" });
  await site.create.variant({ productId });
  const { screen, user } = await openApp(site, `/admin?section=products&id=${productId}`, {
    as: await site.as("admin"),
  });
  const choose = async () => {
    const input = await screen.findByLabelText<HTMLInputElement>("Upload file", { selector: "input" });
    fireEvent.change(input, { target: { files: [new File(["%PDF-"], "Zine.pdf")] } });
    return FakeRequest.made.at(-1)!;
  };
  const first = await choose();
  expect(first.open).toHaveBeenCalledWith("POST", "/api/admin/product-files?fileName=Zine.pdf");
  const bar = () => screen.getByRole("progressbar", { name: "Zine.pdf" });
  first.progress(42);
  expect(bar().getAttribute("value")).toBe("0.42");
  screen.getByText("42%");
  first.progress(100);
  screen.getByText("Processing");
  await first.answer(415, { message: "We can't sell this file.", code: "unsupported_media_type" });
  await screen.findByText("We can't sell this file.");

  await user.click(screen.getByRole("button", { name: "Retry Zine.pdf" }));
  const second = FakeRequest.made.at(-1)!;
  await user.click(screen.getByRole("button", { name: "Cancel Zine.pdf" }));
  expect(second.isAborted).toBe(true);
  expect(screen.queryByText("Zine.pdf")).toBeNull();
});
