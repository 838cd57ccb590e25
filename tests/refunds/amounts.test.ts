import { sql } from "kysely";
import { expect, test } from "vitest";
import { brokenInvariants } from "#testing/invariants.ts";
import { openSites } from "#testing/open-sites.ts";
import type { Client, SiteOptions } from "#testing/site.ts";
import { buyPaid, mailsOf, quote, readStock, refund, wish, withoutLocks } from "./kit.ts";

const openSite = openSites();
async function open(options: SiteOptions = {}) {
  const site = await openSite(options);
  const eventId = await site.create.event();
  const [general, balcony] = [
    await site.create.ticketType({ eventId, priceCents: 2500, feeCents: 200, name: "General" }),
    await site.create.ticketType({ eventId, priceCents: 6000, feeCents: 500, name: "Balcony" }),
  ];
  return { site, admin: await site.as("admin"), eventId, general, balcony };
}

const reason = "The bar ran out of ice";
const refundAmount = (
  who: Client,
  orderId: string,
  [amountCents, leftCents]: [number, number],
  more = {},
  headers?: Record<string, string>,
) => who.post(`/api/admin/orders/${orderId}/amount-refunds`, { amountCents, leftCents, reason, ...more }, headers);

test("an amount is refunded while tickets stay valid, and all records show it", async () => {
  const { site, admin, eventId, general, balcony } = await open();
  const { buyer, order } = await buyPaid(site, [
    { ticketTypeId: general, quantity: 2 },
    { ticketTypeId: balcony, quantity: 1 },
  ]);
  const made = await refundAmount(admin, order.id, [1100, 11_000], { note: "Sorry about that." });
  expect([made.status, made.body]).toMatchObject([
    201,
    { amountCents: 1100, status: "pending", kind: "amount", keepsTickets: true, madeBy: "staff" },
  ]);
  const { body: after } = await buyer.get(`/api/orders/${order.id}`);
  expect(after).toMatchObject({ status: "partially_refunded", refunds: [{ kind: "amount", amountCents: 1100 }] });
  expect(after.tickets.map(({ status }: { status: string }) => status)).toEqual(["valid", "valid", "valid"]);
  expect(await readStock(site, general)).toEqual({ sold: 2, valid: 2 });
  const { body: settlement } = await admin.get(`/api/admin/earnings/events/${eventId}`);
  const units = settlement.items.map((item: Record<string, unknown>) => [item.name, item.units, item.refundedUnits]);
  expect(units.toSorted()).toEqual([
    ["Balcony", 1, 0],
    ["General", 2, 0],
  ]);
  const [mail] = await mailsOf(site, "refund_made");
  expect(mail).toMatchObject({ subject: "Your $11.00 refund is on its way" });
  expect(mail!.text).toContain("Your tickets stay valid.");
  expect(mail!.text).toContain("Sorry about that.");
  expect(mail!.text).not.toContain(reason);

  await site.app.runJob("refunds");
  expect(await mailsOf(site, "refund_done")).toMatchObject([{ subject: "Your $11.00 refund was sent to your bank" }]);
  const { body: documents } = await buyer.get(`/api/orders/${order.id}/documents`);
  expect(documents.items).toMatchObject([{ kind: "receipt" }, { kind: "credit_note", totalCents: 1100 }]);
  const { rows: lines } = await sql<{ lines: object[] }>`
    select content->'lines' as lines from order_documents where kind = 'credit_note'`.execute(site.db);
  // Split by what the tickets cost: 25, 25 and 60 dollars.
  expect(lines[0]!.lines).toMatchObject([
    { name: "General, partial refund", totalCents: 500 },
    { name: "Balcony, partial refund", totalCents: 600 },
  ]);
  const { body: detail } = await admin.get(`/api/admin/orders/${order.id}`);
  expect(detail).toMatchObject({ returnedCents: 1100, refundableCents: 9900, refunds: [{ kind: "amount" }] });
  const { body: audit } = await admin.get(`/api/admin/audit?kind=order&id=${order.id}`);
  expect(audit.items).toMatchObject([
    {
      action: "order.amount_refunded",
      reason,
      before: { status: "paid", remainingCents: 11_000 },
      after: { status: "partially_refunded", remainingCents: 9900, amount: "$11.00", number: order.number },
    },
  ]);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("never more than is left, whatever is refunded in whatever order", async () => {
  const { site, admin, general } = await open();
  const { order } = await buyPaid(site, [{ ticketTypeId: general, quantity: 2 }]);
  const [first] = order.tickets.map(({ id }) => id);
  expect((await refundAmount(admin, order.id, [5001, 5000])).body.code).toBe("refund_too_high");
  expect((await refundAmount(admin, order.id, [1000, 4999])).body.code).toBe("edited_meanwhile");
  expect((await refundAmount(admin, order.id, [0, 5000])).body.code).toBe("invalid_input");
  expect((await refundAmount(admin, order.id, [1000, 5000])).status).toBe(201);
  // A later refund of a ticket pays what is left of it.
  expect((await quote(admin, order.id, { ticketIds: [first] })).body.amountCents).toBe(2000);
  expect((await refund(admin, order.id, wish(1800, { ticketIds: [first], withFee: false }))).status).toBe(201);
  expect((await refundAmount(admin, order.id, [2201, 2200])).body.code).toBe("refund_too_high");
  expect((await refundAmount(admin, order.id, [2100, 2200])).status).toBe(201);
  expect((await refundAmount(admin, order.id, [100, 100])).status).toBe(201);
  expect((await refundAmount(admin, order.id, [1, 0])).body.code).toBe("refund_too_high");
  await site.app.runJob("refunds");
  const { rows } = await sql`
    select status, refunded_cents as refunded, (select sum(amount_cents)::int from refunds where status = 'done') as sent
    from orders`.execute(site.db);
  // The other ticket is still valid.
  expect(rows).toEqual([{ status: "partially_refunded", refunded: 5000, sent: 5000 }]);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("fees that were kept for refunded tickets can be refunded as an amount, and the order is then refunded", async () => {
  const { site, admin, general } = await open();
  const { order } = await buyPaid(site, [{ ticketTypeId: general, quantity: 2 }]);
  await refund(admin, order.id, wish(4600, { withFee: false }));
  const { body: before } = await admin.get(`/api/admin/orders/${order.id}`);
  expect(before).toMatchObject({ status: "partially_refunded", refundableCents: 400 });
  expect((await refundAmount(admin, order.id, [400, 400])).body).toMatchObject({ feeCents: 400 });
  await site.app.runJob("refunds");
  const { body: after } = await admin.get(`/api/admin/orders/${order.id}`);
  expect(after).toMatchObject({ status: "refunded", refundableCents: 0 });
  expect((await refundAmount(admin, order.id, [1, 0])).body.code).toBe("already_refunded");
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("unpaid, free and disputed orders have no amount to refund", async () => {
  const { site, admin, eventId, general } = await open();
  const free = await site.create.ticketType({ eventId, priceCents: 0, feeCents: 0, pricing: "free", name: "Free" });
  const { order: given } = await buyPaid(site, [{ ticketTypeId: free, quantity: 1 }]);
  expect((await refundAmount(admin, given.id, [1, 0])).body.code).toBe("refund_too_high");
  const { order } = await buyPaid(site, [{ ticketTypeId: general, quantity: 1 }]);
  await sql`update payments set status = 'captured' where subject_id = ${order.id}`.execute(site.db);
  await sql`
    insert into disputes (id, payment_id, provider_ref, amount_cents, reason, status, opened_at)
    select gen_random_uuid(), id, 'dp_1', captured_cents, 'fraudulent', 'open', clock_now() from payments where subject_id = ${order.id}`.execute(
    site.db,
  );
  expect((await refundAmount(admin, order.id, [100, 2500])).body.code).toBe("payment_disputed");
  const guest = await site.as("guest");
  const { body: unpaid } = await guest.post("/api/orders", {
    lines: [{ ticketTypeId: general, quantity: 1 }],
    buyer: { name: "Ada", email: "ada@example.com" },
  });
  expect((await refundAmount(admin, unpaid.id, [100, 2500])).body.code).toBe("order_closed");
});

const twenty = Array.from({ length: 20 });

test("twenty staff who refund an amount at once refund it once, and a repeated key refunds nothing more", async () => {
  const { site, admin, general } = await open();
  const { order } = await buyPaid(site, [{ ticketTypeId: general, quantity: 2 }]);
  const answers = await Promise.all(twenty.map(() => refundAmount(admin, order.id, [1500, 5000])));
  expect(answers.map(({ status, body }) => body.code ?? status).toSorted()).toEqual([
    201,
    ...Array.from({ length: 19 }, () => "edited_meanwhile"),
  ]);
  const key = { "idempotency-key": "same" };
  const again = await Promise.all(twenty.map(() => refundAmount(admin, order.id, [700, 3500], {}, key)));
  expect(new Set(again.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  const { rows } = await sql`select refunded_cents as cents from orders`.execute(site.db);
  expect(rows).toEqual([{ cents: 2200 }]);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("without row locks, staff who refund an amount at once refund it several times", async () => {
  const { site, admin, general } = await open({ rewriteSql: withoutLocks() });
  const { order } = await buyPaid(site, [{ ticketTypeId: general, quantity: 2 }]);
  await Promise.all(twenty.map(() => refundAmount(admin, order.id, [100, 5000])));
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from order_refunds where amount_cents = 100`.execute(site.db);
  expect(rows[0]!.count).toBeGreaterThan(1);
});
