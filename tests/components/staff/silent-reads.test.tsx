import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { breakReads } from "#tests/components/kit/forms.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#tests/kit/site.ts";

// What could not be read says so in its place, and comes when it is asked for again.

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const alertOf = async ({ screen }: OpenApp, text: string | RegExp) =>
  (await screen.findByText(text)).closest<HTMLElement>("[role=alert]")!;

test("the papers of an order that cannot be read say so, leave the receipt, and come when asked again", async () => {
  const ticketTypeId = await site.make.ticketType();
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  const app = await openApp(site, "/", { as: admin });
  const { screen, user } = app;
  const mend = breakReads(app, /\/api\/orders\/[^/]+\/papers$/);
  await app.go(`/ticket-management?order=${order.id}`);
  const alert = await alertOf(app, "The other papers could not be read");
  expect(alert.textContent).toContain("The receipt opens all the same.");
  expect(screen.getByRole("link", { name: /^Receipt/ })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Make out an invoice" })).toBeNull();
  mend();
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  await screen.findByRole("button", { name: "Make out an invoice" });
  expect(screen.queryByText("The other papers could not be read")).toBeNull();
});

test("the overview that cannot tell what needs a look says so, and looks again when asked", async () => {
  const app = await openApp(site, "/admin?section=settings", { as: admin });
  const { screen, user } = app;
  const mend = breakReads(app, /\/api\/admin\/trend/);
  const desks = within(await screen.findByRole("navigation", { name: "Staff desks" }));
  await user.click(desks.getByRole("link", { name: "Overview" }));
  const alert = await alertOf(app, "What needs a look could not be read");
  mend();
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText("What needs a look could not be read")).toBeNull());
});

test("a log whose seals could not be asked for does not pass for a whole one", async () => {
  const app = await openApp(site, "/", { as: admin });
  const { screen, user } = app;
  const mend = breakReads(app, /\/api\/admin\/audit\/chain/);
  await app.go("/admin?section=audit");
  const alert = await alertOf(app, "Whether the log is whole could not be read");
  mend();
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText("Whether the log is whole could not be read")).toBeNull());
});

test("nights that could not be read are said to be missing where one is chosen", async () => {
  const app = await openApp(site, "/", { as: admin });
  const { screen, user } = app;
  breakReads(app, /\/api\/admin\/nights/);
  await app.go("/free-tickets");
  await alertOf(app, "The nights could not be read");
  await app.go("/admin?section=promotions");
  await user.click(await screen.findByRole("link", { name: "New code" }));
  const option = await screen.findByRole<HTMLOptionElement>("option", { name: "The nights could not be read" });
  expect(option.disabled).toBe(true);
});

test("a list that cannot be read says so and tries again", async () => {
  const app = await openApp(site, "/user-management", { as: admin });
  const { screen, user, network } = app;
  const mend = network.on("GET", /\/api\/admin\/comps/, () => Promise.reject(new TypeError("Failed to fetch")));
  await user.click(await screen.findByRole("link", { name: "Free tickets" }));
  const alert = await alertOf(app, "Free tickets could not be read");
  mend();
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText(/could not be read/)).toBeNull());
});

test("an order that nobody placed, and one that cannot be read, say so", async () => {
  const nobodys = await openApp(site, "/ticket-management?order=0199b2f0-0000-7000-8000-000000000000", { as: admin });
  await alertOf(nobodys, "This order could not be read");
  expect(nobodys.screen.getByRole("button", { name: "Try again" })).toBeDefined();
  nobodys.close();

  const ticketTypeId = await site.make.ticketType();
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  const app = await openApp(site, "/", { as: admin });
  const mend = breakReads(app, new RegExp(`/api/admin/orders/${order.id}`));
  await app.go(`/ticket-management?order=${order.id}`);
  const alert = await alertOf(app, "This order could not be read");
  mend();
  await app.user.click(within(alert).getByRole("button", { name: "Try again" }));
  await app.screen.findByRole("heading", { name: new RegExp(order.number) });
});

test("without a network every money list says so at once and is read when asked again", async () => {
  await site.buy(await site.as("guest"), [{ ticketTypeId: await site.make.ticketType(), quantity: 1 }]);
  const { screen, user, network } = await openApp(site, "/admin?section=money", { as: admin });
  const tabs = within(await screen.findByRole("navigation", { name: "Views of the money" }));
  const views = ["Disputes", "Checks", "Notices", "Ledger"];
  const listOf = async (name: string) => within(await screen.findByRole("region", { name }));
  // Each is loaded once, so that only its rows are missing later.
  for (const name of views) {
    await user.click(tabs.getByRole("link", { name }));
    await (await listOf(name)).findByRole("table");
  }
  network.cut();
  for (const name of views) {
    await user.click(tabs.getByRole("link", { name }));
    await (await listOf(name)).findByText(/could not be read|^Not up to date: read at/);
  }
  expect(await barriers()).toEqual([]);
  network.restore();
  const ledger = await listOf("Ledger");
  await user.click(ledger.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(ledger.queryByRole("button", { name: "Try again" })).toBeNull());
  expect(ledger.getAllByRole("row").length).toBeGreaterThan(1);
});

test("figures that could not be read anew say how old they are, until they are", async () => {
  const eventId = await site.make.event();
  const ticketTypeId = await site.make.ticketType({ eventId });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  const app = await openApp(site, `/ticket-management?event=${eventId}&tab=orders`, { as: admin });
  const { screen, user } = app;
  await user.click(await screen.findByRole("link", { name: order.number }));
  await screen.findByRole("button", { name: "Refund" });
  const mend = breakReads(app, /^\/api\/admin\//);
  await app.go(`/ticket-management?event=${eventId}&tab=orders`);
  await screen.findAllByText(/^Not up to date: read at \d+:\d\d [AP]M$/);
  expect(screen.getByRole("link", { name: order.number })).toBeDefined();
  await app.go(`/ticket-management?order=${order.id}`);
  await screen.findByText(/^Not up to date: read at \d+:\d\d [AP]M$/);
  expect(await barriers()).toEqual([]);
  mend();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText(/^Not up to date/)).toBeNull());
  expect(screen.getByRole("button", { name: "Refund" })).toBeDefined();
});
