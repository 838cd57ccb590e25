import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { NewWish } from "./store.ts";

/** A person who is notified now. */
export interface DueReminder {
  id: string;
  email: string;
  /** How many of these emails this address has got about this event, with this one. */
  sends: number;
}

/** Stores a signup as confirmed, since the address is known to be theirs. An existing one stays as it is. */
export async function keepConfirmed(db: Queryable, { id, topic, email, event }: NewWish): Promise<void> {
  await sql`
    insert into interests as i (id, topic, email, event_id, open_then, status, confirmed_at)
    values (${id}, ${topic}, ${email}, ${event?.eventId ?? null}, ${event?.openThen ?? []}, 'confirmed', clock_now())
    on conflict (email, topic) do update set status = 'confirmed', confirmed_at = clock_now(), left_at = null, mails = 0,
      open_then = excluded.open_then
    where i.status <> 'confirmed'`.execute(db);
}

/** Events that someone waits for. */
export async function findAwaitedEvents(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ eventId: number }>`
    select distinct event_id as "eventId" from interests
    where event_id is not null and status = 'confirmed'`.execute(db);
  return rows.map(({ eventId }) => eventId);
}

/**
 * Marks as notified the people who wait for one of an event's ticket types that is on sale now and was not when they
 * signed up, up to `most`. Each is taken by one transaction: rows that another node works on are skipped.
 */
export async function takeDue(tx: Tx, eventId: number, open: number[], most: number): Promise<DueReminder[]> {
  const { rows } = await sql<DueReminder>`
    update interests set status = 'sent', sent_at = clock_now(), sends = sends + 1
    where id in (
      select id from interests
      where event_id = ${eventId} and status = 'confirmed' and not (${open}::bigint[] <@ open_then)
      order by id limit ${most} for update skip locked)
    returning id, email, sends`.execute(tx);
  return rows;
}

/** Events that any signup names. */
export async function findNamedEvents(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ eventId: number }>`
    select distinct event_id as "eventId" from interests where event_id is not null`.execute(db);
  return rows.map(({ eventId }) => eventId);
}

/** Deletes everyone who signed up for these events. */
export async function forgetEvents(db: Queryable, eventIds: number[]): Promise<void> {
  await sql`delete from interests where event_id = any(${eventIds}::bigint[])`.execute(db);
}
