import { fireEvent, waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createScene, type Scene } from "#tests/api/scene.ts";
import { answer } from "#tests/components/kit/browser-network.ts";
import { expectConsoleError } from "#tests/components/kit/console-errors.ts";
import { dialogOf } from "#tests/components/kit/forms.ts";
import { type OpenApp, openApp } from "#tests/components/kit/open-app.tsx";
import { adminPages } from "#web/pages/admin/admin-pages.tsx";

// An error in a part of a staff page stays in that part. Replies that no component expects make them throw.

let scene: Scene;
beforeAll(async () => {
  scene = await createScene();
});
afterAll(() => scene.site.close());
beforeEach(() =>
  expectConsoleError(/error occurred in the <|TypeError|RangeError|during concurrent rendering|unique "key"|^400: /),
);

const open = (address: string) => openApp(scene.site, address, { as: scene.people.admin });
const failedParts = () => document.querySelectorAll("[data-failed-part]").length;
const isWhole = () => expect(document.querySelector("h1")?.textContent).not.toBe("Something went wrong");

/** Answers reads at a path with rows that have only an id, or with nothing where there are no rows. */
const spoil = ({ network }: OpenApp, path: RegExp, instead?: object) =>
  network.on("GET", path, async (_call, reach) => {
    if (instead) return answer(200, instead);
    const reply = (await (await reach()).json()) as { items?: unknown[] };
    return answer(200, reply.items ? { ...reply, total: 1, items: [{ id: 1 }] } : {});
  });

test("a section that throws leaves the navigation, and Try again opens it once the cause is gone", async () => {
  const app = await open("/admin?section=errors");
  const { screen, user } = app;
  const mend = spoil(app, /^\/api\/admin\/events\/\d+$/);
  await app.go(`/admin?section=events&id=${scene.eventId}`);
  await screen.findByText("Something went wrong here");
  isWhole();
  const nav = within(screen.getByRole("navigation", { name: "Admin" }));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByText("Something went wrong here");
  mend();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("navigation", { name: "Event sections" });
  expect(failedParts()).toBe(0);
  nav.getByRole("link", { name: "Orders" });
});

test("a tab that throws leaves the other tabs, and the next one opens", async () => {
  const app = await open("/admin?section=money&view=disputes");
  const { screen, user } = app;
  await screen.findByRole("region", { name: "Disputes" });
  const mend = spoil(app, /^\/api\/admin\/ledger\?|^\/api\/admin\/ledger$/);
  const tabs = within(screen.getByRole("navigation", { name: "Money views" }));
  await user.click(tabs.getByRole("link", { name: "Ledger" }));
  await screen.findByText("Something went wrong here");
  isWhole();
  await user.click(tabs.getByRole("link", { name: "Disputes" }));
  await screen.findByRole("region", { name: "Disputes" });
  expect(failedParts()).toBe(0);
  mend();
  await user.click(tabs.getByRole("link", { name: "Ledger" }));
  await screen.findByRole("region", { name: "Ledger" });
  expect(failedParts()).toBe(0);
});

test("a dialog that throws says so within it, can try again, and leaves the page when it closes", async () => {
  const app = await open("/admin?section=fulfillment");
  const { screen, user } = app;
  await screen.findByRole("region", { name: "Orders to send" });
  const mend = spoil(app, /^\/api\/admin\/pick-list/, {});
  await user.click(screen.getByRole("button", { name: "Pick list" }));
  const dialog = await dialogOf(app, "Pick list");
  await dialog.findByText("Something went wrong here");
  mend();
  await user.click(dialog.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(failedParts()).toBe(0));
  await user.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  screen.getByRole("region", { name: "Orders to send" });
});

test("no reply of the server takes a staff page or its row of tabs away", { timeout: 600_000 }, async () => {
  const pages = adminPages.flatMap((group) => group.pages).filter(({ forStaff, section }) => !forStaff || section);
  const hub = `/admin?section=events&id=${scene.eventId}`;
  const app = await open("/admin");
  const { screen, queryClient, network } = app;
  let failed = 0;
  spoil(app, /^\/api\/(admin|community\/(review|actions|rules))/);
  // The event itself is read, so that each of its tabs opens.
  network.on("GET", new RegExp(`^/api/admin/events/${scene.eventId}$`), (_call, reach) => reach());

  const check = async (at: string) => {
    await waitFor(() => expect([at, queryClient.isFetching()]).toEqual([at, 0]));
    await waitFor(() => expect([at, document.querySelector("main [role=status] .animate-turn")]).toEqual([at, null]));
    expect([at, screen.queryByRole("navigation", { name: "Admin" }) !== null]).toEqual([at, true]);
    expect([at, document.querySelector("h1")?.textContent]).not.toEqual([at, "Something went wrong"]);
    failed += failedParts();
  };
  for (const address of [...pages.map(({ to }) => to), hub]) {
    queryClient.removeQueries({ type: "inactive" });
    await app.go(address);
    await check(address);
    const rows = () => [...document.querySelectorAll("main [data-tabs]")];
    for (let row = 0; row < rows().length; row++)
      for (let tab = 0; tab < rows()[row]!.children[0]!.children.length; tab++) {
        queryClient.removeQueries({ type: "inactive" });
        const link = rows()[row]!.querySelectorAll("a")[tab]!;
        const at = `${address}: ${link.textContent}`;
        fireEvent.click(link);
        const current = () => rows()[row]?.querySelector("[aria-current]")?.textContent;
        await waitFor(() => expect([at, current()]).toEqual([at, link.textContent]));
        await check(at);
        expect([at, current()]).toEqual([at, link.textContent]);
      }
  }
  // Most of them failed: the replies were wrong.
  expect(failed).toBeGreaterThan(pages.length);
});
