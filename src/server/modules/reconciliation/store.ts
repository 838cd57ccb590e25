import { numbersAmong, type TargetNamer } from "#server/platform/target-names.ts";
import { sql, type RawBuilder } from "kysely";
import type { Discrepancy, DiscrepancyKind } from "#contract/reconciliation/discrepancies.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import type { Queryable, RowOf } from "#server/platform/db/database.ts";
import type { SortKey } from "#server/platform/db/keyset.ts";
import type { ListQuery, ListSource } from "#server/platform/db/list.ts";
import type { DisputeQuery, MoneyDispute } from "#contract/payments/disputes.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { likeEach, wordPatterns } from "#server/platform/db/paging.ts";
import { orderNumberOf } from "#server/platform/db/word-search.ts";
import { allRows, firstRow } from "#server/platform/db/rows.ts";
import type {
  ListWebhookEventsQuery,
  PaymentWebhookEventDetail,
  WebhookEventStatus,
} from "#contract/payments/webhook-events.ts";

/** A discrepancy as stored, with its order and its money. */
export type DiscrepancyRow = RowOf<Omit<Discrepancy, "repairs">, "openedAt">;

const columns = sql<DiscrepancyRow>`
  e.id, e.kind, case when o.id is not null then json_build_object('id', o.id, 'number', o.number, 'status', o.status,
    'buyerName', o.buyer_name, 'totalCents', o.total_cents) end as "order", e.payment_id as "paymentId", e.refund_id as "refundId", e.ref,
  coalesce(r.amount_cents, p.amount_cents, o.total_cents) as "amountCents", coalesce(p.currency, o.currency) as currency,
  e.detail, e.opened_at as "openedAt", case when e.resolved_at is not null then
    json_build_object('at', e.resolved_at, 'by', u.display_name, 'how', e.resolution) end as resolved`;
const joins = sql`
  left join ${ordersTables.orders} o on o.id = e.order_id left join ${paymentsTables.payments} p on p.id = e.payment_id
  left join ${paymentsTables.refunds} r on r.id = e.refund_id left join ${accountsTables.users} u on u.id = e.resolved_by`;

export interface DiscrepancyQuery extends ListQuery {
  status: "open" | "resolved";
  kind?: DiscrepancyKind | undefined;
}

const byId: SortKey = { by: sql`e.id`, type: "bigint" };

/** Open discrepancies by when they were opened, resolved ones by when they were resolved, newest first. */
export const discrepancies: ListSource<DiscrepancyQuery, DiscrepancyRow> = {
  columns,
  from: sql`${paymentsTables.discrepancies} e`,
  page: { alias: "e", joins },
  order: ({ status }) => ({
    name: status,
    keys: [{ by: status === "open" ? sql`e.opened_at` : sql`e.resolved_at`, type: "timestamptz" }, byId],
    descending: true,
  }),
  filters: {
    status: (status) => (status === "open" ? sql`e.resolved_at is null` : sql`e.resolved_at is not null`),
    kind: (kind) => sql`e.kind = ${kind}`,
  },
};

export function findDiscrepancy(db: Queryable, id: number): Promise<DiscrepancyRow | undefined> {
  return firstRow(db)`select ${columns} from ${paymentsTables.discrepancies} e ${joins} where e.id = ${id}`;
}

/** Discrepancies by id, in the order they were opened. */
export function findDiscrepanciesById(db: Queryable, ids: number[]): Promise<DiscrepancyRow[]> {
  return allRows(db)`
    select ${columns} from ${paymentsTables.discrepancies} e ${joins} where e.id = any(${ids}::bigint[]) order by e.id`;
}

/** A dispute with its order and that order's first event. */
export type DisputeRow = RowOf<Omit<MoneyDispute, "providerUrl">, "openedAt" | "evidenceDueAt" | "closedAt">;

const disputeColumns = sql<DisputeRow>`
  d.id, p.provider, d.provider_ref as "providerRef", d.amount_cents as "amountCents", p.currency, d.status, d.reason,
  case when o.id is not null then json_build_object('id', o.id, 'number', o.number, 'buyerName', o.buyer_name) end as "order",
  case when e.id is not null then
    json_build_object('id', e.id, 'title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone) end as event,
  d.opened_at as "openedAt",
  d.evidence_due_at as "evidenceDueAt", d.closed_at as "closedAt"`;
const withOrder = sql`join ${paymentsTables.payments} p on p.id = d.payment_id left join ${ordersTables.orders} o on o.id = p.subject_id`;
const withEvent = sql`
  left join ${eventsTables.events} e on e.id = (select min(event_id) from ${ticketsTables.ticket_lines} k where k.order_id = o.id)`;

export interface DisputeSearch extends DisputeQuery {
  /** Whether the links lead to the provider's live dashboard. */
  isLive: boolean;
}

/** Disputes: open ones first, the nearest evidence deadline on top; then the latest. */
export const disputes: ListSource<DisputeSearch, DisputeRow> = {
  columns: disputeColumns,
  from: sql`${paymentsTables.disputes} d ${withOrder}`,
  page: { alias: "d", joins: sql`${withOrder} ${withEvent}` },
  order: {
    name: "open",
    keys: [
      { by: sql`coalesce(d.evidence_due_at, 'infinity')`, type: "timestamptz" },
      // All keys sort in one direction, and the latest comes first.
      { by: sql`-(extract(epoch from d.opened_at) * 1000000)::bigint`, type: "bigint" },
      { by: sql`d.id`, type: "uuid" },
    ],
    descending: false,
    where: sql`d.status = 'open'`,
    next: {
      name: "closed",
      keys: [
        { by: sql`d.opened_at`, type: "timestamptz" },
        { by: sql`d.id`, type: "uuid" },
      ],
      descending: true,
      where: sql`d.status <> 'open'`,
    },
  },
  filters: {
    status: (status) => sql`d.status = ${status}`,
    q(q) {
      const number = orderNumberOf(q);
      if (number !== undefined) return sql`o.number = ${number}`;
      return likeEach(sql`plain_letters(d.provider_ref || ' ' || coalesce(o.buyer_name, ''))`, wordPatterns(q));
    },
  },
};

/** One dispute by our own id. */
export function findDispute(db: Queryable, id: string): Promise<DisputeRow | undefined> {
  return firstRow(db)`
    select ${disputeColumns} from ${paymentsTables.disputes} d ${withOrder} ${withEvent} where d.id = ${id}::uuid`;
}

/** A webhook event as stored, with its order. */
type WebhookEventRow = RowOf<PaymentWebhookEventDetail, "receivedAt" | "processedAt">;

const status = sql`
  case when w.processed_at is not null then 'processed' when w.failed_at is not null then 'failed' else 'waiting' end`;
const webhookEventColumns = sql<WebhookEventRow>`
  w.provider, w.provider_event_id as "webhookEventId", w.kind, w.ref, w.body,
  case when o.id is not null then json_build_object('id', o.id, 'number', o.number) end as "order",
  ${status} as status, w.attempts, case when w.processed_at is null then w.error end as error,
  w.received_at as "receivedAt", w.processed_at as "processedAt"`;
/** A webhook event's subject leads to a payment, and the payment to its order. */
const webhookOrder = sql`
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
  columns: webhookEventColumns,
  from: sql`${paymentsTables.webhook_inbox} w`,
  page: { alias: "w", joins: webhookOrder },
  order: {
    name: "-receivedAt",
    keys: [
      { by: sql`w.received_at`, type: "timestamptz" },
      { by: sql`w.provider_event_id`, type: "text" },
    ],
    descending: true,
  },
  filters: {
    status: (requestedStatus) => statuses[requestedStatus],
    kind: (kind) => sql`w.kind = ${kind}`,
    q(q) {
      const number = orderNumberOf(q);
      if (number !== undefined) return sql`w.ref = any(${refsOf(number)})`;
      return likeEach(sql`plain_letters(w.provider_event_id || ' ' || w.ref)`, wordPatterns(q));
    },
  },
};

export function findWebhookEvent(
  db: Queryable,
  { provider, webhookEventId }: { provider: string; webhookEventId: string },
): Promise<WebhookEventRow | undefined> {
  return firstRow(db)`
    select ${webhookEventColumns} from ${paymentsTables.webhook_inbox} w ${webhookOrder}
    where w.provider = ${provider} and w.provider_event_id = ${webhookEventId}`;
}

/** What the activity log calls discrepancies and webhook events: by the order's number, or the provider's reference. */
export const targetNames: Record<string, TargetNamer> = {
  discrepancy: (db, ids) => allRows(db)`
    select d.id, coalesce(o.number, d.ref, d.subject) as name from ${paymentsTables.discrepancies} d
    left join ${paymentsTables.payments} p on p.id = d.payment_id
    left join ${ordersTables.orders} o on o.id = coalesce(d.order_id, p.subject_id)
    where d.id = any(${numbersAmong(ids)}::bigint[])`,
  webhook_event: (db, ids) => allRows(db)`
    select distinct on (w.provider_event_id) w.provider_event_id as id, coalesce(o.number, w.ref) as name
    from ${paymentsTables.webhook_inbox} w
    ${webhookOrder}
    where w.provider_event_id = any(${ids}::text[])`,
};
