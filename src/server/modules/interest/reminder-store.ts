import { sql } from "kysely";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { NewWish } from "./store.ts";

/** Somebody who is told now. */
export interface Told {
  id: string;
  email: string;
  /** How many such news this makes, to this address about this night. */
  sends: number;
}

/** Keeps a wish as confirmed: the address is known to be theirs. One that stands already stays as it is. */
export async function keepConfirmed(db: Queryable, { id, topic, email, night }: NewWish): Promise<void> {
  await sql`
    insert into interests as i (id, topic, email, event_id, open_then, status, confirmed_at)
    values (${id}, ${topic}, ${email}, ${night?.eventId ?? null}, ${night?.openThen ?? []}, 'confirmed', clock_now())
    on conflict (email, topic) do update set status = 'confirmed', confirmed_at = clock_now(), left_at = null, mails = 0,
      open_then = excluded.open_then
    where i.status <> 'confirmed'`.execute(db);
}

/** Nights that somebody waits for. */
export async function findAwaitedNights(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ eventId: number }>`
    select distinct event_id as "eventId" from interests
    where event_id is not null and status = 'confirmed'`.execute(db);
  return rows.map(({ eventId }) => eventId);
}

/**
 * Marks those as told who wait for one of a night's ticket types that are on sale now and were not when they asked, so
 * many at most. Each is taken by one transaction alone: what another node is at is left to it.
 */
export async function takeDue(tx: Tx, eventId: number, open: number[], most: number): Promise<Told[]> {
  const { rows } = await sql<Told>`
    update interests set status = 'sent', sent_at = clock_now(), sends = sends + 1
    where id in (
      select id from interests
      where event_id = ${eventId} and status = 'confirmed' and not (${open}::bigint[] <@ open_then)
      order by id limit ${most} for update skip locked)
    returning id, email, sends`.execute(tx);
  return rows;
}

/** Nights that any wish names. */
export async function findNamedNights(db: Queryable): Promise<number[]> {
  const { rows } = await sql<{ eventId: number }>`
    select distinct event_id as "eventId" from interests where event_id is not null`.execute(db);
  return rows.map(({ eventId }) => eventId);
}

/** Forgets everybody who asked about these nights. */
export async function forgetNights(db: Queryable, eventIds: number[]): Promise<void> {
  await sql`delete from interests where event_id = any(${eventIds}::bigint[])`.execute(db);
}
