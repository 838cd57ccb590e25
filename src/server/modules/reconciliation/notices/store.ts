import { sql, type RawBuilder } from "kysely";
import type { NoticeKind, NoticeQuery, NoticeState } from "#contract/notices.ts";
import { plannedByValues, type Queryable } from "#server/platform/db/database.ts";
import {
  inOrder,
  isAfter,
  sliceOf,
  sortKeyOf,
  toPage,
  type Keyed,
  type ListOrder,
  type PageOfRows,
} from "#server/platform/db/keyset.ts";
import { countUpTo, likeEach, wordPatterns } from "#server/platform/db/paging.ts";
import { orderNumberOf } from "#server/platform/db/word-search.ts";

/** A notice as it is kept, with the order that it is about. */
export interface NoticeRow {
  provider: "sandbox" | "stripe";
  eventId: string;
  kind: NoticeKind;
  ref: string;
  body: string;
  orderId: string | null;
  orderNumber: string | null;
  state: NoticeState;
  attempts: number;
  error: string | null;
  receivedAt: Date;
  processedAt: Date | null;
}

const state = sql`
  case when w.processed_at is not null then 'processed' when w.failed_at is not null then 'failed' else 'waiting' end`;
const columns = sql`
  w.provider, w.provider_event_id as "eventId", w.kind, w.ref, w.body, o.id as "orderId", o.number as "orderNumber",
  ${state} as state, w.attempts, case when w.processed_at is null then w.error end as error,
  w.received_at as "receivedAt", w.processed_at as "processedAt"`;
/** What a notice is about leads to a payment, and this to its order. */
const about = sql`
  left join lateral (
    select p.subject_id from payments p where w.kind = 'session' and p.provider = w.provider and p.provider_ref = w.ref
    union all
    select p.subject_id from refunds r join payments p on p.id = r.payment_id where w.kind = 'refund' and r.provider_ref = w.ref
    union all
    select p.subject_id from disputes d join payments p on p.id = d.payment_id
    where w.kind = 'dispute' and d.provider_ref = w.ref limit 1) m on true
  left join orders o on o.id = m.subject_id`;

const newestFirst: ListOrder = {
  name: "-receivedAt",
  keys: [
    { by: sql`w.received_at`, type: "timestamptz" },
    { by: sql`w.provider_event_id`, type: "text" },
  ],
  descending: true,
};

function whichFit({ q, state: wanted, kind }: NoticeQuery): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`true`];
  if (wanted === "processed") parts.push(sql`w.processed_at is not null`);
  if (wanted === "waiting") parts.push(sql`w.processed_at is null and w.failed_at is null`);
  if (wanted === "failed") parts.push(sql`w.processed_at is null and w.failed_at is not null`);
  if (kind !== undefined) parts.push(sql`w.kind = ${kind}`);
  const number = orderNumberOf(q);
  if (number === undefined) parts.push(likeEach(sql`lower(w.provider_event_id || ' ' || w.ref)`, wordPatterns(q)));
  else parts.push(sql`w.ref = any(${refsOf(number)})`);
  return sql.join(parts, sql` and `);
}

/** Every name that the provider has of something of one order. */
const refsOf = (number: string) => sql`array(
  with mine as (select p.id, p.provider_ref from orders o join payments p on p.subject_id = o.id where o.number = ${number})
  select provider_ref from mine where provider_ref is not null
  union select r.provider_ref from refunds r join mine on mine.id = r.payment_id where r.provider_ref is not null
  union select d.provider_ref from disputes d join mine on mine.id = d.payment_id)`;

/** One page of notices, newest first. @throws AppError `invalid_input` for a cursor that is none */
export async function findNotices(db: Queryable, query: NoticeQuery): Promise<PageOfRows<NoticeRow>> {
  const slice = sliceOf(query, newestFirst);
  const fits = whichFit(query);
  const { rows } = await sql<Keyed<NoticeRow>>`
    ${plannedByValues} select ${columns}, ${sortKeyOf(slice)} as "sortKey"
    from (select * from webhook_inbox w where ${fits} and ${isAfter(slice)} ${inOrder(slice)}) w ${about}
    ${inOrder({ ...slice, offset: 0 })}`.execute(db);
  return toPage(rows, slice, await countUpTo(db, sql`webhook_inbox w`, fits));
}

/** One notice. */
export async function findNotice(
  db: Queryable,
  { provider, eventId }: { provider: string; eventId: string },
): Promise<NoticeRow | undefined> {
  const { rows } = await sql<NoticeRow>`
    select ${columns} from webhook_inbox w ${about}
    where w.provider = ${provider} and w.provider_event_id = ${eventId}`.execute(db);
  return rows[0];
}
