import { render, waitFor } from "@testing-library/react";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { RouteError } from "#web/app/error-screen.tsx";
import { createStaticRouter, RouteFailure } from "#web/lib/router.ts";
import { ErrorContext, RouterContext } from "#web/lib/router/hooks.ts";
import { answer } from "#tests/components/kit/browser-network.ts";
import { expectConsoleError } from "#tests/components/kit/console-errors.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

test("§2 Try Again returns to normal", async () => {
  expectConsoleError(/500: /);
  const { screen, user, network, go } = await openApp(site, "/password-reset");
  const mend = network.on("GET", /^\/api\/events/, () => answer(500, { message: "Sample failure" }));
  await go("/");
  await screen.findByRole("heading", { name: "Something went wrong" });
  screen.getByText("We've encountered an unexpected error. Our team has been notified.");
  screen.getByRole("button", { name: "Reload Page" });
  mend();
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  await waitFor(() => expect(screen.queryByRole("heading", { name: "Something went wrong" })).toBeNull());
  expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
  expect(document.title).toMatch(/^Home/);
});

test("a page that had no connection loads by itself once the browser says that there is a network", async () => {
  const { screen, network, go } = await openApp(site, "/password-reset");
  const onLine = Object.getOwnPropertyDescriptor(Navigator.prototype, "onLine");
  Object.defineProperty(navigator, "onLine", { configurable: true, get: () => false });
  onTestFinished(() => {
    delete (navigator as { onLine?: boolean }).onLine;
    if (onLine) Object.defineProperty(Navigator.prototype, "onLine", onLine);
  });
  network.cut();
  await go("/");
  await screen.findByRole("heading", { name: "No connection" });
  network.restore();
  window.dispatchEvent(new Event("online"));
  await waitFor(() => expect(screen.queryByRole("heading", { name: "No connection" })).toBeNull());
  expect(document.title).toMatch(/^Home/);
});

test("in an outage the screen says so, reports nothing, and Try Again opens the page afterwards", async () => {
  expectConsoleError(/503: /);
  const { screen, network, go, user } = await openApp(site, "/password-reset");
  const mend = network.on("GET", /^\/api\/events/, () => answer(503, { message: "Sample", code: "unavailable" }));
  await go("/");
  await screen.findByRole("heading", { name: "We'll be right back" });
  screen.getByText(/Your orders and tickets are safe\./);
  expect(screen.queryByText(/notified/)).toBeNull();
  mend();
  await user.click(screen.getByRole("button", { name: "Try Again" }));
  await waitFor(() => expect(screen.queryByRole("heading", { name: "We'll be right back" })).toBeNull());
  expect(document.title).toMatch(/^Home/);
});

test("a page that the server sent as an outage says so in the browser too", () => {
  const router = createStaticRouter({} as never, {} as never);
  const view = render(
    <RouterContext value={router}>
      <ErrorContext value={new RouteFailure(503)}>
        <RouteError />
      </ErrorContext>
    </RouterContext>,
  );
  view.getByRole("heading", { name: "We'll be right back" });
});
