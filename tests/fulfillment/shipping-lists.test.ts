import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rate, setDelivery, ship } from "#tests/delivery/kit.ts";
import { readAttention } from "#testing/attention.ts";
import { readPdf } from "#testing/pdf-reader.ts";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";
import { buyPickup, buyShipped, openDispute, readFulfillment, returnUnits, sendParcel, unitsOf } from "./kit.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin", "Ada Admin");
  await setDelivery(admin, [rate()]);
});
afterAll(() => site.close());

const rows = async (query: string) => (await admin.get(`/api/admin/fulfillment?${query}`)).body.items;
const numbers = async (query: string) =>
  (await rows(query)).map(({ order }: { order: { number: string } }) => order.number);
const payAt = (orderId: string, at: string) =>
  sql`update fulfillments set paid_at = ${at} where order_id = ${orderId}`.execute(site.db);
const refundOne = (orderId: string, lineId: string, amountCents: number) =>
  admin.post(`/api/admin/orders/${orderId}/refunds`, {
    units: [{ lineId, quantity: 1 }],
    withFee: true,
    returnsStock: true,
    reason: "Asked",
    amountCents,
  });

test("the list, its file and its filters read each order whole, the latest first", async () => {
  const tee = await site.create.variant({ productId: await site.create.product({ title: "Yard Tee" }) });
  const cap = await site.create.variant({ productId: await site.create.product({ title: "Harbor Cap" }) });
  const mix = await site.create.variant({ productId: await site.create.product({ title: "Mix", kind: "digital" }) });
  const dates = { startsAt: new Date("2031-06-08T02:00:00Z"), endsAt: new Date("2031-06-08T08:00:00Z") };
  const eventId = await site.create.event({ title: "Soca Supper", ...dates });
  const line = (variantId: number, quantity: number) => ({ variantId, quantity });
  const open = (await buyShipped(site, [line(cap, 1), line(tee, 3), line(mix, 1)])).order;
  const partly = (await buyShipped(site, [line(tee, 3)])).order;
  const sent = (await buyShipped(site, [line(tee, 1)])).order;
  const refunded = (await buyShipped(site, [line(tee, 1)])).order;
  const disputed = (await buyShipped(site, [line(cap, 2)])).order;
  const picked = (await buyPickup(site, [line(tee, 2)], eventId)).order;
  await sendParcel(admin, partly.id, unitsOf(partly, 1));
  await refundOne(partly.id, partly.lines[0]!.id, 3000);
  await sendParcel(admin, sent.id, unitsOf(sent, 1));
  const whole = { withFee: true, returnsStock: true, reason: "Sold out", amountCents: refunded.totalCents };
  await admin.post(`/api/admin/orders/${refunded.id}/refunds`, whole);
  await openDispute(site, disputed.id);
  const all = [open, partly, sent, refunded, disputed, picked];
  for (const [index, { id }] of all.entries()) await payAt(id, `2026-03-0${index + 1}T12:00:00Z`);
  const expected = (order: (typeof all)[number], day: number, more: object) => ({
    order: { id: order.id, number: order.number },
    buyerName: "Ada Buyer",
    isOnHold: false,
    paidAt: `2026-03-0${day}T12:00:00.000Z`,
    readyOn: null,
    event: null,
    ...more,
  });
  const list = [
    expected(picked, 6, {
      status: "to_pick_up",
      what: "2 × Yard Tee",
      toSend: 2,
      event: {
        id: eventId,
        title: "Soca Supper",
        startsAt: dates.startsAt.toISOString(),
        timeZone: "America/New_York",
      },
    }),
    expected(disputed, 5, { status: "to_ship", what: "2 × Harbor Cap", toSend: 2, isOnHold: true }),
    expected(refunded, 4, { status: "nothing_left", what: "1 × Yard Tee", toSend: 0 }),
    expected(sent, 3, { status: "shipped", what: "1 × Yard Tee", toSend: 0 }),
    // One of three was sent, another refunded.
    expected(partly, 2, { status: "partly_shipped", what: "3 × Yard Tee", toSend: 1 }),
    expected(open, 1, { status: "to_ship", what: "1 × Harbor Cap, 3 × Yard Tee", toSend: 4 }),
  ];
  expect(await rows("show=all")).toEqual(list);
  expect(await rows("show=all&sort=paidAt")).toEqual(list.toReversed());
  expect(await numbers("show=to_ship")).toEqual([disputed, partly, open].map(({ number }) => number));
  expect(await numbers("show=to_pick_up")).toEqual([picked.number]);
  expect(await numbers("show=sent")).toEqual([sent.number]);
  expect(await numbers(`show=all&eventId=${eventId}`)).toEqual([picked.number]);
  expect(await numbers(`show=all&q=${partly.number.toLowerCase()}`)).toEqual([partly.number]);
  expect(await numbers("show=to_ship&q=BUYER%20ada@")).toHaveLength(3);
  expect(await numbers("show=all&q=nobody")).toEqual([]);
  const { text } = await admin.get("/api/admin/fulfillment.csv?show=all");
  const [head, first, second] = text.trim().split("\r\n");
  expect(head).toBe(
    '"Paid","Order","Buyer","Items","To send","Status","On hold","Ships from","Event","Order ID","Event ID"',
  );
  expect(first).toContain(`"${picked.number}","Ada Buyer","2 × Yard Tee",2,"to_pick_up","no"`);
  expect(first).toContain(`"Soca Supper","${picked.id}",${eventId}`);
  expect(second).toContain(`"${disputed.number}","Ada Buyer","2 × Harbor Cap",2,"to_ship","yes"`);
  // What a bank disputes can't be shipped now.
  expect((await readAttention(admin))["ordersToShip"]).toBe(2);
});

test("the pick list has what can be packed today: not what was sent, refunded, disputed, pre-ordered or downloaded", async () => {
  const [aa, bb] = await Promise.all(
    ["PL-A", "PL-B"].map(async (sku) =>
      site.create.variant({ sku, productId: await site.create.product({ title: `Item ${sku}` }) }),
    ),
  );
  const later = await site.create.variant({ sku: "PL-L", preorderShipsOn: "2098-07-04" });
  const file = await site.create.variant({ sku: "PL-F", productId: await site.create.product({ kind: "digital" }) });
  const line = (variantId: number, quantity: number) => ({ variantId, quantity });
  const first = (await buyShipped(site, [line(bb!, 1), line(aa!, 4), line(later, 1), line(file, 1)])).order;
  const second = (await buyShipped(site, [line(aa!, 5)])).order;
  const disputed = (await buyShipped(site, [line(aa!, 7)])).order;
  const { order: pickedUp, eventId } = await buyPickup(site, [line(aa!, 2)]);
  const { order: elsewhere } = await buyPickup(site, [line(bb!, 3)]);
  await sendParcel(admin, first.id, [{ lineId: first.lines[1]!.id, quantity: 1 }]);
  const { body } = await sendParcel(admin, second.id, unitsOf(second, 2));
  await admin.post(`/api/admin/orders/${second.id}/shipments/${body.parcels[0]!.id}/void`, { reason: "Wrong box" });
  await refundOne(second.id, second.lines[0]!.id, 3000);
  await openDispute(site, disputed.id);
  const pick = async (query: string) =>
    (await admin.get(`/api/admin/pick-list?${query}`)).body.items.filter(({ sku }: { sku: string }) =>
      sku.startsWith("PL-"),
    );
  const item = (sku: string, units: number, orders: number) => ({ sku, name: `Item ${sku}`, units, orders });
  expect(await pick("show=to_ship")).toEqual([item("PL-A", 3 + 4, 2), item("PL-B", 1, 1)]);
  expect(await pick("show=to_pick_up")).toEqual([item("PL-A", 2, 1), item("PL-B", 3, 1)]);
  expect(await pick(`show=to_pick_up&eventId=${eventId}`)).toEqual([item("PL-A", 2, 1)]);
  const { text } = await admin.get(`/api/admin/pick-list.csv?show=to_pick_up&eventId=${eventId}`);
  expect(text.trim().split("\r\n")).toEqual(['"SKU","Item","Units","Orders"', '"PL-A","Item PL-A",2,1']);
  expect([pickedUp.status, elsewhere.status]).toEqual(["paid", "paid"]);
  await sql`delete from disputes`.execute(site.db);
});

test("staff and the buyer read an order whole: what is where, by whom, and what was undone for staff only", async () => {
  const options = [{ name: "Size", values: ["M", "L"] }];
  const productId = await site.create.product({
    title: "Kite Hoodie",
    options,
    pictures: ["velvet-riddim", "wet-fete"],
  });
  const hoodie = await site.create.variant({ productId, options: ["L"], sku: "KH-L", picture: 1, priceCents: 5000 });
  const flag = await site.create.variant({
    productId: await site.create.product({ title: "Sea Flag" }),
    sku: "SF",
    preorderShipsOn: "2098-07-04",
  });
  const packer = await site.as("admin", "Pat Packer");
  const { order, buyer } = await buyShipped(site, [
    { variantId: hoodie, quantity: 3 },
    { variantId: flag, quantity: 2 },
  ]);
  const [first, second] = order.lines.map(({ id }) => id) as [string, string];
  await sendParcel(packer, order.id, unitsOf(order, 2, 1), { carrier: "fedex", tracking: "77 12" });
  const { body: sent } = await sendParcel(admin, order.id, unitsOf(order, 0, 1), { carrier: "other", tracking: "" });
  await admin.post(`/api/admin/orders/${order.id}/shipments/${sent.parcels[1]!.id}/void`, { reason: "Wrong box" });
  await packer.post(`/api/admin/orders/${order.id}/handovers`, { units: unitsOf(order, 1) });
  await returnUnits(admin, order.id, unitsOf(order, 1), { isRestocked: false, note: "Torn" });
  await refundOne(order.id, second, 3000);
  const lines = [
    {
      lineId: first,
      name: "Kite Hoodie · L",
      quantity: 3,
      toSend: 0,
      sent: 3,
      returned: 1,
      refunded: 0,
      shipsOn: null,
    },
    {
      lineId: second,
      name: "Sea Flag",
      quantity: 2,
      toSend: 0,
      sent: 1,
      returned: 0,
      refunded: 1,
      shipsOn: "2098-07-04",
    },
  ];
  const parcel = {
    id: sent.parcels[0]!.id,
    carrier: "fedex",
    tracking: "77 12",
    trackingUrl: "https://www.fedex.com/fedextrack/?trknbr=7712",
    sentAt: expect.any(String),
    lines: [
      { lineId: first, name: "Kite Hoodie · L", quantity: 2 },
      { lineId: second, name: "Sea Flag", quantity: 1 },
    ],
  };
  const handover = {
    id: expect.any(String),
    handedOverAt: expect.any(String),
    lines: [{ lineId: first, name: "Kite Hoodie · L", quantity: 1 }],
  };
  const shown = (await admin.get(`/api/admin/orders/${order.id}/fulfillment`)).body;
  const keyed = <Line extends { picture: { key: string } | null }>(all: Line[]) =>
    all.map(({ picture, ...line }) => ({ ...line, key: picture?.key ?? null }));
  expect({ ...shown, lines: keyed(shown.lines) }).toEqual({
    currency: "USD",
    status: "shipped",
    method: "ship",
    isOnHold: false,
    address: ["Ada Buyer", "1 Shore Road", "Brooklyn, NY 11231"],
    event: null,
    lines: [
      { ...lines[0], sku: "KH-L", key: "wet-fete" },
      { ...lines[1], sku: "SF", key: null },
    ],
    parcels: [
      { ...parcel, by: "Pat Packer", voidedAt: null },
      {
        id: sent.parcels[1]!.id,
        carrier: "other",
        tracking: null,
        trackingUrl: null,
        sentAt: expect.any(String),
        lines: [{ lineId: second, name: "Sea Flag", quantity: 1 }],
        by: "Ada Admin",
        voidedAt: expect.any(String),
      },
    ],
    handovers: [{ ...handover, by: "Pat Packer", gate: "Admin", undoneAt: null }],
    returns: [
      {
        id: expect.any(String),
        returnedAt: expect.any(String),
        by: "Ada Admin",
        isRestocked: false,
        note: "Torn",
        refundedCents: null,
        lines: [{ lineId: first, name: "Kite Hoodie · L", quantity: 1 }],
      },
    ],
    downloads: [],
  });
  const own = await readFulfillment(buyer, order.id);
  expect({ ...own, lines: keyed(own.lines) }).toEqual({
    status: "shipped",
    lines: [
      { ...lines[0], key: "wet-fete" },
      { ...lines[1], key: null },
    ],
    parcels: [parcel],
    handovers: [handover],
    pickup: null,
    downloads: [],
  });
  const { items: log } = (await admin.get(`/api/admin/audit?kind=order&id=${order.id}`)).body;
  const entries = log.map(({ action, after }) => ({
    action,
    after,
  }));
  expect(entries).toEqual(
    expect.arrayContaining([
      { action: "order.shipped", after: { number: order.number, units: 3, carrier: "fedex", tracking: "77 12" } },
      { action: "order.handed_over", after: { number: order.number, units: 1 } },
      { action: "order.parcel_voided", after: { number: order.number, units: 1 } },
      {
        action: "order.items_returned",
        after: { number: order.number, units: 1, isRestocked: false, amountCents: 0 },
      },
    ]),
  );
});

test("a packing slip lists what is left or what one parcel has, to whom, and what follows", async () => {
  const tee = await site.create.variant({ sku: "SLIP-T", productId: await site.create.product({ title: "Slip Tee" }) });
  const cap = await site.create.variant({ sku: "SLIP-C", productId: await site.create.product({ title: "Slip Cap" }) });
  const { order } = await buyShipped(site, [
    { variantId: tee, quantity: 5 },
    { variantId: cap, quantity: 1 },
  ]);
  const { body } = await sendParcel(admin, order.id, unitsOf(order, 3));
  const textOf = async (id: string, query = "") => {
    const { rawPayload } = await site.app.server.inject({
      url: `/api/admin/orders/${id}/packing-slip${query}`,
      headers: { authorization: `Bearer ${admin.token}` },
    });
    return readPdf(rawPayload)
      .pieces.map(({ text }) => text.trim())
      .filter((text) => text !== "");
  };
  const head = ["PACKING SLIP", `Order ${order.number}`, "Ada Buyer", "1 Shore Road", "Brooklyn, NY 11231"];
  const columns = ["Units", "Item", "SKU"];
  expect(await textOf(order.id)).toEqual([...head, ...columns, "2", "Slip Tee", "SLIP-T", "1", "Slip Cap", "SLIP-C"]);
  expect(await textOf(order.id, `?shipment=${body.parcels[0]!.id}`)).toEqual([
    ...head,
    ...columns,
    "3",
    "Slip Tee",
    "SLIP-T",
    "3 more items follow in another parcel.",
  ]);
  // 10:00 PM the evening before, in Brooklyn.
  const dates = { startsAt: new Date("2031-06-08T02:00:00Z"), endsAt: new Date("2031-06-08T08:00:00Z") };
  const eventId = await site.create.event({ title: "Soca Supper", ...dates });
  const picked = (await buyPickup(site, [{ variantId: cap, quantity: 1 }], eventId)).order;
  expect((await textOf(picked.id)).slice(2, 5)).toEqual([
    "Ada Buyer",
    "Pickup at Soca Supper",
    expect.stringMatching(/^Sat, Jun 7.*, The Yard$/),
  ]);
});

test("only paid orders are to be sent, and only what changes is mailed and logged", async () => {
  const variantId = await site.create.variant();
  const buyer = await site.as("user");
  const { body: unpaid } = await buyer.post("/api/orders", draft([{ variantId, quantity: 1 }], ship()));
  expect(await readFulfillment(buyer, unpaid.id)).toEqual({
    status: null,
    lines: [],
    parcels: [],
    handovers: [],
    pickup: null,
    downloads: [],
  });
  expect(await numbers(`show=all&q=${unpaid.number}`)).toEqual([]);
  expect((await sendParcel(admin, unpaid.id, unitsOf(unpaid, 1))).body).toMatchObject({
    code: "order_closed",
    message: "This order isn't paid",
  });
  const { order } = await buyShipped(site, [{ variantId, quantity: 1 }]);
  const { body } = await sendParcel(admin, order.id, unitsOf(order, 1), { carrier: "usps", tracking: "9400" });
  const path = `/api/admin/orders/${order.id}/shipments/${body.parcels[0]!.id}`;
  await admin.call("PUT", path, { carrier: "usps", tracking: "9400", notify: true });
  await admin.call("PUT", path, { carrier: "usps", tracking: "9401", notify: false });
  await site.app.runJob("mail");
  const { rows: mails } = await sql<{ to: string }>`
    select to_address as to from emails where kind = 'order_shipped' and topic->>'orderId' = ${order.id}`.execute(
    site.db,
  );
  expect(mails).toEqual([{ to: "ada@example.com" }]);
  const { items } = (await admin.get(`/api/admin/audit?action=order.tracking_changed`)).body;
  expect(items).toMatchObject([
    {
      before: { carrier: "usps", tracking: "9400" },
      after: { carrier: "usps", tracking: "9401", number: order.number },
    },
  ]);
});
