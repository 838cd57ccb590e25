import { sql } from "kysely";
import type { DiscrepancyKind, MoneyResolution } from "#contract/discrepancies.ts";
import { accountsTables } from "#server/modules/accounts/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { SortKey } from "#server/platform/db/keyset.ts";
import type { ListQuery, ListSource } from "#server/platform/db/list.ts";

/** A discrepancy as stored, with its order and its money. */
export interface DiscrepancyRow {
  id: number;
  kind: DiscrepancyKind;
  orderId: string | null;
  orderNumber: string | null;
  orderStatus: string | null;
  buyerName: string | null;
  orderCents: number | null;
  paymentId: string | null;
  refundId: string | null;
  ref: string | null;
  amountCents: number | null;
  currency: string | null;
  detail: Record<string, unknown>;
  openedAt: Date;
  resolvedAt: Date | null;
  resolvedBy: string | null;
  resolution: MoneyResolution | null;
}

const columns = sql<DiscrepancyRow>`
  e.id, e.kind, o.id as "orderId", o.number as "orderNumber", o.status as "orderStatus", o.buyer_name as "buyerName",
  o.total_cents as "orderCents", e.payment_id as "paymentId", e.refund_id as "refundId", e.ref,
  coalesce(r.amount_cents, p.amount_cents, o.total_cents) as "amountCents", coalesce(p.currency, o.currency) as currency,
  e.detail, e.opened_at as "openedAt", e.resolved_at as "resolvedAt", u.display_name as "resolvedBy", e.resolution`;
const joins = sql`
  left join ${ordersTables.orders} o on o.id = e.order_id left join ${paymentsTables.payments} p on p.id = e.payment_id
  left join ${paymentsTables.refunds} r on r.id = e.refund_id left join ${accountsTables.users} u on u.id = e.resolved_by`;

/** Which discrepancies to list. */
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

/** One discrepancy. */
export async function findDiscrepancy(db: Queryable, id: number): Promise<DiscrepancyRow | undefined> {
  const { rows } =
    await sql<DiscrepancyRow>`select ${columns} from ${paymentsTables.discrepancies} e ${joins} where e.id = ${id}`.execute(
      db,
    );
  return rows[0];
}

/** Discrepancies by id, in the order they were opened. */
export async function findDiscrepanciesById(db: Queryable, ids: number[]): Promise<DiscrepancyRow[]> {
  const { rows } = await sql<DiscrepancyRow>`
    select ${columns} from ${paymentsTables.discrepancies} e ${joins} where e.id = any(${ids}::bigint[]) order by e.id`.execute(
    db,
  );
  return rows;
}
