import { bool, float, integer } from "#server/platform/db/columns.ts";
import { onlyValue, hasRows, onlyRow, run } from "#server/platform/db/rows.ts";
import { mailboxOf } from "#contract/email-address.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { sql } from "kysely";
import { mailPace, maxDownSeconds } from "./rules.ts";
import type { DueMail } from "./store.ts";

/** Lets one node at a time decide about the emails of one kind to one mailbox. */
export function lockRecipient(tx: Tx, { kind, toAddress }: DueMail): Promise<void> {
  return run(
    tx,
  )`select pg_advisory_xact_lock(hashtextextended('mails of ' || ${`${kind} ${mailboxOf(toAddress)}`}, 0))`;
}

/**
 * Whether an address, or its whole mailbox, has had its emails of a kind for now, and how long the others wait: 0 when
 * they may go, all in one.
 */
export function readPace(
  tx: Tx,
  { kind, toAddress }: DueMail,
  of: "address" | "mailbox",
): Promise<{ isFull: boolean; waitSeconds: number }> {
  const { most, within, pause } = mailPace;
  return onlyRow(tx)`
    select count(*) >= ${most} as "isFull",
      greatest(0, extract(epoch from max(released_at) + ${pause}::interval - clock_now()))::float as "waitSeconds"
    from emails
    where mailbox_of(to_address) = ${mailboxOf(toAddress)} and (${of} = 'mailbox' or to_address = ${toAddress})
      and kind = ${kind} and priority < 3 and released_at > clock_now() - ${within}::interval`;
}

/** Emails like this one that still wait for their first turn. Those that another node has just claimed are left out. */
const waitingLike = ({ id, kind, toAddress }: DueMail, most: number) => sql`
  (select id from emails
   where to_address = ${toAddress} and kind = ${kind} and status = 'queued' and released_at is null
     and resend_of is null and id <> ${id}
   order by id limit ${most} for update skip locked)`;

const stillClaimed = ({ id, attempts }: DueMail) => sql`id = ${id} and status = 'sending' and attempts = ${attempts}`;

/** Makes an email, and all others like it, wait. It was not attempted. */
export async function deferAll(tx: Tx, due: DueMail, waitSeconds: number): Promise<void> {
  const until = sql`clock_now() + make_interval(secs => ${waitSeconds})`;
  await run(tx)`
    update emails set status = 'queued', attempts = attempts - 1, lease_until = null, next_attempt_at = ${until}
    where ${stillClaimed(due)}`;
  await run(tx)`update emails set next_attempt_at = ${until} where id in ${waitingLike(due, 10_000)}`;
}

/**
 * Records that an email has its turn.
 *
 * @returns false when its lease expired and another node has it
 */
export function release(tx: Tx, due: DueMail): Promise<boolean> {
  return hasRows(tx)`update emails set released_at = clock_now() where ${stillClaimed(due)} returning id`;
}

/** Merges emails like this one into it: it lists them in its topic, and they are not sent themselves. */
export async function absorbWaiting(tx: Tx, due: DueMail): Promise<string> {
  const { ids } = await onlyRow(tx)<{ ids: string }>`
    with merged as (
      update emails set status = 'merged', merged_into = ${due.id}, lease_until = null
      where id in ${waitingLike(due, mailPace.maxMerged - 1)} returning id)
    select coalesce(string_agg(id::text, ',' order by id), '') as ids from merged`;
  if (ids === "") return ids;
  await run(tx)`update emails set topic = topic || jsonb_build_object('merged', ${ids}::text) where id = ${due.id}`;
  return ids;
}

/** Makes emails due that would wait until the email server, which is back, is tried again. */
export function endWaits(db: Queryable): Promise<void> {
  return run(db)`
    update emails set next_attempt_at = clock_now()
    where status = 'queued' and hold is null
      and next_attempt_at > clock_now() and next_attempt_at <= clock_now() + make_interval(secs => ${maxDownSeconds})`;
}

/** Whether an email is due that isn't a campaign's. */
export function hasUrgent(db: Queryable): Promise<boolean> {
  return onlyValue(db, bool)`
    select exists (select from emails where status in ('queued', 'unknown') and hold is null and priority < 3
      and next_attempt_at <= clock_now())`;
}

/** How many receipts were written in the last five seconds, 25 at most: how busy buyers are, on all nodes. */
export function countRecentReceipts(db: Queryable, kinds: string[]): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer from (select from emails
      where kind = any(${kinds}::text[]) and created_at > clock_now() - interval '5 seconds' limit 25) recent`;
}

/** Reserves the provider for some seconds, after all earlier reservations. @returns how long until they begin */
export function reserve(db: Queryable, provider: string, seconds: number): Promise<number> {
  return onlyValue(db, float)`
    insert into mail_rates as r (provider, free_at)
    values (${provider}, clock_now() + make_interval(secs => ${seconds}))
    on conflict (provider) do update
      set free_at = greatest(r.free_at, clock_now()) + make_interval(secs => ${seconds})
    returning greatest(0, extract(epoch from free_at - clock_now()) - ${seconds})::float8`;
}
