import { sql, type RawBuilder } from "kysely";
import type { MailListQuery, MailSort, MailStatus } from "#contract/outbox.ts";
import { wordPatterns, type PageOf } from "#server/platform/db/paging.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";

/** A mail as staff list it. */
export interface MailRow {
  id: number;
  kind: string;
  toAddress: string;
  toName: string;
  subject: string | null;
  status: MailStatus;
  attempts: number;
  error: string | null;
  createdAt: Date;
  sentAt: Date | null;
  nextAttemptAt: Date;
  resendOf: number | null;
}

/** The same with its text. */
export interface WholeMailRow extends MailRow {
  html: string | null;
  bodyText: string | null;
  codes: { cid: string; code: string }[];
  requestedBy: string | null;
  orderId: string | null;
  orderNumber: string | null;
  /** The link to an account that it carries. */
  linkId: string | null;
}

const columns = sql`
  m.id, m.kind, m.to_address as "toAddress", m.to_name as "toName", m.subject, m.status, m.attempts, m.error,
  m.created_at as "createdAt", m.sent_at as "sentAt", m.next_attempt_at as "nextAttemptAt", m.resend_of as "resendOf"`;
const withOrder = sql`emails m left join orders o on o.id = (m.topic ->> 'orderId')::uuid`;

const orders: Record<MailSort, RawBuilder<unknown>> = {
  createdAt: sql`m.created_at, m.id`,
  "-createdAt": sql`m.created_at desc, m.id desc`,
  to: sql`m.to_address, m.id`,
  "-to": sql`m.to_address desc, m.id desc`,
  attempts: sql`m.attempts, m.id`,
  "-attempts": sql`m.attempts desc, m.id desc`,
};

/** One page of mails, and how many there are. */
export async function findMails(
  db: Queryable,
  query: MailListQuery,
  page: PageOf,
): Promise<{ rows: MailRow[]; total: number }> {
  const parts = [
    sql`lower(concat_ws(' ', m.to_address, m.to_name, m.subject, o.number)) like all(${wordPatterns(query.q)}::text[])`,
  ];
  if (query.status !== undefined) parts.push(sql`m.status = ${query.status}`);
  if (query.kind !== undefined) parts.push(sql`m.kind = ${query.kind}`);
  const filter = sql.join(parts, sql` and `);
  const { rows } = await sql<MailRow>`
    select ${columns} from ${withOrder} where ${filter}
    order by ${orders[query.sort]} limit ${page.limit} offset ${page.offset}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from ${withOrder} where ${filter}`.execute(db);
  return { rows, total: counted.rows[0]!.total };
}

/** How many mails there are of each state and of each kind. */
export async function countMails(db: Queryable): Promise<{
  statuses: { status: MailStatus; count: number }[];
  kinds: { kind: string; count: number }[];
}> {
  const statuses = await sql<{ status: MailStatus; count: number }>`
    select status, count(*)::integer as count from emails group by status order by status`.execute(db);
  const kinds = await sql<{ kind: string; count: number }>`
    select kind, count(*)::integer as count from emails group by kind order by kind`.execute(db);
  return { statuses: statuses.rows, kinds: kinds.rows };
}

/** One mail with its text, and the order that it is about. */
export async function findMail(db: Queryable, id: number): Promise<WholeMailRow | undefined> {
  const { rows } = await sql<WholeMailRow>`
    select ${columns}, m.html, m.body_text as "bodyText", m.codes, u.display_name as "requestedBy", o.id as "orderId",
      o.number as "orderNumber", m.topic ->> 'linkId' as "linkId"
    from ${withOrder} left join users u on u.id = m.requested_by where m.id = ${id}`.execute(db);
  return rows[0];
}

/** What a mail was sent again as, latest first. */
export async function findResends(
  db: Queryable,
  id: number,
): Promise<{ id: number; status: MailStatus; createdAt: Date }[]> {
  const { rows } = await sql<{ id: number; status: MailStatus; createdAt: Date }>`
    select id, status, created_at as "createdAt" from emails where resend_of = ${id} order by id desc limit 50`.execute(
    db,
  );
  return rows;
}

/** The mail that told of an order first. */
export async function findConfirmation(db: Queryable, orderId: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from emails where dedupe_key = ${`order-confirmation:${orderId}`}`.execute(db);
  return rows[0]?.id;
}

/** Writes a mail once more: a mail of its own, of the same kind, to the same person, about the same thing. */
export async function insertResend(
  tx: Tx,
  resend: { of: number; staffId: number; dedupeKey: string },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into emails (dedupe_key, kind, to_address, to_name, topic, resend_of, requested_by)
    select ${resend.dedupeKey}, kind, to_address, to_name, topic, id, ${resend.staffId} from emails
    where id = ${resend.of} returning id`.execute(tx);
  return rows[0]!.id;
}
