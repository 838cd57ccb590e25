import { expect, test } from "vitest";
import { brokenInvariants } from "#testing/invariants.ts";
import { openSites } from "#testing/open-sites.ts";
import type { Order } from "#contract/orders/orders.ts";
import { sabotage } from "#testing/sabotage.ts";
import { type Client, type Site } from "#testing/site.ts";
import { readSnapshot } from "#testing/snapshot.ts";
import { buyPaid, mailsOf, scan, readStock } from "./kit.ts";

const open = openSites();

const hour = 3_600_000;
const createEvent = (site: Site, hours: number, withFees: boolean, startsIn = 100) =>
  site.create.event({
    startsAt: new Date(Date.now() + startsIn * hour),
    endsAt: new Date(Date.now() + (startsIn + 5) * hour),
    refunds: { kind: "before_start", hours, withFees },
  });
const refundTickets = (buyer: Client, order: Order, ticketIds: number[], amountCents: number, query = "") =>
  buyer.post(`/api/orders/${order.id}/refunds${query}`, { ticketIds, amountCents });
const idsOf = (order: Order) => order.tickets.map((ticket) => ticket.id);

test("a buyer refunds tickets under the terms of the purchase: the amount is shown first, the spot is for sale again", async () => {
  const site = await open();
  const eventId = await createEvent(site, 48, false);
  const ticketTypeId = await site.create.ticketType({ eventId, capacity: 2 });
  const { body: shown } = await site.anon.get(`/api/events/${eventId}`);
  expect(shown.refunds).toMatchObject({ withFees: false });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId, quantity: 2 }]);
  expect(order.returns).toEqual({ until: shown.refunds!.until, withFees: false, ticketIds: idsOf(order) });
  const [first] = idsOf(order);
  const quote = await buyer.call("POST", `/api/orders/${order.id}/refund-quote`, { ticketIds: [first] });
  expect(quote.body).toMatchObject({ amountCents: 2300, nonrefundableFeeCents: 200 });
  const made = await refundTickets(buyer, order, [first!], 2300);
  expect(made.status, made.text).toBe(201);
  expect(made.body).toMatchObject({ status: "pending", madeBy: "buyer", amountCents: 2300 });
  expect(await readStock(site, ticketTypeId)).toEqual({ sold: 1, valid: 1 });
  const { body: after } = await buyer.get(`/api/orders/${order.id}`);
  expect(after).toMatchObject({ status: "partially_refunded", returns: { ticketIds: [idsOf(order)[1]] } });
  await site.app.runJob("refunds");
  expect(await mailsOf(site, "refund_done")).toHaveLength(1);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("the terms are those at the time of purchase, even if the event's terms change later", async () => {
  const site = await open();
  const admin = await site.as("admin");
  const eventId = await createEvent(site, 2, true);
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId, quantity: 1 }]);
  const { body: edited } = await admin.get(`/api/admin/events/${eventId}`);
  const changes = { refunds: { kind: "none" } };
  const saved = await admin.call("PATCH", `/api/admin/events/${eventId}`, { version: edited.version, changes });
  expect([saved.status, saved.body.refunds]).toEqual([200, { kind: "none" }]);
  const { order: later, buyer: other } = await buyPaid(site, [{ ticketTypeId, quantity: 1 }]);
  expect(later.returns).toEqual({ until: null, withFees: false, ticketIds: [] });
  expect((await refundTickets(other, later, idsOf(later), 2500)).body.code).toBe("refund_closed");
  expect((await refundTickets(buyer, order, idsOf(order), 2500)).status).toBe(201);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("self-service refunds are rejected after the deadline, after check-in, and for other people", async () => {
  const site = await open();
  const eventId = await createEvent(site, 48, true, 60);
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId, quantity: 2 }]);
  await scan(await site.as("moderator"), eventId, order.tickets[0]!.code);
  const late = await open({ database: site.database, clockOffset: "13 hours" });
  const before = await readSnapshot(site.db);
  const codeOf = async (who: Client, ids: number[], query = "") =>
    (await refundTickets(who, order, ids, 2500, query)).body.code;
  expect(await codeOf(buyer, [idsOf(order)[0]!])).toBe("refund_closed");
  expect(await codeOf(late.clientOf(buyer), [idsOf(order)[1]!])).toBe("refund_closed");
  expect(await codeOf(await site.as("user"), [idsOf(order)[1]!])).toBe("not_found");
  expect(await codeOf(await site.as("user"), [idsOf(order)[1]!], "?key=AAAAAAAAAAAAAAAAAAAAAA")).toBe("not_found");
  // Staff refund in the admin, under their own name.
  expect(await codeOf(await site.as("admin"), [idsOf(order)[1]!])).toBe("not_found");
  const after = await readSnapshot(site.db);
  for (const table of ["orders", "tickets", "refunds", "order_refunds", "holds"]) {
    expect(after[`public.${table}`]).toEqual(before[`public.${table}`]);
  }
  expect((await buyer.get(`/api/orders/${order.id}`)).body.returns.ticketIds).toEqual([idsOf(order)[1]]);
});

test("negative control: without the check of the terms someone refunds a nonrefundable ticket", async () => {
  const lenient = sabotage(["o.refund_until > clock_now())", "true)"]);
  const site = await open({ rewriteSql: lenient });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId: await site.create.ticketType(), quantity: 1 }]);
  expect((await refundTickets(buyer, order, idsOf(order), 2300)).status).toBe(201);
});

test("holders of tickets for a postponed event can get a full refund until a date; later buyers and comps can't", async () => {
  const site = await open();
  const admin = await site.as("admin");
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId, quantity: 2 }]);
  expect(order.returns.ticketIds).toEqual([]);
  const guest = { ticketTypeId, quantity: 1, guest: { name: "Ann Guest" }, reason: "Plays the second set" };
  const { body: comp } = await admin.post("/api/admin/comps", guest);
  const { body: edited } = await admin.get(`/api/admin/events/${eventId}`);
  const until = new Date(Date.now() + 48 * hour).toISOString();
  const startsAt = new Date(Date.now() + 200 * hour).toISOString();
  const endsAt = new Date(Date.now() + 205 * hour).toISOString();
  const moved = await admin.post(`/api/admin/events/${eventId}/postpone`, {
    version: edited.version,
    note: "The roof leaks",
    newTimes: { startsAt, endsAt },
    refundsUntil: until,
  });
  expect(moved.status, moved.text).toBe(200);
  expect(moved.body.refundsUntil).toBe(until);
  const [mail] = await mailsOf(site, "event_change");
  expect(mail!.text).toContain("refund your tickets on your order page");
  const { body: asked } = await buyer.get(`/api/orders/${order.id}`);
  expect(asked.returns).toEqual({ until, withFees: true, ticketIds: idsOf(order) });
  expect((await admin.get(`/api/orders/${comp.id}`)).body.returns.ticketIds).toEqual([]);
  const { order: later } = await buyPaid(site, [{ ticketTypeId, quantity: 1 }]);
  expect(later.returns.ticketIds).toEqual([]);
  expect((await refundTickets(buyer, order, idsOf(order), 5000)).status).toBe(201);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("free tickets can be returned too, but comps can't", async () => {
  const site = await open();
  const admin = await site.as("admin");
  const eventId = await createEvent(site, 1, true);
  const free = await site.create.ticketType({ eventId, pricing: "free", priceCents: 0, feeCents: 0, capacity: 3 });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId: free, quantity: 2 }]);
  expect((await refundTickets(buyer, order, idsOf(order), 0)).body).toMatchObject({ status: "done", amountCents: 0 });
  expect(await readStock(site, free)).toEqual({ sold: 0, valid: 0 });
  const guest = {
    ticketTypeId: free,
    quantity: 1,
    guest: { name: "Duke", email: "duke@example.com" },
    reason: "Plays",
  };
  const { body: comp } = await admin.post("/api/admin/comps", guest);
  expect((await admin.get(`/api/orders/${comp.id}`)).body.returns.ticketIds).toEqual([]);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("several clicks refund once, and the same ticket from two phones at once is refunded once", async () => {
  const site = await open();
  const eventId = await createEvent(site, 1, true);
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId, quantity: 2 }]);
  const key = { "idempotency-key": "one-press" };
  const body = { ticketIds: [idsOf(order)[0]], amountCents: 2500 };
  const presses = await Promise.all([1, 2, 3].map(() => buyer.post(`/api/orders/${order.id}/refunds`, body, key)));
  expect(new Set(presses.map((press) => `${press.status} ${press.text}`)).size).toBe(1);
  const phones = await Promise.all([1, 2].map(() => refundTickets(buyer, order, [idsOf(order)[1]!], 2500)));
  expect(phones.map((answer) => answer.status).sort()).toEqual([201, 409]);
  expect(await brokenInvariants(site.db)).toEqual([]);
});
