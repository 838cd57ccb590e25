import { sql } from "kysely";
import type { MoneyExceptionKind, MoneyResolution } from "#contract/money-exceptions.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { PageOf } from "#server/platform/db/paging.ts";

/** An exception as it is kept, with the order and the money that it is about. */
export interface ExceptionRow {
  id: number;
  kind: MoneyExceptionKind;
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

const columns = sql`
  e.id, e.kind, o.id as "orderId", o.number as "orderNumber", o.status as "orderStatus", o.buyer_name as "buyerName",
  o.total_cents as "orderCents", e.payment_id as "paymentId", e.refund_id as "refundId", e.ref,
  coalesce(r.amount_cents, p.amount_cents, o.total_cents) as "amountCents", coalesce(p.currency, o.currency) as currency,
  e.detail, e.opened_at as "openedAt", e.resolved_at as "resolvedAt", u.display_name as "resolvedBy", e.resolution`;
const joins = sql`
  money_exceptions e left join orders o on o.id = e.order_id left join payments p on p.id = e.payment_id
  left join refunds r on r.id = e.refund_id left join users u on u.id = e.resolved_by`;

/** A page of exceptions: open ones by when they were opened, settled ones by when they were settled, newest first. */
export async function findExceptions(
  db: Queryable,
  { state, kind }: { state: "open" | "resolved"; kind?: MoneyExceptionKind | undefined },
  { limit, offset }: PageOf,
): Promise<{ rows: ExceptionRow[]; total: number }> {
  const inState = state === "open" ? sql`e.resolved_at is null` : sql`e.resolved_at is not null`;
  const fits = kind === undefined ? inState : sql`${inState} and e.kind = ${kind}`;
  const order = state === "open" ? sql`e.opened_at desc, e.id desc` : sql`e.resolved_at desc, e.id desc`;
  const { rows } = await sql<ExceptionRow>`
    select ${columns} from ${joins} where ${fits} order by ${order} limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::integer as total from money_exceptions e where ${fits}`.execute(db);
  return { rows, total: counted.rows[0]!.total };
}

/** One exception. */
export async function findException(db: Queryable, id: number): Promise<ExceptionRow | undefined> {
  const { rows } = await sql<ExceptionRow>`select ${columns} from ${joins} where e.id = ${id}`.execute(db);
  return rows[0];
}

/** Exceptions by their numbers, the first opened first. */
export async function findExceptionsById(db: Queryable, ids: number[]): Promise<ExceptionRow[]> {
  const { rows } = await sql<ExceptionRow>`
    select ${columns} from ${joins} where e.id = any(${ids}::bigint[]) order by e.id`.execute(db);
  return rows;
}

/** Notes whose repair it was that removed the cause of an exception which a look through the books has just settled. */
export async function creditRepair(db: Queryable, id: number, repair: MoneyResolution, staffId: number): Promise<void> {
  await sql`
    update money_exceptions set resolution = ${repair}, resolved_by = ${staffId}
    where id = ${id} and resolution = 'gone' and resolved_by is null`.execute(db);
}

/** Settles one exception; false where it was settled before. */
export async function settleException(
  tx: Tx,
  id: number,
  resolution: MoneyResolution,
  staffId: number,
): Promise<boolean> {
  const { rows } = await sql`
    update money_exceptions set resolved_at = clock_now(), resolution = ${resolution}, resolved_by = ${staffId}
    where id = ${id} and resolved_at is null returning id`.execute(tx);
  return rows.length > 0;
}
