import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dialogOf } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { rate, setDelivery, ship } from "#tests/delivery/kit.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

// Everything of an event is in its time zone, everything else in the brand's: never in UTC, nor in the viewer's own.

let site: Site;
let admin: Client;
let eventId: number;
const orders = { ofEvent: "", ofShop: "" };

/** The tenth in New York, the ninth in Los Angeles. */
const instant = "2026-03-10T06:30:00Z";
const inNewYork = /Mar 10, 2026, 2:30 AM(?: EDT)?$/;
const inLosAngeles = /Mar 9, 2026, 11:30 PM(?: PDT)?$/;

beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  expect((await admin.post("/api/admin/settings", { defaultTimeZone: "America/Los_Angeles" })).status).toBe(200);
  eventId = await site.create.event({ title: "Ferry Fete", timeZone: "America/New_York" });
  const ticketTypeId = await site.create.ticketType({ eventId });
  const variantId = await site.create.variant({ onHand: 10 });
  const productId = await site.create.product({ title: "Mas Drop", slug: "mas-drop" });
  await site.create.variant({ productId, salesStartAt: new Date("2099-12-06T00:00:00Z") });
  const buyer = await site.as("guest");
  await setDelivery(admin, [rate()]);
  orders.ofEvent = (await site.buy(buyer, [{ ticketTypeId, quantity: 1 }])).body.id;
  orders.ofShop = (await site.buy(buyer, [{ variantId, quantity: 1 }], "approve", ship())).body.id;
  await sql`update orders set created_at = ${instant}, paid_at = ${instant}`.execute(site.db);
  await sql`update emails set created_at = ${instant}`.execute(site.db);
});
afterAll(() => site.close());

const times = () => Array.from(document.querySelectorAll("main time"), ({ textContent }) => textContent.trim());

test.each([
  ["an order for an event", () => `/ticket-management?order=${orders.ofEvent}`, inNewYork],
  ["an order for products", () => `/ticket-management?order=${orders.ofShop}`, inLosAngeles],
  ["the log of emails", () => "/email-management?section=messages", inLosAngeles],
])("%s has its times in its zone", async (_, path, expected) => {
  const { screen } = await openApp(site, path(), { as: admin });
  await screen.findAllByText(expected);
  expect(times().filter((text) => text.includes("2026, ") && /Mar (?:9|10)/.test(text))).toEqual(
    expect.arrayContaining([expect.stringMatching(expected)]),
  );
});

test("a promo code's times are in the brand's zone, and in the event's once it is for one", async () => {
  const app = await openApp(site, "/admin?section=promotions", { as: admin });
  await app.user.click(await app.screen.findByRole("link", { name: "New code" }));
  const drawer = await dialogOf(app, "New code");
  drawer.getByText(/^Times in America\/Los Angeles, the brand's time zone\./);
  await drawer.findByRole("option", { name: /Ferry Fete/ });
  await app.user.selectOptions(drawer.getByLabelText(/^Event/), String(eventId));
  await drawer.findByText(/^Times in America\/New York, the event's time zone\./);
});

test.each([
  ["the overview", "/admin", "America/Los Angeles"],
  ["the money page", "/admin?section=money", "America/Los Angeles"],
  ["the product report", "/admin?section=products&view=sales", "America/Los Angeles"],
  ["analytics", "/analytics", "America/Los Angeles"],
])("the chart of %s says its zone", async (_, path, zone) => {
  const { screen } = await openApp(site, path, { as: admin });
  expect((await screen.findAllByText(`Time zone: ${zone}`)).length).toBeGreaterThan(0);
});

test("the sales chart of an event is in the event's zone", async () => {
  const { screen } = await openApp(site, `/admin?section=events&id=${eventId}&tab=sales`, { as: admin });
  await screen.findByText("Time zone: America/New York");
});

test("a drop says when it opens, in the brand's zone and with its name", async () => {
  const { screen } = await openApp(site, "/shop");
  await screen.findAllByText(/Sat, Dec 5, 4:00 PM PST/);
});
