import { sql } from "kysely";
import { expect, test } from "vitest";
import { brokenInvariants } from "#testing/invariants.ts";
import { openSites } from "#testing/open-sites.ts";
import { readSnapshot } from "#testing/snapshot.ts";
import { draft, type SiteOptions, paymentPageOf } from "#testing/site.ts";
import { buyPaid, mailsOf, quote, refund, scan, readStock, wish } from "./kit.ts";

const openSite = openSites();
async function open(options: SiteOptions = {}) {
  const site = await openSite(options);
  return { site, admin: await site.as("admin") };
}

test("a quote shows the refund for each ticket and changes nothing", async () => {
  const { site, admin } = await open();
  const ticketTypeId = await site.create.ticketType({ priceCents: 3333, feeCents: 333 });
  const { order } = await buyPaid(site, [{ ticketTypeId, quantity: 3 }]);
  const before = await readSnapshot(site.db);
  const all = await quote(admin, order.id);
  expect(all.body).toMatchObject({
    number: order.number,
    amountCents: 9999,
    nonrefundableFeeCents: 0,
    ticketCount: 3,
    admittedCount: 0,
    stock: [{ name: "General", units: 3 }],
    leftCents: 0,
    statusAfter: "refunded",
  });
  const one = await quote(admin, order.id, { ticketIds: [order.tickets[1]!.id], withFee: false, returnsStock: false });
  expect(one.body).toMatchObject({
    amountCents: 3000,
    nonrefundableFeeCents: 333,
    stock: [],
    statusAfter: "partially_refunded",
  });
  expect(one.body.tickets.map((ticket: { isChosen: boolean }) => ticket.isChosen)).toEqual([false, true, false]);
  expect(await readSnapshot(site.db)).toEqual(before);
});

test("refunding a whole order voids its codes, releases its spots, sends the money and tells the buyer at each step", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event({ capacity: 4 });
  const ticketTypeId = await site.create.ticketType({ eventId, capacity: 4 });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId, quantity: 4 }]);
  const made = await refund(admin, order.id, wish(10_000, { note: "With our apologies." }));
  expect(made.status, made.text).toBe(201);
  expect(made.body).toMatchObject({
    amountCents: 10_000,
    feeCents: 800,
    status: "pending",
    madeBy: "staff",
    byHand: false,
  });

  const { body: after } = await buyer.get(`/api/orders/${order.id}`);
  expect(after).toMatchObject({ status: "refunded", refunds: [{ id: made.body.id, status: "pending", doneAt: null }] });
  expect(after.tickets.map((ticket: { status: string }) => ticket.status)).toEqual(Array(4).fill("refunded"));
  const door = await site.as("moderator");
  expect((await scan(door, eventId, order.tickets[0]!.code)).body.verdict).toBe("void");
  expect(await readStock(site, ticketTypeId)).toEqual({ sold: 0, valid: 0 });
  const [onItsWay] = await mailsOf(site, "refund_made");
  expect(onItsWay).toMatchObject({ to: "ada@example.com", subject: "Your $100.00 refund is on its way" });
  expect(onItsWay!.text).toContain("5 to 10 days");
  expect(onItsWay!.text).toContain("With our apologies.");
  expect(onItsWay!.text).not.toContain("Requested by phone");
  expect(await mailsOf(site, "refund_done")).toEqual([]);

  await site.app.runJob("refunds");
  const { body: done } = await buyer.get(`/api/orders/${order.id}`);
  expect(done.refunds).toMatchObject([{ status: "done", doneAt: expect.any(String) }]);
  expect(await mailsOf(site, "refund_done")).toMatchObject([{ subject: "Your $100.00 refund was sent to your bank" }]);
  expect(await mailsOf(site, "money_returned")).toEqual([]);
  const { body: audit } = await admin.get(`/api/admin/audit?kind=order&id=${order.id}`);
  expect(audit.items).toMatchObject([
    {
      action: "order.refunded",
      reason: "Requested by phone",
      after: { tickets: 4, items: 0, hasShipping: false, amountCents: 10_000, spotsReturned: 4 },
    },
  ]);
  expect((await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 4 }])).body.status).toBe("paid");
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("single tickets are refunded one after the other, with or without their spots, until nothing is left", async () => {
  const { site, admin } = await open();
  const ticketTypeId = await site.create.ticketType({ capacity: 10 });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId, quantity: 3 }]);
  const [first, second, third] = order.tickets.map((ticket) => ticket.id);
  const one = await refund(admin, order.id, wish(2500, { ticketIds: [first] }));
  expect(one.status, one.text).toBe(201);
  expect(await readStock(site, ticketTypeId)).toEqual({ sold: 2, valid: 2 });
  expect((await buyer.get(`/api/orders/${order.id}`)).body.status).toBe("partially_refunded");

  await refund(admin, order.id, wish(2300, { ticketIds: [second], withFee: false, returnsStock: false }));
  expect(await readStock(site, ticketTypeId)).toEqual({ sold: 2, valid: 1 });
  await refund(admin, order.id, wish(2500, { ticketIds: [third] }));
  expect(await readStock(site, ticketTypeId)).toEqual({ sold: 1, valid: 0 });
  await site.app.runJob("refunds");
  const { body: after } = await buyer.get(`/api/orders/${order.id}`);
  // The fee of one ticket was kept, so not all of the money was refunded.
  expect([after.status, after.refunds.map((each: { amountCents: number }) => each.amountCents)]).toEqual([
    "partially_refunded",
    [2500, 2300, 2500],
  ]);
  expect((await refund(admin, order.id, wish(2500, { ticketIds: [first] }))).body.code).toBe("already_refunded");
  expect((await refund(admin, order.id, wish(0))).body.code).toBe("already_refunded");
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("a package, a pool and a promo code: whole units release spots, and the whole order releases the redemption", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event({ capacity: 8 });
  const { body: setup } = await admin.post(`/api/admin/events/${eventId}/pools`, {
    name: "Floor",
    counts: "people",
    capacity: 8,
  });
  const table = await site.create.ticketType({
    eventId,
    capacity: 2,
    ticketsPerUnit: 4,
    priceCents: 20_000,
    feeCents: 0,
    name: "Table",
    poolIds: [setup.pools[0]!.id],
  });
  const code = {
    code: "HALF",
    note: "",
    eventId,
    discount: { kind: "percent", percent: 50 },
    currency: "USD",
    totalLimit: 1,
  };
  expect((await admin.post("/api/admin/promo-codes", code)).status).toBe(201);
  const buyer = await site.as("guest");
  const placed = await buyer.post("/api/orders", draft([{ ticketTypeId: table, quantity: 2 }], { promoCode: "half" }));
  expect(placed.body.totalCents).toBe(20_000);
  const paid = await buyer.post(`/api/orders/${placed.body.id}/payment`);
  await buyer.call("POST", `${new URL(paymentPageOf(paid)).pathname}/complete`, { outcome: "approve" });
  const { body: order } = await buyer.get(`/api/orders/${placed.body.id}`);
  const ids = order.tickets.map((ticket: { id: number }) => ticket.id);

  await refund(admin, order.id, wish(2500, { ticketIds: [ids[0]] }));
  expect(await readStock(site, table)).toEqual({ sold: 2, valid: 7 });
  expect(await brokenInvariants(site.db)).toEqual([]);
  await refund(admin, order.id, wish(7500, { ticketIds: ids.slice(1, 4) }));
  expect(await readStock(site, table)).toEqual({ sold: 1, valid: 4 });
  const other = await site.as("guest");
  const again = () => other.post("/api/orders", draft([{ ticketTypeId: table, quantity: 1 }], { promoCode: "half" }));
  expect((await again()).body.code).toBe("code_invalid");
  expect(await brokenInvariants(site.db)).toEqual([]);

  await refund(admin, order.id, wish(10_000));
  expect(await readStock(site, table)).toEqual({ sold: 0, valid: 0 });
  expect((await again()).status).toBe(201);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("a checked-in ticket is refunded only if staff say so and why", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { order } = await buyPaid(site, [{ ticketTypeId, quantity: 2 }]);
  await scan(await site.as("moderator"), eventId, order.tickets[0]!.code);
  const before = await readSnapshot(site.db);
  const refused = await refund(admin, order.id, wish(5000));
  expect([refused.status, refused.body.code]).toEqual([409, "ticket_admitted"]);
  expect(await readSnapshot(site.db)).toEqual(before);
  expect((await quote(admin, order.id)).body.admittedCount).toBe(1);
  const made = await refund(
    admin,
    order.id,
    wish(5000, { includesAdmitted: true, reason: "Went home sick after an hour" }),
  );
  expect(made.status, made.text).toBe(201);
  const { body: audit } = await admin.get(`/api/admin/audit?kind=order&id=${order.id}`);
  expect(audit.items[0]).toMatchObject({ reason: "Went home sick after an hour", after: { admitted: 1 } });
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("free tickets are refunded without money, both in a paid order and as a comp", async () => {
  const { site, admin } = await open();
  const eventId = await site.create.event();
  const free = await site.create.ticketType({ eventId, pricing: "free", priceCents: 0, feeCents: 0, name: "Free" });
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { order } = await buyPaid(site, [
    { ticketTypeId, quantity: 1 },
    { ticketTypeId: free, quantity: 2 },
  ]);
  const freeLine = order.lines.find((line) => line.name === "Free")!.id;
  const made = await refund(admin, order.id, wish(0, { lineIds: [freeLine] }));
  expect(made.body).toMatchObject({ amountCents: 0, status: "done" });
  expect(await readStock(site, free)).toEqual({ sold: 0, valid: 0 });
  expect((await mailsOf(site, "refund_made"))[0]!.text).toContain("there's nothing to refund");

  const guest = {
    ticketTypeId,
    quantity: 2,
    guest: { name: "Selector Duke", email: "duke@example.com" },
    reason: "Plays",
  };
  const { body: comp } = await admin.post("/api/admin/comps", guest);
  expect((await refund(admin, comp.id, wish(0, { returnsStock: false }))).status).toBe(201);
  expect((await admin.get(`/api/admin/comps?q=${comp.number}`)).body.items[0]!.status).toBe("revoked");
  expect(await readStock(site, ticketTypeId)).toEqual({ sold: 1, valid: 1 });
  expect((await sql`select from refunds`.execute(site.db)).rows).toEqual([]);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("unpaid orders, other orders' tickets and amounts that differ from the quote are rejected", async () => {
  const { site, admin } = await open();
  const ticketTypeId = await site.create.ticketType();
  const { order } = await buyPaid(site, [{ ticketTypeId, quantity: 1 }]);
  const { order: other } = await buyPaid(site, [{ ticketTypeId, quantity: 1 }]);
  const { body: unpaid } = await (await site.as("guest")).post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  const before = await readSnapshot(site.db);
  const codeOf = async (id: string, body: object) => (await refund(admin, id, body)).body.code;
  expect(await codeOf(unpaid.id, wish(2500))).toBe("order_closed");
  expect(await codeOf(order.id, wish(2500, { ticketIds: [other.tickets[0]!.id] }))).toBe("not_found");
  expect(await codeOf(order.id, wish(2499))).toBe("edited_meanwhile");
  expect(await codeOf(order.id, wish(2500, { reason: "no" }))).toBe("invalid_input");
  expect(await codeOf("00000000-0000-7000-8000-000000000000", wish(2500))).toBe("not_found");
  expect((await readSnapshot(site.db))["public.order_refunds"]).toEqual(before["public.order_refunds"]);
  expect((await readSnapshot(site.db))["public.tickets"]).toEqual(before["public.tickets"]);
});

test("refunding requires a recent password confirmation", async () => {
  const { site, admin } = await open();
  const { order } = await buyPaid(site, [{ ticketTypeId: await site.create.ticketType(), quantity: 1 }]);
  await sql`update sessions set confirmed_at = clock_now() - interval '31 minutes' where user_id = ${admin.id}`.execute(
    site.db,
  );
  expect((await refund(admin, order.id, wish(2500))).body.code).toBe("confirmation_required");
  expect((await refund(await site.as("moderator"), order.id, wish(2500))).status).toBe(403);
});
