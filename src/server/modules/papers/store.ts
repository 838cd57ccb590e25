import { sql } from "kysely";
import type { PaperKind } from "#contract/papers.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { Addressee, PaperContent } from "./rules.ts";

/** A paper that has its number. */
export interface PaperRow {
  id: number;
  kind: PaperKind;
  orderId: string;
  orderRefundId: string | null;
  /** The invoice that it cancels, or in whose place it was made out. */
  corrects: number | null;
  year: number;
  number: number;
  issuedAt: Date;
  /** Null once its person was forgotten. */
  addressee: Addressee | null;
  content: PaperContent;
}

/** Makes receipts due for paid orders that cost something; those that have theirs keep it. */
export async function insertReceipts(tx: Queryable, orderIds: string[]): Promise<void> {
  await sql`
    insert into papers (kind, order_id, due_at)
    select 'receipt', id, paid_at from orders
    where id = any(${orderIds}::uuid[]) and paid_at is not null and total_cents > 0 order by paid_at, id
    on conflict do nothing`.execute(tx);
}

/** Makes the credit notes of refunds due that gave something back; those that have theirs keep it. */
export async function insertCreditNotes(tx: Tx, orderRefundIds: string[]): Promise<void> {
  await sql`
    insert into papers (kind, order_id, order_refund_id, due_at)
    select 'credit_note', order_id, id, coalesce(done_at, clock_now()) from order_refunds
    where id = any(${orderRefundIds}::uuid[]) and amount_cents > 0 order by done_at, id
    on conflict do nothing`.execute(tx);
}

/** Makes an order's invoice due, made out to somebody; false when there is one already. */
export async function insertInvoice(tx: Tx, orderId: string, addressee: Addressee): Promise<boolean> {
  const { rows } = await sql`
    insert into papers (kind, order_id, addressee)
    select 'invoice', id, ${JSON.stringify(addressee)}::jsonb from orders
    where id = ${orderId} and paid_at is not null and total_cents > 0
    on conflict do nothing returning id`.execute(tx);
  return rows.length > 0;
}

/** Lets one draw at a time go on, on whatever node: numbers then follow the order in which their causes came about. */
export async function lockNumbers(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('numbers of papers', 0))`.execute(tx);
}

/** How many of an order's papers still wait for their number. */
export async function countDue(db: Queryable, orderId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from papers where order_id = ${orderId} and number is null`.execute(db);
  return rows[0]!.count;
}

/** An order's papers that have their number, in the order in which they came about. */
export async function findPapers(db: Queryable, orderId: string): Promise<PaperRow[]> {
  const { rows } = await sql<PaperRow>`
    select id, kind, order_id as "orderId", order_refund_id as "orderRefundId", corrects, year, number, issued_at as "issuedAt",
      addressee, content
    from papers where order_id = ${orderId} and number is not null order by due_at, id`.execute(db);
  return rows;
}

/** Takes the addressee off papers of some orders. Numbers, lines and money stay. */
export async function forgetAddressees(tx: Tx, orderIds: string[]): Promise<void> {
  await sql`
    update papers set addressee = null where order_id = any(${orderIds}::uuid[]) and addressee is not null`.execute(tx);
}

/** The papers of some orders, without what is printed on them. */
export async function listPapersOf(
  db: Queryable,
  orderIds: string[],
): Promise<
  (Pick<PaperRow, "orderId" | "kind" | "year" | "number" | "issuedAt" | "addressee"> & { totalCents: number })[]
> {
  const { rows } = await sql<PaperRow & { totalCents: number }>`
    select order_id as "orderId", kind, year, number, issued_at as "issuedAt", addressee,
      (content->>'totalCents')::integer as "totalCents"
    from papers where order_id = any(${orderIds}::uuid[]) and number is not null order by due_at, id`.execute(db);
  return rows;
}

/** The credit note of what was given back at one time, whether or not it has its number yet; undefined where there is none. */
export async function findCreditNoteId(db: Queryable, orderRefundId: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from papers where order_refund_id = ${orderRefundId}::uuid and kind = 'credit_note'`.execute(db);
  return rows[0]?.id;
}
