import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { barriers } from "#tests/components/kit/barriers.ts";
import { dialogOf, holdCalls } from "#tests/components/kit/forms.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { rate, setDelivery } from "#tests/delivery/kit.ts";
import { buyPickup, buyShipped, readFulfillment, sendParcel, unitsOf } from "#tests/fulfillment/kit.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
let tee: number;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  await setDelivery(admin, [rate()]);
  tee = await site.create.variant({ priceCents: 3000, onHand: 50 });
});
afterAll(() => site.close());

const isShut = () => waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());
const buy = (quantity: number) => buyShipped(site, [{ variantId: tee, quantity }]);

test("staff ship a part of an order from its page, and its buyer sees the parcel", async () => {
  const { order, buyer } = await buy(3);
  const app = await openApp(site, `/ticket-management?order=${order.id}`, { as: admin });
  const panel = within(await app.screen.findByRole("region", { name: /^Fulfillment/ }));
  expect(app.screen.queryByText(/has no tickets/)).toBeNull();
  await app.user.click(panel.getByRole("button", { name: "Ship" }));
  const dialog = await dialogOf(app, "Ship items");
  expect(await barriers()).toEqual([]);
  await app.user.click(dialog.getByRole("button", { name: `Fewer: ${order.lines[0]!.name}` }));
  await app.user.type(dialog.getByLabelText("Tracking number"), "9400 1000");
  await app.user.click(dialog.getByRole("button", { name: "Ship 2 items" }));
  await isShut();
  await panel.findByText("USPS 9400 1000");
  await panel.findByText("Partly shipped");
  expect(await readFulfillment(buyer, order.id)).toMatchObject({ parcels: [{ lines: [{ quantity: 2 }] }] });

  const shop = await openApp(site, `/payment-success?order=${order.id}`, { as: buyer });
  expect(await shop.screen.findByRole("link", { name: "Track with USPS 9400 1000" })).toBeTruthy();
  await shop.screen.findByText("1 item follows in another parcel.");
});

test("a return shows the refund before it is made, and the panel lists it", async () => {
  const { order } = await buy(2);
  await sendParcel(admin, order.id, unitsOf(order, 2));
  const app = await openApp(site, `/ticket-management?order=${order.id}`, { as: admin });
  await app.user.click(await app.screen.findByRole("button", { name: "Record return" }));
  const dialog = await dialogOf(app, "Record a return");
  await app.user.click(dialog.getByRole("button", { name: `More: ${order.lines[0]!.name}` }));
  await dialog.findByRole("button", { name: "Record and refund $30.00" });
  // Nothing is refunded before its amount is on the button.
  const release = holdCalls(app, "POST", /\/return-quote$/);
  await app.user.click(dialog.getByRole("button", { name: `More: ${order.lines[0]!.name}` }));
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Record return" }).disabled).toBe(true);
  release();
  await dialog.findByRole("button", { name: "Record and refund $60.00" });
  await app.user.click(dialog.getByRole("button", { name: `Fewer: ${order.lines[0]!.name}` }));
  await app.user.click(await dialog.findByRole("button", { name: "Record and refund $30.00" }));
  await isShut();
  await app.screen.findByText(/^Returned · back on sale · refunded \$30\.00/);
});

test("a voided parcel stays in the list, with nothing left to do about it", async () => {
  const { order } = await buy(1);
  await sendParcel(admin, order.id, unitsOf(order, 1));
  const app = await openApp(site, `/ticket-management?order=${order.id}`, { as: admin });
  const list = within(await app.screen.findByRole("list", { name: "Parcels, handovers and returns" }));
  await app.user.click(list.getByRole("button", { name: "Void" }));
  const dialog = await dialogOf(app, "Void parcel");
  await app.user.type(dialog.getByLabelText(/^Reason/), "Wrong address");
  await app.user.click(dialog.getByRole("button", { name: "Void parcel" }));
  await isShut();
  await list.findByText("Voided");
  expect(list.queryAllByRole("button")).toEqual([]);
});

test("staff see how many downloads of a file are used, and renew them", async () => {
  const productId = await site.create.product({ kind: "digital", taxCategory: "digital" });
  await site.app.deps.files.sold.put("zine", Buffer.from("%PDF-sample"));
  await sql`
    insert into product_files (product_id, name, bytes, type, store_key)
    values (${productId}, 'Zine.pdf', 11, 'application/pdf', 'zine')`.execute(site.db);
  const buyer = await site.as("user");
  const variantId = await site.create.variant({ productId });
  const { body: order } = await site.buy(buyer, [{ variantId, quantity: 2 }]);
  const { url } = (await buyer.post(`/api/orders/${order.id}/downloads`, { lineId: order.lines[0]!.id })).body;
  await buyer.get(url, { range: "bytes=0-3" });
  const app = await openApp(site, `/ticket-management?order=${order.id}`, { as: admin });
  const panel = within(await app.screen.findByRole("region", { name: /^Fulfillment/ }));
  await panel.findByText(/^1 of 50 downloads used/);
  expect(await barriers()).toEqual([]);
  await app.user.click(panel.getByRole("button", { name: `Renew downloads of ${order.lines[0]!.name}` }));
  await panel.findByText(/^0 of 50 downloads used/);
  expect(panel.queryByRole("button", { name: /^Renew/ })).toBeNull();
});

test("the section lists orders to ship, and the pick list adds up their units", async () => {
  const { order } = await buy(4);
  const app = await openApp(site, "/admin?section=fulfillment", { as: admin });
  await app.screen.findByText(order.number);
  await app.user.click(app.screen.getByRole("button", { name: "Pick list" }));
  const dialog = await dialogOf(app, "Pick list");
  await dialog.findByRole("table");
  expect(await barriers()).toEqual([]);
});

test("the pick list of an event's pickups has that event's items only", async () => {
  const mug = await site.create.variant({ productId: await site.create.product({ title: "Enamel Mug" }), onHand: 9 });
  const { eventId } = await buyPickup(site, [{ variantId: mug, quantity: 2 }]);
  await buyPickup(site, [{ variantId: mug, quantity: 5 }]);
  const path = `/admin?section=fulfillment&show=to_pick_up&event=${eventId}`;
  const app = await openApp(site, path, { as: admin });
  await app.user.click(await app.screen.findByRole("button", { name: "Pick list" }));
  const dialog = await dialogOf(app, "Pick list");
  const row = await dialog.findByRole("row", { name: /Enamel Mug/ });
  expect(row.textContent).toMatch(/2$/);
  expect(dialog.getByRole("link", { name: /CSV/ }).getAttribute("href")).toContain(`eventId=${eventId}`);
});
