import { sql, type RawBuilder } from "kysely";
import type { DisputeQuery, DisputeStatus } from "#contract/disputes.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { likeEach, wordPatterns, type PageOf } from "#server/platform/db/paging.ts";
import { orderNumberOf } from "#server/platform/db/word-search.ts";

/** A dispute with its order and that order's first event. */
export interface DisputeRow {
  id: string;
  provider: "sandbox" | "stripe";
  providerRef: string;
  amountCents: number;
  currency: string;
  status: DisputeStatus;
  reason: string;
  orderId: string | null;
  orderNumber: string | null;
  buyerName: string | null;
  eventId: number | null;
  eventTitle: string | null;
  startsAt: Date | null;
  timeZone: string | null;
  openedAt: Date;
  evidenceDueAt: Date | null;
  closedAt: Date | null;
}

const columns = sql`
  d.id, p.provider, d.provider_ref as "providerRef", d.amount_cents as "amountCents", p.currency, d.status, d.reason,
  o.id as "orderId", o.number as "orderNumber", o.buyer_name as "buyerName", e.id as "eventId", e.title as "eventTitle",
  e.starts_at as "startsAt", e.time_zone as "timeZone", d.opened_at as "openedAt",
  d.evidence_due_at as "evidenceDueAt", d.closed_at as "closedAt"`;
const withOrder = sql`${paymentsTables.disputes} d join ${paymentsTables.payments} p on p.id = d.payment_id
  left join ${ordersTables.orders} o on o.id = p.subject_id`;
const withEvent = sql`
  left join ${eventsTables.events} e on e.id = (select event_id from ${ordersTables.order_lines} order_lines
    where order_id = o.id order by position limit 1)`;

function whichFit({ q, status }: DisputeQuery): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [status === undefined ? sql`true` : sql`d.status = ${status}`];
  const number = orderNumberOf(q);
  if (number === undefined) {
    parts.push(likeEach(sql`lower(d.provider_ref || ' ' || coalesce(o.buyer_name, ''))`, wordPatterns(q)));
  } else {
    parts.push(sql`o.number = ${number}`);
  }
  return sql.join(parts, sql` and `);
}

/** One page of disputes: open ones first, the nearest evidence deadline on top; then the latest. */
export async function findDisputes(
  db: Queryable,
  query: DisputeQuery,
  { limit, offset }: PageOf,
): Promise<{ rows: DisputeRow[]; total: number }> {
  const fits = whichFit(query);
  const { rows } = await sql<DisputeRow>`
    select ${columns} from ${withOrder} ${withEvent} where ${fits}
    order by (d.status = 'open') desc, case when d.status = 'open' then d.evidence_due_at end nulls last,
      d.opened_at desc, d.id limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from ${withOrder} where ${fits}`.execute(db);
  return { rows, total: counted.rows[0]!.total };
}

/** One dispute by our own id. */
export async function findDispute(db: Queryable, id: string): Promise<DisputeRow | undefined> {
  const { rows } = await sql<DisputeRow>`
    select ${columns} from ${withOrder} ${withEvent} where d.id = ${id}::uuid`.execute(db);
  return rows[0];
}
