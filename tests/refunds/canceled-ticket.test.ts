import { sql } from "kysely";
import { expect, test } from "vitest";
import { brokenInvariants } from "#testing/invariants.ts";
import { openSites } from "#testing/open-sites.ts";
import { type Client, type Site } from "#testing/site.ts";
import { buyPaid, quote, refund, scan, readStock, wish } from "./kit.ts";

const openSite = openSites();

const cancel = (admin: Client, ticketId: number, returnsSpot: boolean) =>
  admin.post(`/api/admin/tickets/${ticketId}/cancel`, { mail: false, reason: "Asked for it", returnsSpot });

/** Units sold of everything that an order uses: the ticket type, the event's capacity, its pool. */
async function soldOf(site: Site): Promise<Record<string, number>> {
  const { rows } = await sql<{ kind: string; sold: number }>`
    select kind, sold from stock where kind in ('ticket_type', 'event', 'pool')`.execute(site.db);
  return Object.fromEntries(rows.map(({ kind, sold }) => [kind, sold]));
}

/** An order of three tickets, for an event with a capacity and a ticket type with a pool. */
async function threeTickets(ticketsPerUnit = 1) {
  const site = await openSite();
  const admin = await site.as("admin");
  const eventId = await site.create.event({ capacity: 20 });
  const { body: setup } = await admin.post(`/api/admin/events/${eventId}/pools`, {
    name: "Floor",
    counts: "people",
    capacity: 12,
  });
  const ticketTypeId = await site.create.ticketType({
    eventId,
    capacity: 5,
    ticketsPerUnit,
    poolIds: [setup.pools[0]!.id],
  });
  const { buyer, order } = await buyPaid(site, [{ ticketTypeId, quantity: 3 }]);
  return { site, admin, eventId, ticketTypeId, buyer, order };
}

test("refunding an order whose ticket was canceled with its spot returns all its money and each spot once", async () => {
  const { site, admin, eventId, ticketTypeId, buyer, order } = await threeTickets();
  const [canceled] = order.tickets;
  expect((await cancel(admin, canceled!.id, true)).status).toBe(200);
  expect(await readStock(site, ticketTypeId)).toEqual({ sold: 2, valid: 2 });
  expect(await soldOf(site)).toEqual({ ticket_type: 2, event: 2, pool: 2 });

  // The canceled ticket's money was kept until now, so the whole order is the full amount and two spots.
  const asked = await quote(admin, order.id);
  expect(asked.body).toMatchObject({
    amountCents: 7500,
    ticketCount: 3,
    leftCents: 0,
    statusAfter: "refunded",
    stock: [{ units: 2 }],
  });
  const made = await refund(admin, order.id, wish(7500));
  expect(made.status, made.text).toBe(201);
  expect(await readStock(site, ticketTypeId)).toEqual({ sold: 0, valid: 0 });
  expect(await soldOf(site)).toEqual({ ticket_type: 0, event: 0, pool: 0 });
  await site.app.runJob("refunds");
  const { body: after } = await buyer.get(`/api/orders/${order.id}`);
  expect(after).toMatchObject({ status: "refunded", payment: { status: "refunded" } });
  expect(after.tickets.map(({ status }: { status: string }) => status)).toEqual(["refunded", "refunded", "refunded"]);
  const door = await site.as("moderator");
  for (const { code } of [...order.tickets, ...after.tickets]) {
    expect((await scan(door, eventId, code)).body.verdict).toBe("void");
  }
  const { rows } = await sql<{ cents: number }>`select sum(amount_cents)::int as cents from sandbox.refunds`.execute(
    site.db,
  );
  expect(rows).toEqual([{ cents: 7500 }]);
  expect((await refund(admin, order.id, wish(7500))).body.code).toBe("already_refunded");
  // Five spots, as many as there ever were, are for sale, and no sixth.
  await buyPaid(site, [{ ticketTypeId, quantity: 5 }]);
  expect((await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }])).body).toMatchObject({
    code: "sold_out",
  });
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("refunding an order whose ticket was canceled without its spot releases that spot too", async () => {
  const { site, admin, ticketTypeId, order } = await threeTickets();
  await cancel(admin, order.tickets[0]!.id, false);
  expect(await readStock(site, ticketTypeId)).toEqual({ sold: 3, valid: 2 });
  expect((await refund(admin, order.id, wish(7500))).status).toBe(201);
  expect(await readStock(site, ticketTypeId)).toEqual({ sold: 0, valid: 0 });
  expect(await soldOf(site)).toEqual({ ticket_type: 0, event: 0, pool: 0 });
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("a canceled ticket can be refunded alone and doesn't release its spot a second time", async () => {
  const { site, admin, ticketTypeId, buyer, order } = await threeTickets();
  const [canceled] = order.tickets;
  await cancel(admin, canceled!.id, true);
  expect((await refund(admin, order.id, wish(2500, { ticketIds: [canceled!.id] }))).status).toBe(201);
  expect(await readStock(site, ticketTypeId)).toEqual({ sold: 2, valid: 2 });
  expect((await buyer.get(`/api/orders/${order.id}`)).body.status).toBe("partially_refunded");
  expect((await refund(admin, order.id, wish(5000))).status).toBe(201);
  expect(await soldOf(site)).toEqual({ ticket_type: 0, event: 0, pool: 0 });
  expect(await brokenInvariants(site.db)).toEqual([]);
});
