import { sql, type RawBuilder } from "kysely";
import type { AnyTopic } from "#contract/reminders.ts";
import { instant, integer, uuid, type RowFrom } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues, firstRow, onlyValue, run } from "#server/platform/db/rows.ts";
import type { RecordOwner } from "#server/platform/personal-records.ts";
import { maxWaiting, type ReminderStatus } from "./rules.ts";

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
  /** The account that entered the address, whose ever it is. */
  userId: number | null;
  event?: { eventId: number; openThen: number[] };
}

/**
 * The status that the opt-in policy asks about. Someone who unsubscribed stays `left` while they are only asked again,
 * until they confirm: whoever enters the address twice changes nothing.
 */
const policyStatus = sql`
  case when i.status = 'asked' and (i.left_at is not null or i.confirmed_at is not null) then 'left' else i.status end`;

const asked = { id: uuid, mailedAt: instant };

/** The first columns of a new signup; no row if its address waits for `maxWaiting` of what a module announces. */
const newSignup = ({ id, topic, email, userId, event }: NewWish, state: RawBuilder<unknown>) => sql`
  select ${id}::uuid, ${topic}, ${email}, ${userId}::bigint, ${event?.eventId ?? null}::bigint,
    ${event?.openThen ?? []}::bigint[], ${state}
  where (
    select count(*) from interests other where other.email = ${email} and other.event_id is null
      and other.topic <> ${topic} and split_part(other.topic, ':', 1) = split_part(${topic}, ':', 1)
      and other.status in ('asked', 'confirmed')) < ${maxWaiting}`;

/**
 * Stores a signup and counts its confirmation email. One guarded statement: of many at once for one address, only one
 * sends an email.
 *
 * @param from the statuses in which an address is asked again
 * @returns the signup whose email is due; undefined in any other status, or when the address got enough emails
 */
export function askAgain(
  tx: Tx,
  wish: NewWish,
  from: string[],
  limits: { pauseMinutes: number; most: number },
): Promise<RowFrom<typeof asked> | undefined> {
  return firstRow(tx, asked)`
    insert into interests as i (id, topic, email, user_id, event_id, open_then, mails, mailed_at)
    ${newSignup(wish, sql`1, clock_now()`)}
    on conflict (email, topic) do update set status = 'asked', open_then = excluded.open_then, mails = i.mails + 1,
      mailed_at = clock_now(), asked_at = clock_now()
    where ${policyStatus} = any(${from}::text[]) and i.mails < ${limits.most}
      and coalesce(i.mailed_at, '-infinity') < clock_now() - make_interval(mins => ${limits.pauseMinutes})
    returning i.id, i.mailed_at as "mailedAt"`;
}

/**
 * Changes a signup's status if it has one of these; returns its topic and address, or undefined when there is none or it
 * can't change.
 */
export function move(
  db: Queryable,
  id: string,
  from: readonly ReminderStatus[],
  to: "confirmed" | "left",
): Promise<{ topic: AnyTopic; email: string } | undefined> {
  const stamp =
    to === "confirmed"
      ? sql`confirmed_at = coalesce(confirmed_at, clock_now()), left_at = null, mails = 0`
      : sql`left_at = coalesce(left_at, clock_now())`;
  return firstRow(db)`
    update interests set status = ${to}, ${stamp}
    where id = ${id} and status = any(${[...from]}::text[]) returning topic, email`;
}

/** Takes an address off a topic's list, as its owner would by an emailed link. */
export function leaveTopic(tx: Tx, topic: AnyTopic, email: string): Promise<void> {
  return run(tx)`
    update interests set status = 'left', left_at = coalesce(left_at, clock_now())
    where topic = ${topic} and email = ${email} and status <> 'left'`;
}

/** A signup by its id; `left` also while its address is only asked whether it comes back. */
export function findInterest(db: Queryable, id: string): Promise<Interest | undefined> {
  return firstRow(db)`select i.id, i.topic, i.email, ${policyStatus} as status from interests i where i.id = ${id}`;
}

/** Those of some addresses whose owner followed the link in an email of ours, whatever they waited for. */
export function findConfirmedAddresses(db: Queryable, addresses: string[]): Promise<string[]> {
  return allValues(db)`
    select distinct email from interests where email = any(${addresses}::text[]) and confirmed_at is not null`;
}

/**
 * What a person's confirmed address is signed up for. Not what they entered another's address for: that such an entry is
 * missing would say that someone signed that address up before.
 */
export function findSignupsOf(
  db: Queryable,
  { email }: RecordOwner,
): Promise<{ topic: AnyTopic; email: string; status: ReminderStatus; askedAt: Date; toldAt: Date | null }[]> {
  return allRows(db)`
    select topic, email, status, asked_at as "askedAt", sent_at as "toldAt"
    from interests where email = ${email} order by asked_at, topic`;
}

/** Deletes a person's confirmed address. The signups of others' addresses stay, without who entered them. */
export async function forgetSignupsOf(tx: Tx, { id, email }: RecordOwner): Promise<void> {
  await run(tx)`delete from interests where email = ${email}`;
  await run(tx)`update interests set user_id = null where user_id = ${id}`;
}

/** Gives what one account entered to another. */
export function moveSignups(tx: Tx, fromId: number, toId: number): Promise<void> {
  return run(tx)`update interests set user_id = ${toId} where user_id = ${fromId}`;
}

/**
 * Deletes signups that nobody confirmed within a month, and those for what a module announced a month ago: we don't keep
 * their addresses. Someone who unsubscribed and didn't come back is unsubscribed again.
 */
export async function purgeOld(db: Queryable): Promise<void> {
  await run(db)`
    update interests i set status = 'left', left_at = coalesce(left_at, clock_now()), mails = 0
    where status in ('asked', 'left') and ${policyStatus} = 'left' and mails > 0
      and asked_at < clock_now() - interval '30 days'`;
  await run(db)`
    delete from interests where (status = 'asked' and asked_at < clock_now() - interval '30 days')
      or (status = 'sent' and event_id is null and sent_at < clock_now() - interval '30 days')`;
}

/** A person who is notified now. */
interface DueReminder {
  id: string;
  email: string;
  /** How many of these emails this address has got about this event, with this one. */
  sends: number;
}

/** Stores a signup as confirmed, since the address is; an existing one only from these statuses. */
export function joinAtOnce(tx: Tx, wish: NewWish, from: string[]): Promise<void> {
  return run(tx)`
    insert into interests as i (id, topic, email, user_id, event_id, open_then, status, confirmed_at)
    ${newSignup(wish, sql`'confirmed', clock_now()`)}
    on conflict (email, topic) do update set status = 'confirmed', left_at = null, mails = 0,
      confirmed_at = coalesce(i.confirmed_at, clock_now()), open_then = excluded.open_then
    where ${policyStatus} = any(${from}::text[])`;
}

/** Events that someone waits for. */
export function findAwaitedEvents(db: Queryable): Promise<number[]> {
  return allValues(db, integer)`
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
 * Marks as notified up to `max` people who confirmed a signup for one of these topics of a module: its caller emails them
 * in the same transaction. Of two at once, each signup is claimed by one; rows that another node works on are skipped.
 */
export function claimSignups(tx: Tx, topics: AnyTopic[], max: number): Promise<(DueReminder & { topic: AnyTopic })[]> {
  return allRows(tx)`
    update interests set status = 'sent', sent_at = clock_now(), sends = sends + 1
    where id in (
      select id from interests where topic = any(${topics}::text[]) and status = 'confirmed' and event_id is null
      order by id limit ${max} for update skip locked)
    returning id, topic, email, sends`;
}

/** The ids of those of a module's topics that someone waits for, who confirmed it. */
export function findAwaitedIds(db: Queryable, name: string): Promise<number[]> {
  return allValues(db, integer)`
    select distinct split_part(topic, ':', 2)::bigint from interests
    where status = 'confirmed' and event_id is null and split_part(topic, ':', 1) = ${name}`;
}

/** The ids of those of a module's topics that have any signup. */
export function findNamedIds(db: Queryable, name: string): Promise<number[]> {
  return allValues(db, integer)`
    select distinct split_part(topic, ':', 2)::bigint from interests
    where event_id is null and split_part(topic, ':', 1) = ${name}`;
}

/** How many wait for a topic of a module, and confirmed it. */
export function countAwaiting(db: Queryable, topic: AnyTopic): Promise<number> {
  return onlyValue(
    db,
    integer,
  )`select count(*)::integer from interests where topic = ${topic} and status = 'confirmed'`;
}

/** Deletes everyone who signed up for these topics of a module: they are of what no longer exists. */
export function forgetTopics(db: Queryable, topics: AnyTopic[]): Promise<void> {
  return run(db)`delete from interests where topic = any(${topics}::text[]) and event_id is null`;
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
