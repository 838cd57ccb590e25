import { sql } from "kysely";
import { expect, test } from "vitest";
import { brokenInvariants } from "#testing/invariants.ts";
import { installMeetingPoint } from "#testing/meeting-point.ts";
import { openSites } from "#testing/open-sites.ts";
import { completePage, draft, type Client, type Site, type SiteOptions, paymentPageOf } from "#testing/site.ts";
import { buyPaid, mailsOf, quote, refund, scan, readStock, wish, withoutLocks } from "./kit.ts";

const openSite = openSites();
async function open(options: SiteOptions = {}) {
  const site = await openSite(options);
  const eventId = await site.create.event();
  const [general, balcony, late] = [
    await site.create.ticketType({ eventId, priceCents: 2500, feeCents: 200, name: "General" }),
    await site.create.ticketType({ eventId, priceCents: 6000, feeCents: 500, name: "Balcony" }),
    await site.create.ticketType({ eventId, priceCents: 1000, feeCents: 80, name: "Late" }),
  ];
  return { site, admin: await site.as("admin"), eventId, general, balcony, late };
}

const reason = "Comes after midnight";
const difference = (who: Client, ticketId: number, amountCents: number, more = {}, headers?: Record<string, string>) =>
  who.post(`/api/admin/tickets/${ticketId}/difference`, { amountCents, mail: false, reason, ...more }, headers);
const move = (who: Client, ticketId: number, ticketTypeId: number, more = {}) =>
  who.post(`/api/admin/tickets/${ticketId}/move`, {
    ticketTypeId,
    waiveDifference: false,
    mail: false,
    reason,
    ...more,
  });

async function money(site: Site, orderId: string) {
  const { rows } = await sql<{ cents: number; status: string }>`
    select refunded_cents as cents, status from orders where id = ${orderId}`.execute(site.db);
  return rows[0]!;
}

test("a move to a cheaper type refunds the difference: the ticket stays valid, the money is on its way, and all records show it", async () => {
  const { site, admin, eventId, general, late } = await open();
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId: general, quantity: 2 }]);
  const { id } = order.tickets[0]!;
  const { body: choices } = await admin.get(`/api/admin/tickets/${id}/moves`);
  expect(choices.types.map(({ name, returnCents }) => [name, returnCents])).toEqual([
    ["Balcony", 0],
    ["Late", 1500],
  ]);
  const made = await difference(admin, id, 1500, { ticketTypeId: late, mail: true, note: "Enjoy the second half." });
  expect([made.status, made.body]).toMatchObject([
    201,
    { amountCents: 1500, feeCents: 0, status: "pending", madeBy: "staff", ticketIds: [id], keepsTickets: true },
  ]);
  const { body: after } = await buyer.get(`/api/orders/${order.id}`);
  expect(after).toMatchObject({ status: "partially_refunded", refunds: [{ status: "pending", keepsTickets: true }] });
  const now = after.tickets.find((ticket: { id: number }) => ticket.id === id);
  expect(now).toMatchObject({ typeName: "Late", status: "valid" });
  expect((await scan(await site.as("moderator"), eventId, now!.code)).body.verdict).toBe("admitted");
  expect([await readStock(site, general), await readStock(site, late)]).toEqual([
    { sold: 1, valid: 1 },
    { sold: 1, valid: 1 },
  ]);
  const [mail] = await mailsOf(site, "refund_made");
  expect(mail).toMatchObject({ subject: "Your $15.00 refund is on its way" });
  expect(mail!.text).toContain("You'll get a refund for the difference, and your ticket stays valid.");
  expect(mail!.text).toContain("Enjoy the second half.");
  expect(mail!.text).not.toContain(reason);
  expect(await mailsOf(site, "ticket_change")).toHaveLength(1);

  await site.app.runJob("refunds");
  expect(await mailsOf(site, "refund_done")).toMatchObject([{ subject: "Your $15.00 refund was sent to your bank" }]);
  const { body: documents } = await buyer.get(`/api/orders/${order.id}/documents`);
  expect(documents.items).toMatchObject([{ kind: "receipt" }, { kind: "credit_note", totalCents: 1500 }]);
  const { rows: lines } = await sql`
    select content->'lines'->0->>'name' as name from order_documents where kind = 'credit_note'`.execute(site.db);
  expect(lines).toEqual([{ name: "General, price difference" }]);
  const { body: adminOrder } = await admin.get(`/api/admin/orders/${order.id}`);
  expect(adminOrder).toMatchObject({ returnedCents: 1500, refunds: [{ amountCents: 1500, kind: "difference" }] });
  const { body: audit } = await admin.get(`/api/admin/audit?kind=order&id=${order.id}`);
  expect(audit.items.map((entry: { action: string }) => entry.action)).toEqual([
    "order.difference_returned",
    "ticket.moved",
  ]);
  expect(audit.items[0]).toMatchObject({
    reason,
    before: { remainingCents: 5000 },
    after: { remainingCents: 3500, ticket: id, amountCents: 1500 },
  });
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("a kept difference can be refunded later, even if the ticket is checked in and the price has changed since", async () => {
  const { site, admin, eventId, general, late } = await open();
  const { order } = await buyPaid(site, [{ ticketTypeId: general, quantity: 1 }]);
  const { id } = order.tickets[0]!;
  expect((await difference(admin, id, 1500)).body.code).toBe("order_closed");
  await move(admin, id, late);
  await sql`update ticket_types set price_cents = 2400 where id = ${late}`.execute(site.db);
  const tickets = async () => (await admin.get(`/api/admin/orders/${order.id}`)).body.tickets;
  expect(await tickets()).toMatchObject([{ id, differenceCents: 1500 }]);
  const { body: now } = await admin.get(`/api/orders/${order.id}`);
  expect((await scan(await site.as("moderator"), eventId, now.tickets[0]!.code)).body.verdict).toBe("admitted");
  expect((await difference(admin, id, 1499)).body.code).toBe("edited_meanwhile");
  expect((await difference(admin, id, 1500)).status).toBe(201);
  expect(await tickets()).toMatchObject([{ id, differenceCents: 0, status: "valid" }]);
  expect((await difference(admin, id, 1500)).body.code).toBe("already_refunded");
  await site.app.runJob("refunds");
  expect(await money(site, order.id)).toEqual({ cents: 1500, status: "partially_refunded" });
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("after a refunded difference the rest is refunded once, and moving back up costs the refunded amount more", async () => {
  const { site, admin, general, late, balcony } = await open();
  const { order } = await buyPaid(site, [{ ticketTypeId: general, quantity: 2 }]);
  const [first, second] = order.tickets.map(({ id }) => id);
  await difference(admin, first!, 1500, { ticketTypeId: late });
  expect((await move(admin, first!, general)).body.code).toBe("costs_more");
  const { body: choices } = await admin.get(`/api/admin/tickets/${first}/moves`);
  expect(choices).toMatchObject({ paidCents: 1000 });
  expect(choices.types.map(({ name, differenceCents }) => [name, differenceCents])).toEqual([
    ["General", 1500],
    ["Balcony", 5000],
  ]);
  expect((await difference(admin, second!, 1500, { ticketTypeId: balcony })).body.code).toBe("costs_more");
  const { body: all } = await quote(admin, order.id);
  expect(all).toMatchObject({ amountCents: 3500, leftCents: 0, statusAfter: "refunded" });
  const amounts = all.tickets.map((ticket: { amountCents: number; feeCents: number }) => [
    ticket.amountCents,
    ticket.feeCents,
  ]);
  expect(amounts).toEqual([
    [1000, 200],
    [2500, 200],
  ]);
  expect((await refund(admin, order.id, wish(2500, { ticketIds: [first] }))).body.code).toBe("edited_meanwhile");
  expect((await refund(admin, order.id, wish(1000, { ticketIds: [first] }))).status).toBe(201);
  expect((await difference(admin, first!, 1500)).body.code).toBe("order_closed");
  expect((await refund(admin, order.id, wish(2500))).status).toBe(201);
  await site.app.runJob("refunds");
  expect(await money(site, order.id)).toEqual({ cents: 5000, status: "refunded" });
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("a code's discount is not refunded, and a move to a free type refunds everything that was paid", async () => {
  const { site, admin, eventId, general } = await open();
  const near = await site.create.ticketType({ eventId, priceCents: 2400, name: "Near" });
  const free = await site.create.ticketType({ eventId, priceCents: 0, feeCents: 0, pricing: "free", name: "Free" });
  const made = await admin.post("/api/admin/promo-codes", {
    code: "TENOFF",
    discount: { kind: "percent", percent: 10 },
  });
  expect(made.status, made.text).toBe(201);
  const buyer = await site.as("guest");
  const cart = draft([{ ticketTypeId: general, quantity: 1 }], { promoCode: "TENOFF" });
  const { body: placed } = await buyer.post("/api/orders", cart);
  expect(placed.totalCents).toBe(2250);
  const page = await buyer.post(`/api/orders/${placed.id}/payment`);
  await completePage(buyer, paymentPageOf(page), "approve");
  const { body: order } = await buyer.get(`/api/orders/${placed.id}`);
  const { id } = order.tickets[0]!;
  expect((await difference(admin, id, 100, { ticketTypeId: near })).body.code).toBe("already_refunded");
  expect((await readStock(site, near)).sold).toBe(0);
  expect((await difference(admin, id, 2250, { ticketTypeId: free })).status).toBe(201);
  await site.app.runJob("refunds");
  expect(await money(site, order.id)).toEqual({ cents: 2250, status: "partially_refunded" });
  expect((await refund(admin, order.id, wish(0))).status).toBe(201);
  expect(await money(site, order.id)).toEqual({ cents: 2250, status: "refunded" });
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("a difference that the provider can't send is shown as not sent yet, is a discrepancy, and can be sent again", async () => {
  const { site, admin, general, late } = await open();
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId: general, quantity: 1 }]);
  await sql`update sandbox.sessions set refund_outcome = 'failed'`.execute(site.db);
  const made = await difference(admin, order.tickets[0]!.id, 1500, { ticketTypeId: late });
  await site.app.runJob("refunds");
  const read = async () => (await buyer.get(`/api/orders/${order.id}`)).body;
  expect(await read()).toMatchObject({ refunds: [{ status: "failed" }], tickets: [{ status: "valid" }] });
  expect(await mailsOf(site, "refund_done")).toEqual([]);
  await sql`update sandbox.sessions set refund_outcome = 'done'`.execute(site.db);
  const again = `/api/admin/orders/${order.id}/refunds/${made.body.id}/retry`;
  expect((await admin.post(again, { reason: "The bank is back" })).status).toBe(200);
  await site.app.runJob("refunds");
  expect(await read()).toMatchObject({ refunds: [{ status: "done", amountCents: 1500 }] });
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("a disputed payment, a void ticket and a full type are neither refunded nor moved", async () => {
  const { site, admin, eventId, general, late } = await open();
  const full = await site.create.ticketType({ eventId, priceCents: 500, capacity: 1, name: "Full" });
  await buyPaid(site, [{ ticketTypeId: full, quantity: 1 }]);
  const { order } = await buyPaid(site, [{ ticketTypeId: general, quantity: 2 }]);
  const [first, second] = order.tickets.map(({ id }) => id);
  const code = async (id: number, cents: number, to?: number) =>
    (await difference(admin, id, cents, to === undefined ? {} : { ticketTypeId: to })).body.code;
  expect(await code(first!, 2000, full)).toBe("sold_out");
  expect(await code(999_999, 1500, late)).toBe("not_found");
  await sql`update tickets set frozen_since = clock_now() where id = ${first!}`.execute(site.db);
  expect(await code(first!, 1500, late)).toBe("payment_disputed");
  await sql`update tickets set frozen_since = null where id = ${first!}`.execute(site.db);
  await admin.post(`/api/admin/tickets/${second}/cancel`, { returnsSpot: false, mail: false, reason });
  expect(await code(second!, 1500, late)).toBe("order_closed");
  expect(await readStock(site, late)).toEqual({ sold: 0, valid: 0 });
  expect(await money(site, order.id)).toEqual({ cents: 0, status: "paid" });
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("a canceled event refunds a moved ticket the rest of its price", async () => {
  const { site, admin, eventId, general, late } = await open();
  const { order } = await buyPaid(site, [{ ticketTypeId: general, quantity: 2 }]);
  await difference(admin, order.tickets[0]!.id, 1500, { ticketTypeId: late });
  const { body: event } = await admin.get(`/api/admin/events/${eventId}`);
  await admin.post(`/api/admin/events/${eventId}/cancel`, { version: event.version, note: "The storm" });
  expect((await admin.get(`/api/admin/events/${eventId}/refunds`)).body).toMatchObject({
    amountCents: 3500,
    feeCents: 400,
  });
  const begun = { withFee: true, includesAdmitted: false, reason: "The storm" };
  expect((await admin.post(`/api/admin/events/${eventId}/refunds`, begun)).status).toBe(200);
  await site.app.runJob("event-refunds");
  await site.app.runJob("refunds");
  expect(await money(site, order.id)).toEqual({ cents: 5000, status: "refunded" });
  expect(await brokenInvariants(site.db)).toEqual([]);
});

/** One difference requested thirty times at once on two nodes, each time with a different key. */
async function rush(options: SiteOptions = {}, prepare: (site: Site) => Promise<unknown> = async () => {}) {
  const { site, admin, general, late } = await open();
  await installMeetingPoint(site.db);
  const { database } = site;
  const nodes = [await openSite({ ...options, database }), await openSite({ ...options, database })];
  const admins = nodes.map((node) => node.clientOf(admin));
  const { order } = await buyPaid(site, [{ ticketTypeId: general, quantity: 2 }]);
  const { id } = order.tickets[0]!;
  await move(admin, id, late);
  await prepare(site);
  const answers = await Promise.all(Array.from({ length: 30 }, (_, index) => difference(admins[index % 2]!, id, 1500)));
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(amount_cents), 0)::int as cents from refunds`.execute(site.db);
  return { site, answers, cents: rows[0]!.cents };
}

test("thirty admin requests at once refund one difference once", async () => {
  const { site, answers, cents } = await rush();
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, "already_refunded"]));
  expect(cents).toBe(1500);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("negative control: without the locks the same rush refunds the difference more than once", async () => {
  const { cents } = await rush({ rewriteSql: withoutLocks() });
  expect(cents).toBeGreaterThan(1500);
});

test("the same request twenty times is one move and one refund with one response", async () => {
  const { site, admin, general, late } = await open();
  const { order } = await buyPaid(site, [{ ticketTypeId: general, quantity: 1 }]);
  const { id } = order.tickets[0]!;
  const key = { "idempotency-key": "pressed-often" };
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => difference(admin, id, 1500, { ticketTypeId: late }, key)),
  );
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1);
  expect(answers[0]!.status).toBe(201);
  const { rows } = await sql`select kind from ticket_changes`.execute(site.db);
  expect(rows).toHaveLength(1);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("refunding a difference requires a recent password confirmation", async () => {
  const { site, admin, general, late } = await open();
  const { order } = await buyPaid(site, [{ ticketTypeId: general, quantity: 1 }]);
  await sql`update sessions set confirmed_at = clock_now() - interval '31 minutes' where user_id = ${admin.id}`.execute(
    site.db,
  );
  const refused = await difference(admin, order.tickets[0]!.id, 1500, { ticketTypeId: late });
  expect(refused.body.code).toBe("confirmation_required");
  expect(await readStock(site, late)).toEqual({ sold: 0, valid: 0 });
});
