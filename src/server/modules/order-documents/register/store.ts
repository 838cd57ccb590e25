import { sql } from "kysely";
import type { DocumentKind } from "#contract/order-documents.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import type { ListSource } from "#server/platform/db/list.ts";
import { isWithin, type DocumentPeriod } from "../period-store.ts";
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

/** The documents of a period, in the order they were issued. */
export const issuedDocuments: ListSource<DocumentPeriod, RegisterRow> = {
  columns: sql`
    p.kind, p.year, p.number, p.issued_at as "issuedAt", o.number as "orderNumber", p.addressee, p.content,
      (select json_build_object('year', c.year, 'number', c.number) from order_documents c where c.id = p.corrects) as corrects`,
  from: sql`order_documents p join ${ordersTables.orders} o on o.id = p.order_id`,
  order: {
    name: "order-documents",
    keys: [
      { by: sql`p.issued_at`, type: "timestamptz" },
      { by: sql`p.id`, type: "bigint" },
    ],
    descending: false,
  },
  where: isWithin(sql`p.issued_at`),
};
