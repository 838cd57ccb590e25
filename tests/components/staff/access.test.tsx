import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Role } from "#contract/accounts/accounts.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { adminPages } from "#web/pages/admin/admin-pages.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
const people = new Map<Role, Client>();
beforeAll(async () => {
  site = await createSite();
  for (const role of ["guest", "user", "moderator", "admin"] as const) people.set(role, await site.as(role));
});
afterAll(() => site.close());

const pages: [address: string, title: string][] = [
  ["/admin", "Admin"],
  ["/admin?section=money&view=ledger", "Money"],
  ["/admin?section=money&view=checks", "Money"],
  ["/admin?section=users", "Accounts"],
  ...adminPages
    .flatMap((group) => group.pages)
    .filter(({ to, forStaff }) => to !== "/admin" && !forStaff)
    .map(({ to, label }): [string, string] => [to, label]),
];
const asksStaff = /^\/api\/admin\//;

test.for(pages)("%s opens only for an admin and requests no staff data for anyone else", async ([address, title]) => {
  const barred = address === "/admin" ? (["guest", "user"] as const) : (["guest", "user", "moderator"] as const);
  for (const role of barred) {
    const { screen, network, close } = await openApp(site, address, { as: people.get(role)! });
    await screen.findByRole("heading", { name: "No access" });
    expect([role, screen.queryByRole("navigation", { name: "Admin" })]).toEqual([role, null]);
    expect([role, network.callsTo("GET", asksStaff)]).toEqual([role, []]);
    close();
  }
  const stranger = await openApp(site, address);
  await stranger.screen.findByText("Sign in to view this page");
  expect(stranger.network.callsTo("GET", asksStaff)).toEqual([]);
  stranger.close();

  const { screen, queryClient } = await openApp(site, address, { as: people.get("admin")! });
  await screen.findByRole("heading", { level: 1, name: title });
  const adminNav = await screen.findByRole("navigation", { name: "Admin" });
  within(adminNav).getByRole("link", { name: "Overview" });
  expect(adminNav.querySelectorAll("[aria-current=page]")).toHaveLength(1);
  // Wait for this page's requests, so that they don't count for the next one.
  await waitFor(() => expect(document.querySelector("main [aria-busy=true]")).toBeNull());
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
});

test("in /admin, moderators see check-in and the community only and request nothing that is for admins", async () => {
  await site.create.event({ title: "Door Night", startsAt: new Date(Date.now() + 3_600_000) });
  const { screen, network } = await openApp(site, "/admin", { as: people.get("moderator")! });
  await screen.findByRole("heading", { level: 1, name: "Check-in" });
  const adminNav = within(await screen.findByRole("navigation", { name: "Admin" }));
  expect(adminNav.getAllByRole("link").map((link) => link.textContent)).toEqual(["Check-in", "Community"]);
  const scanner = await screen.findByRole("link", { name: "Open the scanner for Door Night" });
  expect(scanner.getAttribute("href")).toMatch(/^\/ticket-scanner\?event=\d+$/);
  expect(network.callsTo("GET", asksStaff)).toEqual([]);
});

test("moderators have Scanner in both menus, admins in the avatar menu, others nowhere", async () => {
  for (const [role, bottom, menu] of [
    ["guest", false, false],
    ["user", false, false],
    ["moderator", true, true],
    ["admin", false, true],
  ] as const) {
    const { screen, user, close } = await openApp(site, "/shop", { as: people.get(role)! });
    const nav = within(await screen.findByRole("navigation", { name: "Bottom" }));
    expect([role, nav.queryByRole("link", { name: "Scanner" }) !== null]).toEqual([role, bottom]);
    await user.click(await screen.findByRole("button", { name: /^Account: / }));
    await screen.findByRole("menuitem", { name: "Admin Dashboard" });
    expect([role, screen.queryByRole("menuitem", { name: "Scanner" }) !== null]).toEqual([role, menu]);
    close();
  }
});

test("the scanner opens for moderators and admins", async () => {
  for (const role of ["guest", "user"] as const) {
    const { screen, close } = await openApp(site, "/ticket-scanner", { as: people.get(role)! });
    await screen.findByRole("heading", { name: "No access" });
    close();
  }
  for (const role of ["moderator", "admin"] as const) {
    const { screen, close } = await openApp(site, "/ticket-scanner", { as: people.get(role)! });
    await screen.findByRole("heading", { level: 1, name: "Check-in" });
    close();
  }
});
