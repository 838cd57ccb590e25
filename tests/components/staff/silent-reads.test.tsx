import { waitFor, within } from "@testing-library/react";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { breakReads } from "#tests/components/kit/forms.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { createSite, type Client, type Site } from "#testing/site.ts";

// Data that failed to load shows an error in its place, and loads when staff try again.

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const alertOf = async ({ screen }: OpenApp, text: string | RegExp) =>
  (await screen.findByText(text)).closest<HTMLElement>("[role=alert]")!;

test("order documents that fail to load show an error, keep the receipt, and load on the next try", async () => {
  const ticketTypeId = await site.create.ticketType();
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  const app = await openApp(site, "/", { as: admin });
  const { screen, user } = app;
  const mend = breakReads(app, /\/api\/orders\/[^/]+\/documents$/);
  await app.go(`/ticket-management?order=${order.id}`);
  const alert = await alertOf(app, "We couldn't load the other documents");
  expect(alert.textContent).toContain("You can still open the receipt.");
  expect(screen.getByRole("link", { name: /^Receipt/ })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Create invoice" })).toBeNull();
  mend();
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  await screen.findByRole("button", { name: "Create invoice" });
  expect(screen.queryByText("We couldn't load the other documents")).toBeNull();
});

test("the overview shows an error when its alerts fail to load, and loads them on the next try", async () => {
  const app = await openApp(site, "/admin?section=settings", { as: admin });
  const { screen, user } = app;
  const mend = breakReads(app, /\/api\/admin\/trend/);
  const adminNav = within(await screen.findByRole("navigation", { name: "Admin" }));
  await user.click(adminNav.getByRole("link", { name: "Overview" }));
  const alert = await alertOf(app, "Alerts didn't load");
  mend();
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText("Alerts didn't load")).toBeNull());
});

test("an activity log whose hash chain status failed to load does not look verified", async () => {
  const app = await openApp(site, "/", { as: admin });
  const { screen, user } = app;
  const mend = breakReads(app, /\/api\/admin\/audit\/hash-chain/);
  await app.go("/admin?section=audit");
  const alert = await alertOf(app, "The hash chain's status didn't load");
  mend();
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText("The hash chain's status didn't load")).toBeNull());
});

test("event pickers say when events failed to load", async () => {
  const app = await openApp(site, "/", { as: admin });
  const { screen, user } = app;
  breakReads(app, /\/api\/admin\/(event-options|box-office\/events)/);
  await app.go("/free-tickets");
  await alertOf(app, "Events didn't load");
  await app.go("/admin?section=promotions");
  await user.click(await screen.findByRole("link", { name: "New code" }));
  const option = await screen.findByRole<HTMLOptionElement>("option", { name: "Events didn't load" });
  expect(option.disabled).toBe(true);
});

test("a list that fails to load says so and tries again", async () => {
  const app = await openApp(site, "/user-management", { as: admin });
  const { screen, user, network } = app;
  const mend = network.on("GET", /\/api\/admin\/comps/, () => Promise.reject(new TypeError("Failed to fetch")));
  await user.click(await screen.findByRole("link", { name: "Comps" }));
  const alert = await alertOf(app, "Comps didn't load");
  mend();
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText(/didn't load/)).toBeNull());
});

test("an unknown order and an order that fails to load say so", async () => {
  const nobodys = await openApp(site, "/ticket-management?order=0199b2f0-0000-7000-8000-000000000000", { as: admin });
  await alertOf(nobodys, "This order didn't load");
  expect(nobodys.screen.getByRole("button", { name: "Try again" })).toBeDefined();
  nobodys.close();

  const ticketTypeId = await site.create.ticketType();
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  const app = await openApp(site, "/", { as: admin });
  const mend = breakReads(app, new RegExp(`/api/admin/orders/${order.id}`));
  await app.go(`/ticket-management?order=${order.id}`);
  const alert = await alertOf(app, "This order didn't load");
  mend();
  await app.user.click(within(alert).getByRole("button", { name: "Try again" }));
  await app.screen.findByRole("heading", { name: new RegExp(order.number) });
});

test("without a network every money list says so at once and loads on the next try", async () => {
  await site.buy(await site.as("guest"), [{ ticketTypeId: await site.create.ticketType(), quantity: 1 }]);
  const { screen, user, network } = await openApp(site, "/admin?section=money&view=discrepancies", { as: admin });
  const tabs = within(await screen.findByRole("navigation", { name: "Money views" }));
  const views = ["Disputes", "Checks", "Webhooks", "Ledger"];
  const listOf = async (name: string) => within(await screen.findByRole("region", { name }));
  // Load each once, so that only its rows are missing later.
  for (const name of views) {
    await user.click(tabs.getByRole("link", { name }));
    await (await listOf(name)).findByRole("table");
  }
  network.cut();
  for (const name of views) {
    await user.click(tabs.getByRole("link", { name }));
    await (await listOf(name)).findByText(/didn't load|^Not up to date\. Last loaded at/);
  }
  expect(await barriers()).toEqual([]);
  network.restore();
  const ledger = await listOf("Ledger");
  await user.click(ledger.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(ledger.queryByRole("button", { name: "Try again" })).toBeNull());
  expect(ledger.getAllByRole("row").length).toBeGreaterThan(1);
});

test("figures that fail to refresh say how old they are until they refresh", async () => {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  const app = await openApp(site, `/ticket-management?event=${eventId}&tab=orders`, { as: admin });
  const { screen, user } = app;
  await user.click(await screen.findByRole("link", { name: order.number }));
  await screen.findByRole("button", { name: "Refund" });
  const mend = breakReads(app, /^\/api\/admin\//);
  await app.go(`/ticket-management?event=${eventId}&tab=orders`);
  await screen.findAllByText(/^Not up to date. Last loaded at \d+:\d\d [AP]M$/);
  expect(screen.getByRole("link", { name: order.number })).toBeDefined();
  await app.go(`/ticket-management?order=${order.id}`);
  await screen.findByText(/^Not up to date. Last loaded at \d+:\d\d [AP]M$/);
  expect(await barriers()).toEqual([]);
  mend();
  await user.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText(/^Not up to date/)).toBeNull());
  expect(screen.getByRole("button", { name: "Refund" })).toBeDefined();
});
