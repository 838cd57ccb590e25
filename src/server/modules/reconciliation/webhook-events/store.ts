import { sql, type RawBuilder } from "kysely";
import type { WebhookEventKind, ListWebhookEventsQuery, WebhookEventStatus } from "#contract/webhook-events.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { likeEach, wordPatterns } from "#server/platform/db/paging.ts";
import { orderNumberOf } from "#server/platform/db/word-search.ts";

/** A webhook event as stored, with its order. */
export interface WebhookEventRow {
  provider: "sandbox" | "stripe";
  webhookEventId: string;
  kind: WebhookEventKind;
  ref: string;
  body: string;
  orderId: string | null;
  orderNumber: string | null;
  status: WebhookEventStatus;
  attempts: number;
  error: string | null;
  receivedAt: Date;
  processedAt: Date | null;
}

const status = sql`
  case when w.processed_at is not null then 'processed' when w.failed_at is not null then 'failed' else 'waiting' end`;
const columns = sql<WebhookEventRow>`
  w.provider, w.provider_event_id as "webhookEventId", w.kind, w.ref, w.body, o.id as "orderId", o.number as "orderNumber",
  ${status} as status, w.attempts, case when w.processed_at is null then w.error end as error,
  w.received_at as "receivedAt", w.processed_at as "processedAt"`;
/** A webhook event's subject leads to a payment, and the payment to its order. */
const about = sql`
  left join lateral (
    select p.subject_id from ${paymentsTables.payments} p where w.kind = 'session' and p.provider = w.provider
      and p.provider_ref = w.ref
    union all
    select p.subject_id from ${paymentsTables.refunds} r join ${paymentsTables.payments} p on p.id = r.payment_id
      where w.kind = 'refund' and r.provider_ref = w.ref
    union all
    select p.subject_id from ${paymentsTables.disputes} d join ${paymentsTables.payments} p on p.id = d.payment_id
    where w.kind = 'dispute' and d.provider_ref = w.ref limit 1) m on true
  left join ${ordersTables.orders} o on o.id = m.subject_id`;

const statuses: Record<WebhookEventStatus, RawBuilder<unknown>> = {
  processed: sql`w.processed_at is not null`,
  waiting: sql`w.processed_at is null and w.failed_at is null`,
  failed: sql`w.processed_at is null and w.failed_at is not null`,
};

/** Every provider id that belongs to one order. */
const refsOf = (number: string) => sql`array(
  with mine as (select p.id, p.provider_ref from ${ordersTables.orders} o
    join ${paymentsTables.payments} p on p.subject_id = o.id where o.number = ${number})
  select provider_ref from mine where provider_ref is not null
  union select r.provider_ref from ${paymentsTables.refunds} r join mine on mine.id = r.payment_id
  where r.provider_ref is not null
  union select d.provider_ref from ${paymentsTables.disputes} d join mine on mine.id = d.payment_id)`;

/** Webhook events, newest first. */
export const webhookEvents: ListSource<ListWebhookEventsQuery, WebhookEventRow> = {
  columns,
  from: sql`${paymentsTables.webhook_inbox} w`,
  page: { alias: "w", joins: about },
  order: {
    name: "-receivedAt",
    keys: [
      { by: sql`w.received_at`, type: "timestamptz" },
      { by: sql`w.provider_event_id`, type: "text" },
    ],
    descending: true,
  },
  filters: {
    status: (wanted) => statuses[wanted],
    kind: (kind) => sql`w.kind = ${kind}`,
    q(q) {
      const number = orderNumberOf(q);
      if (number !== undefined) return sql`w.ref = any(${refsOf(number)})`;
      return likeEach(sql`lower(w.provider_event_id || ' ' || w.ref)`, wordPatterns(q));
    },
  },
};

/** One webhook event. */
export async function findWebhookEvent(
  db: Queryable,
  { provider, webhookEventId }: { provider: string; webhookEventId: string },
): Promise<WebhookEventRow | undefined> {
  const { rows } = await sql<WebhookEventRow>`
    select ${columns} from ${paymentsTables.webhook_inbox} w ${about}
    where w.provider = ${provider} and w.provider_event_id = ${webhookEventId}`.execute(db);
  return rows[0];
}
