import { sql } from "kysely";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { nudgeAfterCommit } from "#server/platform/jobs.ts";
import { momentAt, momentsBefore, type TimelineCursor } from "#server/platform/timeline.ts";
import { allRows, firstValue, onlyValue, hasRows, onlyRow } from "#server/platform/db/rows.ts";
import type { RefusalCause } from "#contract/email/delivery.ts";
import type { MailTopic, NewMail } from "./new-mail.ts";
import type { Mail } from "./mail.ts";

/** An email that was claimed for sending. */
export interface DueMail extends Omit<NewMail, "dedupeKey" | "priority" | "bulkKey"> {
  id: number;
  /** How many hours ago it was written. */
  ageHours: number;
  attempts: number;
  /** Earlier attempts that may or may not have sent the email. */
  uncertainAttempts: number;
  /** It had its turn among the emails to its address before. */
  isReleased: boolean;
  /** Staff asked for it. */
  isResend: boolean;
  /** The campaign or automation that it's an email of. */
  bulkKey: string | null;
}

/** An email of a campaign or an automation that was claimed for sending. */
export type DueBulkMail = DueMail & { bulkKey: string };

/** Queues emails in the transaction of their domain event, and wakes their senders once it has committed. */
export async function insertMails(tx: Tx, mails: NewMail[]): Promise<void> {
  if (mails.length === 0) return;
  await sql`
    insert into emails (dedupe_key, kind, to_address, to_name, topic, priority, bulk_key)
    select m."dedupeKey", m.kind, m."toAddress", m."toName", m.topic, m.priority, m."bulkKey"
    from json_to_recordset(${JSON.stringify(mails)}::json) as m("dedupeKey" text, kind text, "toAddress" text,
      "toName" text, topic jsonb, priority smallint, "bulkKey" text)
    on conflict (dedupe_key) do nothing`.execute(tx);
  if (mails.some(({ bulkKey }) => bulkKey === undefined)) nudgeAfterCommit(tx, "mail");
  if (mails.some(({ bulkKey }) => bulkKey !== undefined)) nudgeAfterCommit(tx, "campaign-mail");
}

/** True for an email about an order that staff sent to an address of their choice. */
export const isCopy = ({ topic }: Pick<NewMail, "topic">): boolean => topic.copy !== undefined;

/** Sends emails about orders that weren't sent yet to the orders' new addresses. */
export async function redirectMails(
  tx: Tx,
  changed: { orderId: string; buyerEmail: string; formerEmail: string }[],
): Promise<void> {
  await sql`
    update emails set to_address = c."buyerEmail", topic = topic - 'copy'
    from json_to_recordset(${JSON.stringify(changed)}::json) as c("orderId" text, "buyerEmail" text, "formerEmail" text)
    where topic ->> 'orderId' = c."orderId" and to_address = c."formerEmail" and status in ('queued', 'unknown')`.execute(
    tx,
  );
}

/** What a job sends: emails that someone waits for, or those of campaigns. */
interface Lanes {
  single: DueMail;
  bulk: DueBulkMail;
}
const lanes = { single: sql`priority < 3`, bulk: sql`priority = 3` };

/**
 * Claims emails that are due, the most urgent first, then the oldest. They are marked before anything is sent, so that a
 * crash leaves a trace and not a second copy.
 */
export function claimMails<Lane extends keyof Lanes>(db: Queryable, lane: Lane, max: number): Promise<Lanes[Lane][]> {
  return allRows(db)`
    update emails set status = 'sending', attempts = attempts + 1, lease_until = clock_now() + interval '60 seconds',
      handed_over_at = null
    where id = any(array(
      select id from emails where status in ('queued', 'unknown') and hold is null and ${lanes[lane]}
        and next_attempt_at <= clock_now()
      order by priority, next_attempt_at, id limit ${max} for update skip locked))
    returning ${dueColumns}`;
}

/** Stores an email that is sent at once, as claimed and handed over. */
export function insertAttempt(tx: Tx, mail: NewMail): Promise<DueMail> {
  return onlyRow(tx)`
    insert into emails (dedupe_key, kind, to_address, to_name, topic, priority, status, attempts, lease_until,
      handed_over_at)
    values (${mail.dedupeKey}, ${mail.kind}, ${mail.toAddress}, ${mail.toName}, ${JSON.stringify(mail.topic)}::jsonb,
      ${mail.priority}, 'sending', 1, clock_now() + interval '60 seconds', clock_now())
    returning ${dueColumns}`;
}

/** What is read of an email that is to be sent. */
const dueColumns = sql`
      id, kind, to_address as "toAddress", to_name as "toName", topic, attempts,
      extract(epoch from clock_now() - created_at)::float8 / 3600 as "ageHours",
      uncertain_attempts as "uncertainAttempts", released_at is not null as "isReleased",
      resend_of is not null as "isResend", bulk_key as "bulkKey"`;

/** The emails that were merged into one, oldest first; those whose recipient was deleted are left out. */
export async function findMerged(db: Queryable, { topic, toAddress }: MailTopic): Promise<MailTopic[]> {
  if (topic.merged === undefined) return [];
  return allRows(db)`
    select kind, to_address as "toAddress", topic from emails
    where id = any(string_to_array(${topic.merged}::text, ',')::bigint[]) and to_address = ${toAddress} order by id`;
}

/**
 * Records that an email is about to go to the email server: whether it was sent is unknown until the outcome is
 * recorded.
 *
 * @returns false when the lease expired and another node may have the email: it must not be sent then
 */
export function recordHandOver(db: Queryable, { id, attempts }: DueMail): Promise<boolean> {
  return hasRows(db)`
    update emails set handed_over_at = clock_now()
    where id = ${id} and status = 'sending' and attempts = ${attempts} and lease_until > clock_now()
    returning id`;
}

/** Records that an email was sent, or stored because there is no email server. */
export async function markDone(db: Queryable, id: number, status: "sent" | "not_sent", mail: Mail): Promise<void> {
  await sql`
    update emails set status = ${status}, sent_at = clock_now(), lease_until = null, error = null, refused_for = null,
      subject = ${mail.subject}, html = ${mail.html}, body_text = ${mail.text}, codes = ${JSON.stringify(mail.codes)}::jsonb
    where id = ${id}`.execute(db);
}

/** What became of an email that was not sent, or that nobody knows of whether it was (`uncertain`). */
interface FailedAttempt {
  status: "queued" | "unknown" | "failed" | "suppressed";
  error: string;
  retrySeconds?: number;
  uncertain?: boolean;
  /** The part of the site that the email server refused. */
  refusedFor?: RefusalCause | undefined;
}

/** Records a failed attempt. */
export async function markFailed(
  db: Queryable,
  id: number,
  { status, error, retrySeconds = 0, uncertain = false, refusedFor }: FailedAttempt,
): Promise<void> {
  await sql`
    update emails set status = ${status}, lease_until = null, error = ${error.slice(0, 500)},
      refused_for = ${refusedFor ?? null}, uncertain_attempts = uncertain_attempts + ${uncertain ? 1 : 0},
      next_attempt_at = clock_now() + make_interval(secs => ${retrySeconds})
    where id = ${id}`.execute(db);
}

/**
 * Recovers emails whose sender died. Those already handed to the email server may have been sent: they are sent once
 * more under the same Message-ID. The others were not sent, and are sent as usual.
 *
 * @param maxAttempts attempts after which an email is left for staff to check
 */
export async function recoverLost(db: Queryable, maxAttempts: number): Promise<void> {
  await sql`
    update emails set lease_until = null,
      status = case when handed_over_at is null then case when attempts >= ${maxAttempts} then 'failed' else 'queued' end
        when uncertain_attempts >= 1 then 'failed' else 'unknown' end,
      uncertain_attempts = uncertain_attempts + case when handed_over_at is null then 0 else 1 end,
      error = 'The sender stopped before it recorded the result', next_attempt_at = clock_now()
    where status = 'sending' and lease_until < clock_now() and bulk_key is null`.execute(db);
}

/**
 * Counts emails that have been due for five minutes and that no job has taken. Campaigns take as long as they take.
 */
export function countOverdue(db: Queryable): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer as count from emails
    where status in ('queued', 'unknown') and priority < 3 and next_attempt_at < clock_now() - interval '5 minutes'`;
}

/** How many emails wait to be sent, and how many seconds ago the first of them was due, campaigns' apart. */
export function findQueue(db: Queryable): Promise<{ waiting: number; lateSeconds: number }> {
  return onlyRow(db)`
    select count(*)::integer as waiting,
      greatest(0, coalesce(extract(epoch from clock_now() - min(next_attempt_at) filter (where priority < 3)), 0))::float8
        as "lateSeconds"
    from emails where status in ('queued', 'unknown') and hold is null and next_attempt_at < 'infinity'`;
}

/** The emails that wait because the email server refuses the site: how many, and what it last said. */
export function findRefused(
  db: Queryable,
): Promise<{ count: number; cause: RefusalCause | null; said: string | null }> {
  return onlyRow(db)`
    select count(*)::integer as count, (array_agg(refused_for order by id desc))[1] as cause,
      (array_agg(error order by id desc))[1] as said
    from emails where refused_for is not null and status = 'queued'`;
}

/** Whose emails: sent to an address, or about one of these orders. Those of `staffKinds` went to staff, not to buyers. */
export interface MailOwner {
  email: string | null;
  orderIds: string[];
  staffKinds: string[];
}

/** The condition that an email belongs to this owner. */
const belongTo = ({ email, orderIds, staffKinds }: MailOwner) => sql`
  (to_address = ${email}::text
    or (topic ->> 'orderId' = any(${orderIds}::text[]) and kind <> all(${staffKinds}::text[])))`;

/** Emails of a person for their timeline, latest first. */
export async function findMailMoments(
  db: Queryable,
  owner: MailOwner,
  before: TimelineCursor | undefined,
  limit: number,
) {
  const moments = sql`
    select id::text as id, ${momentAt(sql`created_at`)} as at,
      coalesce(subject, replace(kind, '_', ' ')) as title, replace(status, '_', ' ') || ' · ' || to_address as detail,
      '/email-management?id=' || id as path
    from emails where ${belongTo(owner)}`;
  return (await momentsBefore(moments, before, limit).execute(db)).rows;
}

/** An email as its receiver downloads it. */
interface MailRecord {
  kind: string;
  to: string;
  subject: string | null;
  text: string | null;
  status: string;
  createdAt: Date;
  sentAt: Date | null;
}

/** Every email to a person. */
export function findMailRecords(db: Queryable, owner: MailOwner): Promise<MailRecord[]> {
  return allRows(db)`
    select kind, to_address as "to", subject, body_text as "text", status, created_at as "createdAt", sent_at as "sentAt"
    from emails where ${belongTo(owner)} order by id`;
}

/** Empties a person's emails; kind and time stay. Emails that are not sent yet never will be. */
export async function emptyMails(tx: Tx, owner: MailOwner, name: string, address: string): Promise<void> {
  await sql`
    update emails set to_address = ${address}, to_name = ${name}, subject = null, html = null, body_text = null,
      codes = '[]', status = case when status in ('queued', 'unknown') and next_attempt_at < 'infinity' then 'failed' else status end,
      error = case when status in ('queued', 'unknown') then 'Not sent: the account was deleted' else error end
    where ${belongTo(owner)}`.execute(tx);
}

/** How many emails couldn't be sent. Those of campaigns are in their reports. */
export async function countFailed(db: Queryable): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer as count from emails where status in ('failed', 'suppressed') and bulk_key is null`;
}

/** The first email with a key, and the address that it goes to from now on. */
interface OwnResend {
  dedupeKey: string;
  toAddress: string;
}

/**
 * Sends the first emails with some keys again, unless one is on its way or went out in this hour, by the database's
 * clock. Their person asked for it. @returns the addresses of all of them, sorted
 */
export async function resendFirst(db: Queryable, first: OwnResend[], personId: number): Promise<string[]> {
  const rows = await allRows(db)<{ id: number; toAddress: string; isOnItsWay: boolean }>`
    select e.id, f."toAddress", e.status in ('queued', 'sending') as "isOnItsWay"
    from json_to_recordset(${JSON.stringify(first)}::json) as f("dedupeKey" text, "toAddress" text)
      join emails e on e.dedupe_key = f."dedupeKey"`;
  const again = rows.filter(({ isOnItsWay }) => !isOnItsWay);
  await sql`
    insert into emails (dedupe_key, kind, to_address, to_name, topic, priority, resend_of, requested_by)
    select 'own-resend:' || e.id || ':' || to_char(clock_now() at time zone 'UTC', 'YYYY-MM-DD HH24'), e.kind,
           a."toAddress", e.to_name, e.topic, e.priority, e.id, ${personId}
    from json_to_recordset(${JSON.stringify(again)}::json) as a(id bigint, "toAddress" text) join emails e on e.id = a.id
    on conflict (dedupe_key) do nothing`.execute(db);
  nudgeAfterCommit(db, "mail");
  return [...new Set(rows.map(({ toAddress }) => toAddress))].toSorted();
}

/** Queues an email once in so many seconds by the database's clock, whatever its key ends with. */
export async function insertOncePer(db: Queryable, seconds: number, mail: NewMail): Promise<void> {
  await sql`
    insert into emails (dedupe_key, kind, to_address, to_name, topic, priority)
    values (${mail.dedupeKey} || ':' || floor(extract(epoch from clock_now()) / ${seconds}), ${mail.kind}, ${mail.toAddress},
            ${mail.toName}, ${JSON.stringify(mail.topic)}::jsonb, ${mail.priority})
    on conflict (dedupe_key) do nothing`.execute(db);
  nudgeAfterCommit(db, "mail");
}

/** The first email of a kind about an order that went to an address. */
export function findFirstMail(
  db: Queryable,
  { kind, orderId, toAddress }: { kind: string; orderId: string; toAddress: string },
): Promise<number | undefined> {
  return firstValue(db)`
    select id from emails where topic ->> 'orderId' = ${orderId} and kind = ${kind} and to_address = ${toAddress}
    order by id limit 1`;
}

/** Deletes an email that was never sent. */
export async function deleteMail(db: Queryable, id: number): Promise<void> {
  await sql`delete from emails where id = ${id}`.execute(db);
}
