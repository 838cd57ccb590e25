import { sql } from "kysely";
import type { DisputeQuery, DisputeStatus } from "#contract/disputes.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { likeEach, wordPatterns } from "#server/platform/db/paging.ts";
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

const columns = sql<DisputeRow>`
  d.id, p.provider, d.provider_ref as "providerRef", d.amount_cents as "amountCents", p.currency, d.status, d.reason,
  o.id as "orderId", o.number as "orderNumber", o.buyer_name as "buyerName", e.id as "eventId", e.title as "eventTitle",
  e.starts_at as "startsAt", e.time_zone as "timeZone", d.opened_at as "openedAt",
  d.evidence_due_at as "evidenceDueAt", d.closed_at as "closedAt"`;
const withOrder = sql`join ${paymentsTables.payments} p on p.id = d.payment_id left join ${ordersTables.orders} o on o.id = p.subject_id`;
const withEvent = sql`
  left join ${eventsTables.events} e on e.id = (select event_id from ${ordersTables.order_lines} order_lines
    where order_id = o.id order by position limit 1)`;

/** What staff search disputes by. */
export interface DisputeSearch extends DisputeQuery {
  /** Whether the links lead to the provider's live dashboard. */
  isLive: boolean;
}

/** Disputes: open ones first, the nearest evidence deadline on top; then the latest. */
export const disputes: ListSource<DisputeSearch, DisputeRow> = {
  columns,
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
      return likeEach(sql`lower(d.provider_ref || ' ' || coalesce(o.buyer_name, ''))`, wordPatterns(q));
    },
  },
};

/** One dispute by our own id. */
export async function findDispute(db: Queryable, id: string): Promise<DisputeRow | undefined> {
  const { rows } = await sql<DisputeRow>`
    select ${columns} from ${paymentsTables.disputes} d ${withOrder} ${withEvent} where d.id = ${id}::uuid`.execute(db);
  return rows[0];
}
