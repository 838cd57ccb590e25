import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect } from "vitest";
import type { OfflineScan, OfflineScanResult, RefusedScan } from "#contract/door/batch.ts";
import type { Client, Site } from "#testing/site.ts";

/** An event with this many tickets sold. */
export async function sellEvent(at: Site, count: number, event: Parameters<Site["create"]["event"]>[0] = {}) {
  const eventId = await at.create.event(event);
  const ticketTypeId = await at.create.ticketType({ eventId, name: "Balcony", capacity: 1000, maxPerOrder: 1000 });
  const { body } = await at.buy(await at.as("guest"), [{ ticketTypeId, quantity: count }]);
  expect(body.tickets).toHaveLength(count);
  return { eventId, ticketTypeId, tickets: body.tickets };
}

export const createScan = (code: string, eventId: number, more: Partial<OfflineScan> = {}): OfflineScan => ({
  code,
  eventId,
  deviceId: "door-device-1",
  scanId: randomUUID(),
  ...more,
});

type Result = OfflineScanResult & Partial<RefusedScan>;

/** Sends scans as one list and returns the results in its order. */
export async function sendBatch(door: Client, scans: unknown[], sentAt?: string) {
  const { status, body } = await door.post("/api/scans/batch", { scans, ...(sentAt && { sentAt }) });
  expect(status).toBe(200);
  return { ...body, results: body.results as Result[] };
}

const minuteMs = 60_000;
/** An instant some minutes before now, in whole minutes so that ties are exact. */
export const minutesAgo = (minutes: number, from = Date.now()) =>
  new Date(Math.floor(from / minuteMs) * minuteMs - minutes * minuteMs).toISOString();

/** What an event's door has on record: check-ins, scans and conflicts by ticket, without the times and IDs of rows. */
export async function readBooks({ db }: Site, eventId: number) {
  const { rows } = await sql<{ position: number; admissions: number; books: unknown }>`
    select t.position, count(a.id)::integer as admissions, json_build_array(
      json_agg(json_build_array(a.device_id, a.scan_id, a.gate) order by a.scan_id),
      (select json_agg(json_build_array(s.device_id, s.scan_id, s.verdict, s.reason, c.kind, o.device_id, o.scan_id)
          order by s.device_id, s.scan_id)
        from scans s left join scan_conflicts c on c.device_id = s.device_id and c.scan_id = s.scan_id
        left join admissions o on o.id = c.admission_id
        where s.ticket_id = t.id)) as books
    from tickets t left join admissions a on a.ticket_id = t.id and a.voided_at is null
    where t.event_id = ${eventId} group by t.id order by t.position`.execute(db);
  return rows;
}

/** Forgets what was scanned at an event, so that it can be scanned again. */
export async function forgetScans({ db }: Site, eventId: number): Promise<void> {
  await sql`delete from scans where event_id = ${eventId}`.execute(db);
  await sql`delete from admissions where event_id = ${eventId}`.execute(db);
}

/** Refunds a ticket as of a time in the past. */
export async function refundAt({ db }: Site, ticketId: number, at: string): Promise<void> {
  await sql`update tickets set status = 'refunded', version = version + 1 where id = ${ticketId}`.execute(db);
  await sql`update tickets set void_since = ${at} where id = ${ticketId}`.execute(db);
  await sql`update former_ticket_codes set replaced_at = ${at} where ticket_id = ${ticketId}`.execute(db);
}

/** A ticket that was scanned online and offline: one conflict. @returns its ID */
export async function prepareDoor(site: Site, door: Client): Promise<number> {
  const { eventId, tickets } = await sellEvent(site, 1);
  await door.post("/api/scans", createScan(tickets[0]!.code, eventId));
  await sendBatch(door, [createScan(tickets[0]!.code, eventId, { scannedAt: minutesAgo(5) })]);
  const { body } = await door.get(`/api/door/conflicts?event=${eventId}`);
  return body.items[0]!.id;
}
