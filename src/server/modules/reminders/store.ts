import { sql } from "kysely";
import type { AnyTopic } from "#contract/reminders.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, firstValue, run } from "#server/platform/db/rows.ts";
import type { ReminderStatus } from "./rules.ts";

/** A person's signup for one topic. */
interface Interest {
  id: string;
  topic: AnyTopic;
  email: string;
  status: ReminderStatus;
}

/** A new signup; one that waits for an event's tickets names those that are on sale already. */
export interface NewWish {
  id: string;
  topic: AnyTopic;
  email: string;
  event?: { eventId: number; openThen: number[] };
}

/**
 * Stores a signup and counts its confirmation email. One guarded statement: of many at once for one address, only one
 * sends an email.
 *
 * @returns the signup whose email is due, or undefined when the address is confirmed already or got enough emails
 */
export function askAgain(
  tx: Tx,
  wish: NewWish,
  limits: { pauseMinutes: number; most: number },
): Promise<{ id: string; mails: number } | undefined> {
  return firstRow(tx)`
    insert into interests as i (id, topic, email, event_id, open_then, mails, mailed_at)
    values (${wish.id}, ${wish.topic}, ${wish.email}, ${wish.event?.eventId ?? null}, ${wish.event?.openThen ?? []}, 1,
      clock_now())
    on conflict (email, topic) do update set status = 'asked', left_at = null,
      open_then = excluded.open_then, mails = i.mails + 1,
      mailed_at = clock_now(), asked_at = clock_now()
    where i.status in ('asked', 'left', 'sent') and i.mails < ${limits.most}
      and i.mailed_at < clock_now() - make_interval(mins => ${limits.pauseMinutes})
    returning i.id, i.mails`;
}

/**
 * Changes a signup's status if it has one of these; returns its topic, or undefined when there is none or it can't
 * change.
 */
export function move(
  db: Queryable,
  id: string,
  from: readonly ReminderStatus[],
  to: "confirmed" | "left",
): Promise<AnyTopic | undefined> {
  const stamp =
    to === "confirmed"
      ? sql`confirmed_at = coalesce(confirmed_at, clock_now()), mails = 0`
      : sql`left_at = coalesce(left_at, clock_now())`;
  return firstValue(db)`
    update interests set status = ${to}, ${stamp}
    where id = ${id} and status = any(${[...from]}::text[]) returning topic`;
}

/** A signup by its id. */
export function findInterest(db: Queryable, id: string): Promise<Interest | undefined> {
  return firstRow(db)`select id, topic, email, status from interests where id = ${id}`;
}

/** Those of some addresses whose owner followed the link in an email of ours, whatever they waited for. */
export function findConfirmedAddresses(db: Queryable, addresses: string[]): Promise<string[]> {
  return allValues(db)`
    select distinct email from interests where email = any(${addresses}::text[]) and confirmed_at is not null`;
}

/** Everything that an address signed up for. */
export function findByEmail(db: Queryable, email: string): Promise<Interest[]> {
  return allRows(db)`
    select id, topic, email, status from interests where email = ${email} order by topic`;
}

/** Deletes an address. */
export function forgetEmail(tx: Tx, email: string): Promise<void> {
  return run(tx)`delete from interests where email = ${email}`;
}

/** Deletes signups that nobody confirmed within a month: we don't keep their addresses. */
export function purgeUnconfirmed(db: Queryable): Promise<void> {
  return run(db)`
    delete from interests where status = 'asked' and asked_at < clock_now() - interval '30 days'`;
}

/** A person who is notified now. */
interface DueReminder {
  id: string;
  email: string;
  /** How many of these emails this address has got about this event, with this one. */
  sends: number;
}

/** Stores a signup as confirmed, since the address is known to be theirs. An existing one stays as it is. */
export function insertConfirmed(db: Queryable, { id, topic, email, event }: NewWish): Promise<void> {
  return run(db)`
    insert into interests as i (id, topic, email, event_id, open_then, status, confirmed_at)
    values (${id}, ${topic}, ${email}, ${event?.eventId ?? null}, ${event?.openThen ?? []}, 'confirmed', clock_now())
    on conflict (email, topic) do update set status = 'confirmed', confirmed_at = clock_now(), left_at = null, mails = 0,
      open_then = excluded.open_then
    where i.status <> 'confirmed'`;
}

/** Events that someone waits for. */
export function findAwaitedEvents(db: Queryable): Promise<number[]> {
  return allValues(db)`
    select distinct event_id as "eventId" from interests
    where event_id is not null and status = 'confirmed'`;
}

/**
 * Marks as notified the people who wait for one of an event's ticket types that is on sale now and was not when they
 * signed up, up to `max`. Each is taken by one transaction: rows that another node works on are skipped.
 */
export function claimDue(tx: Tx, eventId: number, open: number[], max: number): Promise<DueReminder[]> {
  return allRows(tx)`
    update interests set status = 'sent', sent_at = clock_now(), sends = sends + 1
    where id in (
      select id from interests
      where event_id = ${eventId} and status = 'confirmed' and not (${open}::bigint[] <@ open_then)
      order by id limit ${max} for update skip locked)
    returning id, email, sends`;
}

/**
 * Marks as notified everyone who confirmed a signup for a module's topic: its caller emails them in the same transaction.
 * Of two at once, each signup is claimed by one.
 */
export function claimSignups(tx: Tx, topic: AnyTopic): Promise<DueReminder[]> {
  return allRows(tx)`
    update interests set status = 'sent', sent_at = clock_now(), sends = sends + 1
    where topic = ${topic} and status = 'confirmed' returning id, email, sends`;
}

/** Events that any signup names. */
export function findNamedEvents(db: Queryable): Promise<number[]> {
  return allValues(db)`
    select distinct event_id as "eventId" from interests where event_id is not null`;
}

/** Deletes everyone who signed up for these events. */
export function forgetEvents(db: Queryable, eventIds: number[]): Promise<void> {
  return run(db)`delete from interests where event_id = any(${eventIds}::bigint[])`;
}
