import { sql } from "kysely";
import type { Queryable } from "#server/platform/db/database.ts";

/** A webhook event on its way: `ref` is the id of its subject. */
export interface Delivery {
  webhookEventId: string;
  kind: "session" | "refund" | "dispute";
  ref: string;
  type: string;
}

/** Undelivered webhook events, each claimed with a growing pause before its next attempt; given up after three days. */
export async function claimDeliveries(db: Queryable, limit: number): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    update sandbox.deliveries d set attempts = d.attempts + 1,
      next_attempt_at = clock_now() + make_interval(secs => least(3600, 5 * power(2, d.attempts)))
    where event_id in (
      select event_id from sandbox.deliveries
      where delivered_at is null and next_attempt_at <= clock_now() and created_at > clock_now() - interval '3 days'
      order by next_attempt_at limit ${limit} for update skip locked)
    returning event_id as "webhookEventId", kind, ref, type`.execute(db);
  return rows;
}

/** Marks webhook events as delivered. */
export async function markDelivered(db: Queryable, webhookEventIds: string[]): Promise<void> {
  await sql`
    update sandbox.deliveries set delivered_at = clock_now(), attempts = attempts + 1
    where event_id = any(${webhookEventIds}::text[]) and delivered_at is null`.execute(db);
}
