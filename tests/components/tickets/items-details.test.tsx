import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { answer } from "#tests/components/kit/browser-network.ts";
import { openApp } from "#tests/components/kit/open-app.tsx";
import { pickup, rate, setDelivery, ship } from "#tests/delivery/kit.ts";
import { buyPickup, buyShipped, openDispute, sendParcel, unitsOf } from "#tests/fulfillment/kit.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  await setDelivery(admin, [rate()]);
});
afterAll(() => site.close());
afterEach(() => vi.restoreAllMocks());

const titled = async (title: string, more: object = {}) =>
  site.create.variant({ productId: await site.create.product({ title, ...more }), onHand: 50 });
// 10:00 PM the evening before, in Brooklyn.
const dates = { startsAt: new Date("2031-06-08T02:00:00Z"), endsAt: new Date("2031-06-08T08:00:00Z") };
const refund = (orderId: string, lineId: string, amountCents: number) =>
  admin.post(`/api/admin/orders/${orderId}/refunds`, {
    units: [{ lineId, quantity: 1 }],
    withFee: true,
    returnsStock: true,
    reason: "Asked",
    amountCents,
  });
const textsIn = (list: HTMLElement) =>
  within(list)
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

/** The key of the link in an order's confirmation. */
async function keyOf(orderId: string): Promise<string> {
  await site.app.runJob("mail");
  const { rows } = await sql<{ body: string }>`
    select body_text as body from emails where kind = 'order_confirmation' and topic->>'orderId' = ${orderId}`.execute(
    site.db,
  );
  const link = /https?:\/\/\S*key=\S+/.exec(rows[0]!.body)![0];
  return new URL(link).searchParams.get("key")!;
}

test("a shipped order shows each parcel with its tracking, and what isn't shipped or was refunded", async () => {
  const [tee, cap] = [await titled("Yard Tee"), await titled("Harbor Cap")];
  const { order, buyer } = await buyShipped(site, [
    { variantId: tee, quantity: 3 },
    { variantId: cap, quantity: 2 },
  ]);
  await sendParcel(admin, order.id, unitsOf(order, 1, 1), { carrier: "dhl", tracking: "JD01" });
  await sendParcel(admin, order.id, unitsOf(order, 1), { carrier: "other", tracking: "Van 7" });
  await refund(order.id, order.lines[1]!.id, 3000);
  const { screen } = await openApp(site, `/payment-success?order=${order.id}`, { as: buyer });
  const part = within(await screen.findByRole("region", { name: "Your items" }));
  part.getByText("1 item follows in another parcel.");
  const parcels = part.getByRole("list", { name: "Parcels" });
  expect(textsIn(parcels)).toEqual([
    expect.stringMatching(/^Shipped .*1 × Yard Tee, 1 × Harbor CapTrack with DHL JD01$/),
    expect.stringMatching(/^Shipped .*1 × Yard TeeVan 7$/),
  ]);
  const links = within(parcels).getAllByRole("link");
  expect(links.map((link) => link.getAttribute("href"))).toEqual([
    "https://www.dhl.com/us-en/home/tracking.html?tracking-id=JD01",
  ]);
  expect(textsIn(part.getByRole("list", { name: "Items" }))).toEqual([
    "3 × Yard Tee1 not shipped yet",
    "2 × Harbor Cap1 refunded",
  ]);
});

test("the link in the email opens the items and downloads of its order without a session", async () => {
  const tee = await titled("Yard Tee");
  const productId = await site.create.product({ title: "Road Mix", kind: "digital", taxCategory: "digital" });
  const mix = await site.create.variant({ productId });
  const waiting = await titled("Zine", { kind: "digital" });
  await sql`
    insert into product_files (product_id, name, bytes, type, store_key)
    values (${productId}, 'Mix.mp3', 4200000, 'audio/mpeg', 'mix')`.execute(site.db);
  const buyer = await site.as("guest");
  const lines = [tee, mix, waiting].map((variantId) => ({ variantId, quantity: 1 }));
  const { body: order } = await site.buy(buyer, lines, "approve", ship());
  const key = await keyOf(order.id);
  const { screen, user, network } = await openApp(site, `/payment-success?order=${order.id}&key=${key}`);
  await screen.findByText("1 × Yard Tee");
  const downloads = await screen.findByRole("list", { name: "Downloads" });
  expect(textsIn(downloads)).toEqual(["Road MixMix.mp3 · 4.2 MBDownload", "ZineThe file isn't ready yet."]);
  const opened = vi.spyOn(window.location, "assign").mockImplementation(() => undefined);
  await user.click(within(downloads).getByRole("button", { name: "Download Road Mix" }));
  await waitFor(() => expect(opened).toHaveBeenCalledWith(expect.stringMatching(/^\/api\/downloads\/[\w.-]+$/)));
  const [asked] = network.callsTo("POST", /\/downloads/);
  expect([asked!.path, JSON.parse(asked!.body!)]).toEqual([
    `/api/orders/${order.id}/downloads?key=${encodeURIComponent(key)}`,
    { lineId: order.lines.find(({ name }) => name === "Road Mix")!.id },
  ]);
  network.on("POST", /\/downloads/, () =>
    answer(409, {
      code: "over_limit",
      message: "This file's downloads are used up. Write to us and we'll renew them.",
    }),
  );
  await user.click(within(downloads).getByRole("button", { name: "Download Road Mix" }));
  await screen.findByText("This file's downloads are used up. Write to us and we'll renew them.");
});

test("what was refunded can't be downloaded, and a pickup on hold or of a canceled event shows no code", async () => {
  const productId = await site.create.product({ title: "Gone Mix", kind: "digital", taxCategory: "digital" });
  const mix = await site.create.variant({ productId, priceCents: 1000 });
  await sql`
    insert into product_files (product_id, name, bytes, type, store_key)
    values (${productId}, 'Gone.mp3', 100, 'audio/mpeg', 'gone')`.execute(site.db);
  const tee = await titled("Yard Tee");
  const eventId = await site.create.event({ title: "Soca Supper", ...dates });
  const buyer = await site.as("user");
  const lines = [
    { variantId: mix, quantity: 1 },
    { variantId: tee, quantity: 2 },
  ];
  const { body: order } = await site.buy(buyer, lines, "approve", pickup(eventId));
  await refund(order.id, order.lines[0]!.id, 1000);
  const path = `/payment-success?order=${order.id}`;
  const first = await openApp(site, path, { as: buyer });
  const part = within(await first.screen.findByRole("region", { name: "Pick up your items" }));
  part.getByText(/^June 7, 2031 at 10:00 PM EDT · The Yard, Brooklyn$/);
  part.getByRole("img", { name: "QR code for your pickup" });
  part.getByText("Show this code at the event once doors open. Staff will scan it and hand you your items.");
  expect(textsIn(first.screen.getByRole("list", { name: "Downloads" }))).toEqual(["Gone MixNot available anymore."]);
  first.close();
  await openDispute(site, order.id);
  const held = await openApp(site, path, { as: buyer });
  await held.screen.findByText(/^Your bank is disputing the payment/);
  expect(held.screen.queryByRole("img", { name: "QR code for your pickup" })).toBeNull();
  held.close();
  await sql`delete from disputes`.execute(site.db);
  await sql`update events set status = 'canceled' where id = ${eventId}`.execute(site.db);
  const off = await openApp(site, path, { as: buyer });
  await off.screen.findByText(/^This event was canceled, so your items can't be picked up there/);
  expect(off.screen.queryByRole("img", { name: "QR code for your pickup" })).toBeNull();
});

test("items that couldn't be read say so, and are read again", async () => {
  const { order, buyer } = await buyShipped(site, [{ variantId: await titled("Yard Tee"), quantity: 1 }]);
  const app = await openApp(site, `/payment-success?order=${order.id}`, { as: buyer });
  await app.screen.findByText("1 × Yard Tee");
  app.close();
  const restore = app.network.on("GET", /\/fulfillment/, () => answer(500, {}));
  const again = await openApp(site, `/payment-success?order=${order.id}`, { network: app.network });
  await again.screen.findByText("We couldn't load your items");
  restore();
  await again.user.click(again.screen.getByRole("button", { name: "Try again" }));
  await again.screen.findByText("1 × Yard Tee");
});

test("My Tickets lists the orders with items, the latest first, each with where it is and what can be shown", async () => {
  const buyer = await site.as("user");
  const [tee, mix] = [await titled("Yard Tee"), await titled("Road Mix", { kind: "digital" })];
  const eventId = await site.create.event({ title: "Soca Supper", ...dates });
  const buy = async (lines: { variantId: number; quantity: number }[], delivery: object) =>
    (await site.buy(buyer, lines, "approve", delivery)).body;
  const shipped = await buy([{ variantId: tee, quantity: 2 }], ship());
  const download = await buy([{ variantId: mix, quantity: 1 }], {});
  const picked = await buy([{ variantId: tee, quantity: 1 }], pickup(eventId));
  await sendParcel(admin, shipped.id, unitsOf(shipped, 1));
  await buyPickup(site, [{ variantId: tee, quantity: 9 }], eventId);
  const { screen, user } = await openApp(site, "/my-tickets", { as: buyer });
  const section = await screen.findByRole("region", { name: "From the shop" });
  expect(textsIn(within(section).getByRole("list"))).toEqual([
    `1 × Yard Tee${picked.number} · Soca Supper, June 7, 2031 at 10:00 PM EDTReady to pick upShow pickup code`,
    `1 × Road Mix${download.number} · Downloads`,
    `2 × Yard Tee${shipped.number}Partly shipped`,
  ]);
  const links = within(section)
    .getAllByRole("link")
    .map((link) => link.getAttribute("href"));
  expect(links).toEqual([picked, download, shipped].map(({ id }) => `/payment-success?order=${id}`));
  await user.click(within(section).getByRole("button", { name: "Show pickup code" }));
  within(section).getByRole("img", { name: `QR code to pick up order ${picked.number}` });
  await user.click(within(section).getByRole("button", { name: "Hide pickup code" }));
  expect(within(section).queryByRole("img")).toBeNull();
});
