import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Order } from "#contract/orders/orders.ts";
import { haveRead } from "#testing/meeting-point.ts";
import { sabotage, withoutRowLocks } from "#testing/sabotage.ts";
import type { Client, OrderLines, Site } from "#testing/site.ts";

/** What staff send to refund a whole order; tests override the rest. */
export const wish = (amountCents: number, more: object = {}) => ({
  withFee: true,
  returnsStock: true,
  amountCents,
  reason: "Requested by phone",
  ...more,
});

export const refund = (admin: Client, orderId: string, body: object, headers?: Record<string, string>) =>
  admin.post(`/api/admin/orders/${orderId}/refunds`, body, headers);
export const quote = (admin: Client, orderId: string, body: object = {}) =>
  admin.call("POST", `/api/admin/orders/${orderId}/refund-quote`, body);

export async function buyPaid(site: Site, lines: OrderLines, buyer?: Client): Promise<{ buyer: Client; order: Order }> {
  const by = buyer ?? (await site.as("guest"));
  const { status, body } = await site.buy(by, lines);
  if (status !== 200 || body.status !== "paid") throw new Error(`The order has status ${body.status} (HTTP ${status})`);
  return { buyer: by, order: body };
}

/** Units sold of a ticket type's stock, and how many of its tickets are valid. */
export async function readStock(site: Site, ticketTypeId: number): Promise<{ sold: number; valid: number }> {
  const { rows } = await sql<{ sold: number; valid: number }>`
    select s.sold, (select count(*)::int from tickets where ticket_type_id = y.id and status = 'valid') as valid
    from ticket_types y join stock s on s.id = y.stock_id where y.id = ${ticketTypeId}`.execute(site.db);
  return rows[0]!;
}

export function scan(door: Client, eventId: number, code: string) {
  const scanned = { code, eventId, deviceId: "door-device-1", scanId: randomUUID() };
  return door.post("/api/scans", scanned);
}

/** Every email of a kind, rendered. */
export async function mailsOf(site: Site, kind: string): Promise<{ to: string; subject: string; text: string }[]> {
  await site.app.runJob("mail");
  const { rows } = await sql<{ to: string; subject: string; text: string }>`
    select to_address as to, subject, body_text as text from emails where kind = ${kind} order by id`.execute(site.db);
  return rows;
}

/** Removes every lock of a refund; the first two that read what is left to refund go on once both have read it. */
export const withoutLocks = () =>
  sabotage(withoutRowLocks(), [
    "::uuid order by l.position, t.position",
    `::uuid and ${haveRead()} order by l.position, t.position`,
  ]);
