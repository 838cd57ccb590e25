import { sql } from "kysely";
import { expect, test } from "vitest";
import { brokenInvariants } from "#testing/invariants.ts";
import { openSites } from "#testing/open-sites.ts";
import { buyPaid, quote, refund, scan, readStock, wish } from "./kit.ts";

const openSite = openSites();
const hour = 3_600_000;
const reason = "Scanned by mistake";

/** Two tickets that their buyer can refund until the event; the first was admitted, and its check-in was undone. */
async function undone() {
  const site = await openSite();
  const admin = await site.as("admin");
  const door = await site.as("moderator");
  const eventId = await site.create.event({
    startsAt: new Date(Date.now() + 100 * hour),
    endsAt: new Date(Date.now() + 105 * hour),
    refunds: { kind: "before_start", hours: 1, withFees: true },
  });
  const ticketTypeId = await site.create.ticketType({ eventId });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId, quantity: 2 }]);
  const [ticket, other] = order.tickets.map(({ id, code }) => ({ id, code }));
  const read = async () => (await buyer.get(`/api/orders/${order.id}`)).body;
  const admittedIds = async () =>
    (await read()).tickets.filter((each: any) => each.admittedAt !== null).map((each: any) => each.id);

  expect((await scan(door, eventId, ticket!.code)).body.verdict).toBe("admitted");
  expect(await admittedIds()).toEqual([ticket!.id]);
  expect((await read()).returns.ticketIds).toEqual([other!.id]);
  const undo = () => admin.post(`/api/admin/tickets/${ticket!.id}/check-in/undo`, { reason });
  expect((await undo()).status).toBe(200);
  expect(await admittedIds()).toEqual([]);
  return { site, admin, door, eventId, ticketTypeId, buyer, order, ticket: ticket!, other: other!, read, undo };
}

const entries = async (site: Awaited<ReturnType<typeof openSite>>, ticketId: number) =>
  (
    await sql<{ all: number; active: number }>`
      select count(*)::int as all, count(*) filter (where voided_at is null)::int as active
      from admissions where ticket_id = ${ticketId}`.execute(site.db)
  ).rows[0];

test("a ticket whose check-in was undone is admitted again, once, and can be undone again", async () => {
  const { site, door, eventId, ticket, undo } = await undone();
  const verdict = async () => (await scan(door, eventId, ticket.code)).body.verdict;
  expect(await verdict()).toBe("admitted");
  expect(await verdict()).toBe("already_admitted");
  const { body: doorAfter } = await door.get(`/api/door/events/${eventId}`);
  expect(doorAfter.admittedCount).toBe(1);
  await undo();
  const { body: emptied } = await door.get(`/api/door/events/${eventId}`);
  expect(emptied.admittedCount).toBe(0);
  expect(await verdict()).toBe("admitted");
  expect(await entries(site, ticket.id)).toEqual({ all: 3, active: 1 });
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("staff refund an order whose check-in was undone without confirming checked-in guests", async () => {
  const { site, admin, door, eventId, ticketTypeId, order, ticket, read } = await undone();
  expect((await quote(admin, order.id)).body).toMatchObject({ admittedCount: 0, amountCents: 5000 });
  const made = await refund(admin, order.id, wish(5000));
  expect(made.status, made.text).toBe(201);
  expect((await read()).status).toBe("refunded");
  expect(await readStock(site, ticketTypeId)).toEqual({ sold: 0, valid: 0 });
  expect((await scan(door, eventId, ticket.code)).body.verdict).toBe("void");
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("the buyer can refund a ticket whose check-in was undone, but not one that was checked in again", async () => {
  const { site, door, eventId, ticketTypeId, buyer, order, ticket, other, read, undo } = await undone();
  const refundTickets = () =>
    buyer.post(`/api/orders/${order.id}/refunds`, { ticketIds: [ticket.id], amountCents: 2500 });
  expect((await read()).returns.ticketIds).toEqual([ticket.id, other.id]);
  expect((await scan(door, eventId, ticket.code)).body.verdict).toBe("admitted");
  expect((await read()).returns.ticketIds).toEqual([other.id]);
  expect((await refundTickets()).body.code).toBe("refund_closed");
  await undo();
  const made = await refundTickets();
  expect(made.status, made.text).toBe(201);
  expect(await readStock(site, ticketTypeId)).toEqual({ sold: 1, valid: 1 });
  expect((await scan(door, eventId, ticket.code)).body.verdict).toBe("void");
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("staff can cancel a ticket whose check-in was undone, but not one that was checked in again", async () => {
  const { site, admin, door, eventId, ticketTypeId, ticket, undo } = await undone();
  const cancel = () => admin.post(`/api/admin/tickets/${ticket.id}/cancel`, { mail: false, reason, returnsSpot: true });
  expect((await scan(door, eventId, ticket.code)).body.verdict).toBe("admitted");
  expect((await cancel()).body.code).toBe("ticket_admitted");
  expect(await readStock(site, ticketTypeId)).toEqual({ sold: 2, valid: 2 });
  await undo();
  expect((await cancel()).status).toBe(200);
  expect(await readStock(site, ticketTypeId)).toEqual({ sold: 1, valid: 1 });
  expect((await scan(door, eventId, ticket.code)).body.verdict).toBe("void");
  expect(await brokenInvariants(site.db)).toEqual([]);
});
