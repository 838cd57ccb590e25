import { waitFor, within } from "@testing-library/react";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { dialogOf, valueOf } from "#tests/components/kit/forms.ts";
import { openApp, type OpenApp } from "#tests/components/kit/open-app.tsx";
import { rate, setDelivery } from "#tests/delivery/kit.ts";
import { buyPickup, buyShipped, openDispute, readFulfillment, sendParcel, unitsOf } from "#tests/fulfillment/kit.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin", "Ada Admin");
  await setDelivery(admin, [rate()]);
});
afterAll(() => site.close());

const isShut = () => waitFor(() => expect(document.querySelector("[role=dialog]")).toBeNull());
const titled = async (title: string, more: object = {}) =>
  site.create.variant({ productId: await site.create.product({ title }), onHand: 50, ...more });
async function openOrder(orderId: string) {
  const app = await openApp(site, `/ticket-management?order=${orderId}`, { as: admin });
  const region = await app.screen.findByRole("region", { name: /^Fulfillment/ });
  const panel = within(region);
  return {
    app,
    panel,
    heading: () => within(region).getByRole("heading", { level: 3 }).textContent,
    items: () =>
      within(panel.getByRole("list", { name: "Items to send" }))
        .getAllByRole("listitem")
        .map(textOf),
    sent: () =>
      within(panel.getByRole("list", { name: "Parcels, handovers and returns" }))
        .getAllByRole("listitem")
        .map(textOf),
  };
}
const textOf = ({ textContent }: Element) => textContent;
const buttonsOf = (region: Element) => [...region.querySelectorAll("header button, header a")].map(textOf);
const regionOf = ({ screen }: OpenApp) => screen.getByRole("region", { name: /^Fulfillment/ });

test("an order to ship says where it goes and what is left, and offers to ship all of it first", async () => {
  const [tee, cap] = [await titled("Yard Tee", { sku: "YT-1" }), await titled("Harbor Cap", { sku: "HC-1" })];
  const { order, buyer } = await buyShipped(site, [
    { variantId: tee, quantity: 3 },
    { variantId: cap, quantity: 1 },
  ]);
  const { app, panel, heading, items, sent } = await openOrder(order.id);
  expect(heading()).toBe("FulfillmentTo ship");
  panel.getByText("Ada Buyer · 1 Shore Road · Brooklyn, NY 11231");
  expect(items()).toEqual(["3 × Yard TeeYT-13 to send", "1 × Harbor CapHC-11 to send"]);
  expect(buttonsOf(regionOf(app))).toEqual(["Ship", "Hand over", "Packing slip"]);
  expect(panel.getByRole("link", { name: "Packing slip" }).getAttribute("href")).toBe(
    `/api/admin/orders/${order.id}/packing-slip`,
  );
  await app.user.click(panel.getByRole("button", { name: "Ship" }));
  const ship = await dialogOf(app, "Ship items");
  ship.getByText("Ada Buyer · 1 Shore Road · Brooklyn, NY 11231");
  ship.getByRole("button", { name: "Ship 4 items" });
  expect(ship.getByRole<HTMLButtonElement>("button", { name: "More: Yard Tee" }).disabled).toBe(true);
  await app.user.click(ship.getByRole("button", { name: "Fewer: Harbor Cap" }));
  ship.getByRole("button", { name: "Ship 3 items" });
  for (let times = 0; times < 3; times++) await app.user.click(ship.getByRole("button", { name: "Fewer: Yard Tee" }));
  expect(ship.getByRole<HTMLButtonElement>("button", { name: "Ship" }).disabled).toBe(true);
  await app.user.click(ship.getByRole("button", { name: "More: Yard Tee" }));
  await app.user.selectOptions(ship.getByLabelText("Carrier"), "fedex");
  await app.user.type(ship.getByLabelText("Tracking number"), " 77 12 ");
  await app.user.click(ship.getByRole("button", { name: "Ship 1 item" }));
  await isShut();
  await panel.findByText("FedEx 77 12");
  expect(heading()).toBe("FulfillmentPartly shipped");
  expect(items()).toEqual(["3 × Yard TeeYT-12 to send, 1 sent", "1 × Harbor CapHC-11 to send"]);
  expect(sent()).toEqual([expect.stringMatching(/^FedEx 77 121 × Yard Tee · .* · Ada Admin/)]);
  const parcel = (await readFulfillment(buyer, order.id)).parcels[0]!;
  expect(parcel).toMatchObject({ carrier: "fedex", tracking: "77 12", lines: [{ name: "Yard Tee", quantity: 1 }] });
  const track = panel.getByRole("link", { name: "Track" });
  expect(track.getAttribute("href")).toBe("https://www.fedex.com/fedextrack/?trknbr=7712");
  expect(panel.getAllByRole("link", { name: "Packing slip" })[1]!.getAttribute("href")).toBe(
    `/api/admin/orders/${order.id}/packing-slip?shipment=${parcel.id}`,
  );
  expect(buttonsOf(regionOf(app))).toEqual(["Ship", "Hand over", "Packing slip", "Record return"]);
});

test("a tracking number is corrected from what it was, and the buyer is only emailed if asked", async () => {
  const tee = await titled("Yard Tee");
  const { order, buyer } = await buyShipped(site, [{ variantId: tee, quantity: 1 }]);
  await sendParcel(admin, order.id, unitsOf(order, 1), { carrier: "ups", tracking: "1Z 999" });
  const { app, panel } = await openOrder(order.id);
  expect(buttonsOf(regionOf(app))).toEqual(["Record return"]);
  await app.user.click(panel.getByRole("button", { name: "Change tracking" }));
  const dialog = await dialogOf(app, "Change tracking");
  expect([valueOf(dialog.getByLabelText("Carrier")), valueOf(dialog.getByLabelText("Tracking number"))]).toEqual([
    "ups",
    "1Z 999",
  ]);
  const email = dialog.getByRole<HTMLInputElement>("checkbox", { name: "Email the buyer" });
  expect(email.checked).toBe(true);
  await app.user.click(email);
  await app.user.clear(dialog.getByLabelText("Tracking number"));
  await app.user.type(dialog.getByLabelText("Tracking number"), "1Z 888");
  await app.user.click(dialog.getByRole("button", { name: "Save" }));
  await isShut();
  await panel.findByText("UPS 1Z 888");
  expect(app.network.callsTo("PUT", /shipments/).map(({ body }) => JSON.parse(body!) as object)).toEqual([
    { carrier: "ups", tracking: "1Z 888", notify: false },
  ]);
  expect((await readFulfillment(buyer, order.id)).parcels).toMatchObject([{ tracking: "1Z 888" }]);
});

test("a pickup is handed over first, undone with a reason, and what a bank disputes can't be sent", async () => {
  const tee = await titled("Yard Tee");
  const eventId = await site.create.event({ title: "Soca Supper" });
  const { order } = await buyPickup(site, [{ variantId: tee, quantity: 2 }], eventId);
  const { app, panel, heading, items, sent } = await openOrder(order.id);
  expect(heading()).toBe("FulfillmentTo pick up");
  panel.getByText("Pickup at Soca Supper");
  expect(buttonsOf(regionOf(app))).toEqual(["Hand over", "Ship", "Packing slip"]);
  await app.user.click(panel.getByRole("button", { name: "Hand over" }));
  const dialog = await dialogOf(app, "Hand over items");
  await app.user.click(dialog.getByRole("button", { name: "Hand over 2 items" }));
  await isShut();
  await panel.findByText("Handed over · Admin");
  expect([heading(), items(), sent()]).toEqual([
    "FulfillmentPicked up",
    [expect.stringMatching(/^2 × Yard Tee.*2 sent$/)],
    [expect.stringMatching(/^Handed over · Admin2 × Yard Tee · .* · Ada AdminUndo$/)],
  ]);
  await app.user.click(panel.getByRole("button", { name: "Undo" }));
  const undo = await dialogOf(app, "Undo handover");
  await app.user.type(undo.getByLabelText(/^Reason/), "Wrong guest");
  await app.user.click(undo.getByRole("button", { name: "Undo handover" }));
  await isShut();
  await panel.findByText("Undone");
  expect(heading()).toBe("FulfillmentTo pick up");
  app.close();
  await openDispute(site, order.id);
  const held = await openOrder(order.id);
  expect(held.heading()).toBe("FulfillmentTo pick upOn hold");
  expect(buttonsOf(regionOf(held.app))).toEqual(["Packing slip"]);
  await sql`delete from disputes`.execute(site.db);
});

test("a return takes what was sent and hasn't come back, with its note, and without a refund if none is wanted", async () => {
  const [tee, cap] = [await titled("Yard Tee"), await titled("Harbor Cap")];
  const { order } = await buyShipped(site, [
    { variantId: tee, quantity: 3 },
    { variantId: cap, quantity: 1 },
  ]);
  await sendParcel(admin, order.id, unitsOf(order, 2));
  await admin.post(`/api/admin/orders/${order.id}/returns`, { units: unitsOf(order, 1), isRestocked: false });
  const { app, panel, items, sent } = await openOrder(order.id);
  expect(items()[0]).toMatch(/1 to send, 2 sent, 1 returned$/);
  await app.user.click(panel.getByRole("button", { name: "Record return" }));
  const dialog = await dialogOf(app, "Record a return");
  // The cap wasn't sent, and one of the two tees is back already.
  expect(dialog.getByRole("list").textContent).toMatch(/^Yard Teeof 1/);
  expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Record return" }).disabled).toBe(true);
  await app.user.click(dialog.getByRole("button", { name: "More: Yard Tee" }));
  await dialog.findByText("Refund to the original payment method: $30.00");
  await app.user.click(dialog.getByRole("checkbox", { name: "Refund them" }));
  expect(dialog.queryByText(/^Refund to/)).toBeNull();
  await app.user.click(dialog.getByRole("checkbox", { name: "Put them back on sale" }));
  await app.user.type(dialog.getByLabelText("Note"), " Torn seam ");
  await app.user.click(dialog.getByRole("button", { name: "Record return" }));
  await isShut();
  await panel.findByText("Returned · not back on sale · Torn seam");
  expect(app.network.callsTo("POST", /\/returns$/).map(({ body }) => JSON.parse(body!) as object)).toEqual([
    { units: unitsOf(order, 1), isRestocked: false, note: "Torn seam" },
  ]);
  expect(sent()).toHaveLength(3);
  expect(items()[0]).toMatch(/1 to send, 2 sent, 2 returned$/);
  expect(panel.queryByRole("button", { name: "Record return" })).toBeNull();
});

test("the list of orders reads each of them, by filter and event, with its files under the same filters", async () => {
  await sql`update fulfillments set status = 'nothing_left' where status in ('to_ship', 'partly_shipped')`.execute(
    site.db,
  );
  const tee = await titled("List Tee");
  const later = await titled("Later Tee", { preorderShipsOn: "2098-07-04" });
  // 10:00 PM the evening before, in Brooklyn.
  const dates = { startsAt: new Date("2031-06-08T02:00:00Z"), endsAt: new Date("2031-06-08T08:00:00Z") };
  const eventId = await site.create.event({ title: "Soca Supper", ...dates });
  const shipped = (await buyShipped(site, [{ variantId: tee, quantity: 2 }])).order;
  const waits = (await buyShipped(site, [{ variantId: later, quantity: 1 }])).order;
  const held = (await buyShipped(site, [{ variantId: tee, quantity: 1 }])).order;
  const picked = (await buyPickup(site, [{ variantId: tee, quantity: 4 }], eventId)).order;
  await openDispute(site, held.id);
  const app = await openApp(site, "/admin?section=fulfillment", { as: admin });
  const { screen, user, address } = app;
  const rows = () => screen.getAllByRole("row").slice(1).map(textOf);
  await screen.findByText(shipped.number);
  const row = (order: { number: string }, rest: string) => expect.stringMatching(`^Ada Buyer${order.number}${rest}`);
  expect(rows()).toEqual([
    row(held, "1 × List Tee1 to sendOn hold"),
    row(waits, "1 × Later TeeShips from .*Jul 4.* on1 to sendTo ship"),
    row(shipped, "2 × List Tee2 to sendTo ship"),
  ]);
  const buyer = within(screen.getByRole("row", { name: new RegExp(shipped.number) })).getByRole("link");
  expect(buyer.getAttribute("href")).toBe(`/ticket-management?order=${shipped.id}`);
  await user.selectOptions(screen.getByLabelText("Show"), "to_pick_up");
  await waitFor(() => expect(address()).toContain("show=to_pick_up"));
  await screen.findByText(picked.number);
  const pickups = rows().filter((text) => text.includes(picked.number));
  expect(pickups).toEqual([row(picked, "4 × List TeeSoca Supper · .*Jun 7.*4 to sendTo pick up")]);
  expect(screen.getByRole("link", { name: "CSV" }).getAttribute("href")).toContain("show=to_pick_up");
  await user.click(screen.getByRole("button", { name: "Pick list" }));
  const dialog = await dialogOf(app, "Pick list");
  dialog.getByText("For all orders to pick up.");
  expect((await dialog.findByRole("row", { name: /List Tee/ })).textContent).toMatch(/List Tee4$/);
  expect(dialog.queryByRole("row", { name: /Later Tee/ })).toBeNull();
  app.close();
  const ship = await openApp(site, "/admin?section=fulfillment&show=sent", { as: admin });
  await ship.user.click(await ship.screen.findByRole("button", { name: "Pick list" }));
  const all = await dialogOf(ship, "Pick list");
  all.getByText("For all orders to ship.");
  // Without what is on hold.
  expect((await all.findByRole("row", { name: /List Tee/ })).textContent).toMatch(/List Tee2$/);
  expect(all.getByRole("link", { name: "CSV" }).getAttribute("href")).toBe("/api/admin/pick-list.csv?show=to_ship");
  await sql`delete from disputes`.execute(site.db);
});
