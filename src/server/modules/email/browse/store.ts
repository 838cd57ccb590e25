import { sql, type RawBuilder } from "kysely";
import type { EmailOverview } from "#contract/email/delivery.ts";
import type { MailDetail, MailList, MailListQuery, MailStatus, MailSummary } from "#contract/email/outbox.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { orderOf, type SortKey } from "#server/platform/db/keyset.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { maxCounted } from "#server/platform/db/paging.ts";
import { allRows, firstRow, onlyValue, hasRows, onlyRow } from "#server/platform/db/rows.ts";
import { nudgeAfterCommit } from "#server/platform/jobs.ts";
import type { StoredTopic } from "../new-mail.ts";
import type { Stored } from "#server/platform/shown.ts";

type MailRow = Stored<MailSummary> & { kind: string };

/** An email with its text. */
export interface WholeMailRow extends MailRow, Pick<MailDetail, "bodyText" | "order"> {
  html: string | null;
  codes: { cid: string; code: string }[];
  /** The email of the order that it is about. */
  orderEmail: string | null;
  /** Attempts after which nobody knows whether it arrived. */
  uncertainAttempts: number;
  /** Its campaign was stopped. */
  isStopped: boolean;
  topic: StoredTopic;
  /** The account that asked for it, if it's a resend. */
  requestedById: number | null;
}

const columns = sql<MailRow>`
  m.id, m.kind, json_build_object('name', m.to_name, 'address', m.to_address) as "to", m.subject, m.status, m.attempts,
  m.error, m.created_at as "createdAt", m.sent_at as "sentAt", m.resend_of as "resendOf", m.merged_into as "mergedInto",
  case when m.status in ('queued', 'sending', 'unknown') and m.next_attempt_at < 'infinity'
    then m.next_attempt_at end as "nextAttemptAt"`;

/** A table of the orders that emails are about: their id, number and buyer_email. */
type Orders = RawBuilder<unknown>;

const byId: SortKey = { by: sql`m.id`, type: "bigint" };
const keys: Record<string, SortKey[]> = {
  createdAt: [{ by: sql`m.created_at`, type: "timestamptz" }, byId],
  to: [{ by: sql`m.to_address`, type: "text" }, byId],
};

/** Emails as staff search them. An order number finds the emails about the order. */
export const mailsAbout = (orders: Orders): ListSource<MailListQuery, MailRow> => ({
  columns,
  from: sql`emails m`,
  page: { alias: "m", joins: sql``, wide: { table: sql`emails`, columns: sql`m.id` } },
  key: byId,
  order: ({ sort }) => orderOf(sort, keys),
  filters: { status: (status) => sql`m.status = ${status}`, kind: (kind) => sql`m.kind = ${kind}` },
  search: {
    texts: { names: sql`m.to_name || ' ' || coalesce(m.subject, '')`, address: sql`m.to_address` },
    byNumber: (number) => sql`
      m.topic ->> 'orderId' = (select id::text from ${orders} orders where number = ${number})`,
  },
});

/** How many emails there are of each status and each kind, each counted up to ten thousand. */
export async function countMails(db: Queryable): Promise<Pick<MailList, "statuses" | "kinds">> {
  const [statuses, kinds] = await Promise.all([countEach(db, "status"), countEach(db, "kind")]);
  return { statuses, kinds };
}

/** How many emails have one status or one kind: it has only the one that was asked for. */
type Counted = MailList["statuses"][number] & MailList["kinds"][number];

/** Skips from value to value along the index instead of reading a million emails to find five kinds. */
async function countEach(db: Queryable, name: "status" | "kind"): Promise<Counted[]> {
  const column = sql.ref(name);
  return allRows(db)`
    with recursive found as (
      (select ${column} as value from emails order by ${column} limit 1)
      union all
      select (select ${column} from emails where ${column} > found.value order by ${column} limit 1)
      from found where found.value is not null)
    select value as ${column}, (select count(*)::integer from (
      select from emails where ${column} = found.value limit ${sql.lit(maxCounted)}) few) as count
    from found where value is not null order by value`;
}

/** One email with its text, and the order that it is about. */
export function findMail(db: Queryable, orders: Orders, id: number): Promise<WholeMailRow | undefined> {
  return firstRow(db)`
    select ${columns}, m.html, m.body_text as "bodyText", m.codes, m.topic, m.requested_by as "requestedById",
      case when o.id is not null then json_build_object('id', o.id, 'number', o.number) end as "order", o.buyer_email as "orderEmail", m.uncertain_attempts as "uncertainAttempts",
      m.hold is not distinct from 'stopped' as "isStopped"
    from emails m left join ${orders} o on o.id = (m.topic ->> 'orderId')::uuid where m.id = ${id}`;
}

/** Resends of an email, latest first. */
export async function findResends(
  db: Queryable,
  id: number,
): Promise<{ id: number; status: MailStatus; createdAt: Date }[]> {
  return allRows(db)`
    select id, status, created_at as "createdAt" from emails where resend_of = ${id} order by id desc limit 50`;
}

/** A resend that staff asked for: without `to`, it goes to the same person as the first time. */
interface NewResend {
  of: number;
  staffId: number;
  dedupeKey: string;
  to?: string | undefined;
}

/** Adds a resend: its own email, of the same kind, about the same thing. */
export function insertResend(tx: Tx, { of, staffId, dedupeKey, to }: NewResend): Promise<number> {
  nudgeAfterCommit(tx, "mail");
  return onlyValue(tx, integer)`
    insert into emails (dedupe_key, kind, to_address, to_name, topic, priority, resend_of, requested_by)
    select ${dedupeKey}, kind, coalesce(${to ?? null}::text, to_address),
      case when ${to === undefined} then to_name else '' end,
      topic || case when ${to === undefined} then '{}' else '{"copy": 1}' end::jsonb, priority, id, ${staffId} from emails
    where id = ${of} returning id`;
}

/**
 * Queues a failed email again, unless it may have arrived or its campaign was stopped. That of a paused campaign waits.
 *
 * @returns false if it isn't one
 */
export function retryFailed(tx: Tx, id: number): Promise<boolean> {
  nudgeAfterCommit(tx, "mail");
  nudgeAfterCommit(tx, "campaign-mail");
  return hasRows(tx)`
    update emails set status = 'queued', attempts = 0, error = null, next_attempt_at = clock_now()
    where id = ${id} and status = 'failed' and uncertain_attempts = 0 and hold is distinct from 'stopped'
      and to_address not like '%@invalid'
    returning id`;
}

/** Emails about orders that waited for an email server: their kinds, and when each is over. */
export interface WaitedKinds {
  orders: Orders;
  kinds: { kind: string; isOver: RawBuilder<unknown> | undefined }[];
}

/** Whether what an email `m` is about is over. What has no end stays worth sending. */
const overOf = ({ kinds }: WaitedKinds) => {
  const cases = kinds.flatMap(({ kind, isOver }) => (isOver === undefined ? [] : [sql`when ${kind} then ${isOver}`]));
  return cases.length === 0 ? sql`false` : sql`case m.kind ${sql.join(cases, sql` `)} else false end`;
};

/** Emails `m` that waited for an email server, of these kinds, and that nobody sent again since. */
const unsent = ({ kinds, orders }: WaitedKinds) => sql`
  m.status = 'not_sent' and m.kind = any(${kinds.map(({ kind }) => kind)}::text[]) and m.created_at > clock_now() - interval '30 days'
    and m.to_address = (
      select o.buyer_email from ${orders} o where o.id = (m.topic ->> 'orderId')::uuid)
    and not exists (select from emails r where r.resend_of in (m.id, m.resend_of) and r.id > m.id)`;

/** How many can be sent, and how many aren't because what they are about is over. */
export function countUnsent(db: Queryable, waited: WaitedKinds): Promise<{ unsent: number; unsentOver: number }> {
  return onlyRow(db)`
    select count(*) filter (where not over)::integer as unsent, count(*) filter (where over)::integer as "unsentOver"
    from (select ${overOf(waited)} as over from emails m where ${unsent(waited)}) m`;
}

/** Queues those whose occasion isn't over; each is written again before it leaves. */
export function queueUnsent(tx: Tx, waited: WaitedKinds): Promise<{ id: number }[]> {
  nudgeAfterCommit(tx, "mail");
  return allRows(tx)`
    update emails set status = 'queued', attempts = 0, sent_at = null, next_attempt_at = clock_now()
    where status = 'not_sent' and id in (select m.id from emails m where ${unsent(waited)} and not ${overOf(waited)})
    returning id`;
}

/** Emails that a campaign skips, or no longer sends: they didn't fail. */
const isSkipped = sql`(status = 'suppressed' and bulk_key is not null)`;

/** Emails of each of the last 14 days of a time zone, oldest first. */
export function findDays(db: Queryable, timeZone: string): Promise<EmailOverview["days"]> {
  return allRows(db)`
    select to_char(day, 'YYYY-MM-DD') as day, count(m.id) filter (where m.status in ('sent', 'merged'))::integer as sent,
      count(m.id) filter (where m.status in ('failed', 'suppressed') and not ${isSkipped})::integer as failed,
      count(m.id) filter (where m.status = 'unknown')::integer as unknown
    from generate_series(date_trunc('day', clock_now() at time zone ${timeZone}) - interval '13 days',
      date_trunc('day', clock_now() at time zone ${timeZone}), '1 day') day
    left join emails m on m.created_at >= day at time zone ${timeZone}
      and m.created_at < (day + interval '1 day') at time zone ${timeZone}
    group by day order by day`;
}

/** Why emails of the last 14 days failed, most common first. Addresses and numbers in what a server said are left out. */
export function findFailures(db: Queryable): Promise<EmailOverview["failures"]> {
  return allRows(db)`
    select reason, count(*)::integer as count, (array_agg(json_build_object('id', id, 'name', to_address)
      order by id desc))[1] as latest
    from (select id, to_address,
      regexp_replace(regexp_replace(coalesce(error, 'No reason given'), '\\S+@\\S+|\\d{6,}', '…', 'g'),
        '^(.{119}).{2,}$', '\\1…') as reason
      from emails where status in ('failed', 'suppressed', 'unknown') and not ${isSkipped}
        and created_at > clock_now() - interval '14 days') failed
    group by reason order by count desc, reason limit 20`;
}
