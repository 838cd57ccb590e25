import { sql } from "kysely";
import type { DocumentKind } from "#contract/order-documents.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import type { Addressee, DocumentContent } from "./rules.ts";
import { allRows, firstValue, onlyValue, hasRows } from "#server/platform/db/rows.ts";

/** A document that has its number. */
export interface DocumentRow {
  id: number;
  kind: DocumentKind;
  orderId: string;
  orderRefundId: string | null;
  /** The invoice that it cancels or replaces. */
  corrects: number | null;
  year: number;
  number: number;
  issuedAt: Date;
  /** Null once the person's data is deleted. */
  addressee: Addressee | null;
  content: DocumentContent;
}

/** Makes receipts due for paid orders with a total above zero; existing receipts stay. */
export async function insertReceipts(tx: Queryable, orderIds: string[]): Promise<void> {
  await sql`
    insert into order_documents (kind, order_id, due_at)
    select 'receipt', id, paid_at from ${ordersTables.orders} orders
    where id = any(${orderIds}::uuid[]) and paid_at is not null and total_cents > 0 order by paid_at, id
    on conflict do nothing`.execute(tx);
}

/** Makes credit notes due for refunds above zero; existing ones stay. */
export async function insertCreditNotes(tx: Tx, orderRefundIds: string[]): Promise<void> {
  await sql`
    insert into order_documents (kind, order_id, order_refund_id, due_at)
    select 'credit_note', order_id, id, coalesce(done_at, clock_now()) from ${ordersTables.order_refunds} order_refunds
    where id = any(${orderRefundIds}::uuid[]) and amount_cents > 0 order by done_at, id
    on conflict do nothing`.execute(tx);
}

/** Makes an order's invoice due; false when it has one. */
export function insertInvoice(tx: Tx, orderId: string, addressee: Addressee): Promise<boolean> {
  return hasRows(tx)`
    insert into order_documents (kind, order_id, addressee)
    select 'invoice', id, ${JSON.stringify(addressee)}::jsonb from ${ordersTables.orders} orders
    where id = ${orderId} and paid_at is not null and total_cents > 0
    on conflict do nothing returning id`;
}

/** Allows one draw at a time across all nodes: numbers then follow the order of their causes. */
export async function lockNumbers(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('numbers of order documents', 0))`.execute(tx);
}

/** How many of an order's documents still wait for their number. */
export async function countDue(db: Queryable, orderId: string): Promise<number> {
  return onlyValue(db, integer)`
    select count(*)::integer as count from order_documents where order_id = ${orderId} and number is null`;
}

/** An order's numbered documents, oldest cause first. */
export function findDocuments(db: Queryable, orderId: string): Promise<DocumentRow[]> {
  return allRows(db)`
    select id, kind, order_id as "orderId", order_refund_id as "orderRefundId", corrects, year, number, issued_at as "issuedAt",
      addressee, content
    from order_documents where order_id = ${orderId} and number is not null order by due_at, id`;
}

/** Removes the addressee from the documents of some orders. Numbers, lines and amounts stay. */
export async function forgetAddressees(tx: Tx, orderIds: string[]): Promise<void> {
  await sql`
    update order_documents set addressee = null where order_id = any(${orderIds}::uuid[]) and addressee is not null`.execute(
    tx,
  );
}

/** The documents of some orders, without their content. */
export function listDocumentsOf(
  db: Queryable,
  orderIds: string[],
): Promise<
  (Pick<DocumentRow, "orderId" | "kind" | "year" | "number" | "issuedAt" | "addressee"> & { totalCents: number })[]
> {
  return allRows(db)`
    select order_id as "orderId", kind, year, number, issued_at as "issuedAt", addressee,
      (content->>'totalCents')::integer as "totalCents"
    from order_documents where order_id = any(${orderIds}::uuid[]) and number is not null order by due_at, id`;
}

/** The credit note of one refund, with or without its number; undefined if there is none. */
export function findCreditNoteId(db: Queryable, orderRefundId: string): Promise<number | undefined> {
  return firstValue(db)`
    select id from order_documents where order_refund_id = ${orderRefundId}::uuid and kind = 'credit_note'`;
}

/** Makes two documents due, in this order: the invoice's cancellation and its replacement. Returns their ids. */
export async function insertCorrection(
  tx: Tx,
  invoice: { id: number; orderId: string; addressee: Addressee | null },
  addressee: Addressee,
): Promise<{ cancellationId: number; invoiceId: number }> {
  const insert = (kind: "cancellation" | "invoice", to: Addressee | null) =>
    onlyValue(tx, integer)`
      insert into order_documents (kind, order_id, corrects, addressee)
      values (${kind}, ${invoice.orderId}::uuid, ${invoice.id}, ${to && JSON.stringify(to)}::jsonb) returning id`;
  return {
    cancellationId: await insert("cancellation", invoice.addressee),
    invoiceId: await insert("invoice", addressee),
  };
}
