import { sql } from "kysely";
import type { ExportPeriod, DocumentKind } from "#contract/order-documents.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import type { Queryable } from "#server/platform/db/database.ts";
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
import { isWithin } from "../period-store.ts";
import type { Addressee, DocumentContent } from "../rules.ts";

/** A document as listed in the accountant's register. Cents. */
export interface RegisterRow {
  kind: DocumentKind;
  year: number;
  number: number;
  issuedAt: Date;
  orderNumber: string;
  addressee: Addressee | null;
  content: DocumentContent;
  /** The invoice that it cancels or replaces. */
  corrects: { year: number; number: number } | null;
}

const byIssue: ListOrder = {
  name: "order-documents",
  descending: false,
  keys: [
    { by: sql`p.issued_at`, type: "timestamptz" },
    { by: sql`p.id`, type: "bigint" },
  ],
};

/** The documents of a period, in the order they were issued. */
export async function findIssued(
  db: Queryable,
  period: ExportPeriod,
  timeZone: string,
  page: { cursor: string | undefined; size: number },
): Promise<PageOfRows<RegisterRow>> {
  const slice = sliceOf({ cursor: page.cursor }, byIssue, page.size);
  const { rows } = await sql<Keyed<RegisterRow>>`
    select p.kind, p.year, p.number, p.issued_at as "issuedAt", o.number as "orderNumber", p.addressee, p.content,
      (select json_build_object('year', c.year, 'number', c.number) from order_documents c where c.id = p.corrects) as corrects,
      ${sortKeyOf(slice)} as "sortKey"
    from order_documents p join ${ordersTables.orders} o on o.id = p.order_id
    where ${isWithin(sql`p.issued_at`, period, timeZone)} and ${isAfter(slice)}
    ${inOrder(slice)}`.execute(db);
  return toPage(rows, slice, { total: rows.length, isMore: false });
}
