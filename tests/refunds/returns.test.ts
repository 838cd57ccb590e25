import { expect, test } from "vitest";
import { brokenInvariants } from "#tests/kit/invariants.ts";
import { openSites } from "#tests/kit/open-sites.ts";
import type { Order } from "#contract/orders.ts";
import { sabotage } from "#tests/kit/sabotage.ts";
import { type Client, type Site } from "#tests/kit/site.ts";
import { takeSnapshot } from "#tests/kit/snapshot.ts";
import { buyPaid, mailsOf, scan, standing } from "./kit.ts";

const open = openSites();

const hour = 3_600_000;
const night = (site: Site, hours: number, withFees: boolean, startsIn = 100) =>
  site.make.event({
    startsAt: new Date(Date.now() + startsIn * hour),
    endsAt: new Date(Date.now() + (startsIn + 5) * hour),
    refunds: { kind: "before_start", hours, withFees },
  });
const giveBack = (buyer: Client, order: Order, ticketIds: number[], amountCents: number, query = "") =>
  buyer.post(`/api/orders/${order.id}/refunds${query}`, { ticketIds, amountCents });
const idsOf = (order: Order) => order.tickets.map((ticket) => ticket.id);

test("a buyer returns tickets by the terms of the purchase: the amount is said first, the place is for sale again", async () => {
  const site = await open();
  const eventId = await night(site, 48, false);
  const ticketTypeId = await site.make.ticketType({ eventId, capacity: 2 });
  const { body: shown } = await site.anon.get(`/api/events/${eventId}`);
  expect(shown.refunds).toMatchObject({ withFees: false });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId, quantity: 2 }]);
  expect(order.returns).toEqual({ until: shown.refunds.until, withFees: false, ticketIds: idsOf(order) });
  const [first] = idsOf(order);
  const quote = await buyer.call("POST", `/api/orders/${order.id}/refund-quote`, { ticketIds: [first] });
  expect(quote.body).toMatchObject({ amountCents: 2300, feeKeptCents: 200 });
  const made = await giveBack(buyer, order, [first!], 2300);
  expect(made.status, made.text).toBe(201);
  expect(made.body).toMatchObject({ status: "pending", madeBy: "buyer", amountCents: 2300 });
  expect(await standing(site, ticketTypeId)).toEqual({ sold: 1, valid: 1 });
  const { body: after } = await buyer.get(`/api/orders/${order.id}`);
  expect(after).toMatchObject({ status: "partially_refunded", returns: { ticketIds: [idsOf(order)[1]] } });
  await site.app.sweep("refunds");
  expect(await mailsOf(site, "refund_done")).toHaveLength(1);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("the terms are those of the day of purchase, whatever the night says later", async () => {
  const site = await open();
  const admin = await site.as("admin");
  const eventId = await night(site, 2, true);
  const ticketTypeId = await site.make.ticketType({ eventId });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId, quantity: 1 }]);
  const { body: edited } = await admin.get(`/api/admin/events/${eventId}`);
  const changes = { refunds: { kind: "none" } };
  const saved = await admin.call("PATCH", `/api/admin/events/${eventId}`, { version: edited.version, changes });
  expect([saved.status, saved.body.refunds]).toEqual([200, { kind: "none" }]);
  const { order: later, buyer: other } = await buyPaid(site, [{ ticketTypeId, quantity: 1 }]);
  expect(later.returns).toEqual({ until: null, withFees: false, ticketIds: [] });
  expect((await giveBack(other, later, idsOf(later), 2500)).body.code).toBe("refund_closed");
  expect((await giveBack(buyer, order, idsOf(order), 2500)).status).toBe(201);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("past the deadline by the database's clock, after admission, and for strangers nothing goes back", async () => {
  const site = await open();
  const eventId = await night(site, 48, true, 60);
  const ticketTypeId = await site.make.ticketType({ eventId });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId, quantity: 2 }]);
  await scan(await site.as("moderator"), eventId, order.tickets[0]!.code);
  const late = await open({ database: site.database, clockOffset: "13 hours" });
  const before = await takeSnapshot(site.db);
  const codeOf = async (who: Client, ids: number[], query = "") =>
    (await giveBack(who, order, ids, 2500, query)).body.code;
  expect(await codeOf(buyer, [idsOf(order)[0]!])).toBe("refund_closed");
  expect(await codeOf(late.clientOf(buyer), [idsOf(order)[1]!])).toBe("refund_closed");
  expect(await codeOf(await site.as("user"), [idsOf(order)[1]!])).toBe("not_found");
  expect(await codeOf(await site.as("user"), [idsOf(order)[1]!], "?key=AAAAAAAAAAAAAAAAAAAAAA")).toBe("not_found");
  // Staff give back at their own desk, under their name.
  expect(await codeOf(await site.as("admin"), [idsOf(order)[1]!])).toBe("not_found");
  const after = await takeSnapshot(site.db);
  for (const table of ["orders", "tickets", "refunds", "order_refunds", "holds"]) {
    expect(after[`public.${table}`]).toEqual(before[`public.${table}`]);
  }
  expect((await buyer.get(`/api/orders/${order.id}`)).body.returns.ticketIds).toEqual([idsOf(order)[1]]);
});

test("negative control: without the look at the terms somebody returns what was promised to nobody", async () => {
  const lenient = sabotage(["o.refund_until > clock_now())", "true)"]);
  const site = await open({ rewriteSql: lenient });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId: await site.make.ticketType(), quantity: 1 }]);
  expect((await giveBack(buyer, order, idsOf(order), 2300)).status).toBe(201);
});

test("holders of a night that was put off may have all of their money back until a date; who buys later may not", async () => {
  const site = await open();
  const admin = await site.as("admin");
  const eventId = await site.make.event();
  const ticketTypeId = await site.make.ticketType({ eventId });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId, quantity: 2 }]);
  expect(order.returns.ticketIds).toEqual([]);
  const { body: edited } = await admin.get(`/api/admin/events/${eventId}`);
  const until = new Date(Date.now() + 48 * hour).toISOString();
  const startsAt = new Date(Date.now() + 200 * hour).toISOString();
  const endsAt = new Date(Date.now() + 205 * hour).toISOString();
  const moved = await admin.post(`/api/admin/events/${eventId}/postpone`, {
    version: edited.version,
    note: "The roof leaks",
    newTimes: { startsAt, endsAt },
    moneyBackUntil: until,
  });
  expect(moved.status, moved.text).toBe(200);
  expect(moved.body.moneyBackUntil).toBe(until);
  const [mail] = await mailsOf(site, "night_change");
  expect(mail!.text).toContain("return your tickets on your order's page");
  const { body: asked } = await buyer.get(`/api/orders/${order.id}`);
  expect(asked.returns).toEqual({ until, withFees: true, ticketIds: idsOf(order) });
  const { order: later } = await buyPaid(site, [{ ticketTypeId, quantity: 1 }]);
  expect(later.returns.ticketIds).toEqual([]);
  expect((await giveBack(buyer, order, idsOf(order), 5000)).status).toBe(201);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("what is free can be returned too, and a comp cannot", async () => {
  const site = await open();
  const admin = await site.as("admin");
  const eventId = await night(site, 1, true);
  const free = await site.make.ticketType({ eventId, pricing: "free", priceCents: 0, feeCents: 0, capacity: 3 });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId: free, quantity: 2 }]);
  expect((await giveBack(buyer, order, idsOf(order), 0)).body).toMatchObject({ status: "done", amountCents: 0 });
  expect(await standing(site, free)).toEqual({ sold: 0, valid: 0 });
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

test("two presses return once, and each ticket at once from two phones goes back once", async () => {
  const site = await open();
  const eventId = await night(site, 1, true);
  const ticketTypeId = await site.make.ticketType({ eventId });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId, quantity: 2 }]);
  const key = { "idempotency-key": "one-press" };
  const body = { ticketIds: [idsOf(order)[0]], amountCents: 2500 };
  const presses = await Promise.all([1, 2, 3].map(() => buyer.post(`/api/orders/${order.id}/refunds`, body, key)));
  expect(new Set(presses.map((press) => `${press.status} ${press.text}`)).size).toBe(1);
  const phones = await Promise.all([1, 2].map(() => giveBack(buyer, order, [idsOf(order)[1]!], 2500)));
  expect(phones.map((answer) => answer.status).sort()).toEqual([201, 409]);
  expect(await brokenInvariants(site.db)).toEqual([]);
});
