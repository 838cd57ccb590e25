import { sql, type RawBuilder } from "kysely";
import type { ExportPeriod } from "#contract/order-documents.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import type { ListSource, ListQuery } from "#server/platform/db/list.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ledgerTables } from "#server/modules/ledger/tables.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import type { DocumentRow } from "../store.ts";

/** A period by the calendar of a time zone. */
interface DocumentPeriod extends ExportPeriod, ListQuery {
  timeZone: string;
}

/** Whether an instant is on one of a period's days, both ends included. */
const isWithin =
  (instant: RawBuilder<unknown>) =>
  ({ from, to, timeZone }: DocumentPeriod): RawBuilder<unknown> =>
    sql`(
    ${instant} >= ${from}::date::timestamp at time zone ${timeZone}
    and ${instant} < (${to}::date + 1)::timestamp at time zone ${timeZone})`;

/** A document as listed in the accountant's register. Cents. */
interface RegisterRow extends Omit<DocumentRow, "id" | "orderId" | "orderRefundId" | "corrects"> {
  orderNumber: string;
  /** The invoice that it cancels or replaces. */
  corrects: Pick<DocumentRow, "year" | "number"> | null;
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

/** One journal line with what it is about. Cents: debits above zero, credits below. */
interface LedgerExportRow {
  entryId: string;
  at: Date;
  kind: string;
  account: string;
  amountCents: number;
  currency: string;
  orderNumber: string | null;
  doc: Pick<DocumentRow, "kind" | "year" | "number"> | null;
  eventId: number | null;
  eventTitle: string | null;
  itemName: string | null;
  paymentRef: string | null;
}

/** Refunds refer to their credit note, everything else to the order's receipt. */
const doc = sql`
  select json_build_object('kind', d.kind, 'year', d.year, 'number', d.number) as doc from order_documents d
  where d.number is not null and case when p.refund_id is null
    then d.kind = 'receipt' and d.order_id = p.order_id
    else d.kind = 'credit_note' and d.order_id = p.order_id and d.order_refund_id in (
      p.refund_id, (select order_refund_id from ${paymentsTables.refunds} refunds where id = p.refund_id)) end
  limit 1`;

/**
 * Journal lines of a period, in the order they were written. A journal entry is there with all of its lines, or not at
 * all.
 */
export const journalLines: ListSource<DocumentPeriod, LedgerExportRow> = {
  columns: sql`
    p.id as "entryId", p.created_at as at, p.kind, n.account, n.amount_cents as "amountCents",
      n.currency, o.number as "orderNumber", d.doc, n.event_id as "eventId", e.title as "eventTitle",
      (select l.name from ${ordersTables.order_lines} l
        where l.order_id = p.order_id and l.kind = n.kind and l.item_id = n.item_id limit 1) as "itemName", m.provider_ref as "paymentRef"`,
  from: sql`
    ${ledgerTables.journal_entries} p join ${ledgerTables.journal_lines} n on n.entry_id = p.id
    left join ${ordersTables.orders} o on o.id = p.order_id left join ${paymentsTables.payments} m on m.id = p.payment_id
    left join ${eventsTables.events} e on e.id = n.event_id
    left join lateral (${doc}) d on true`,
  order: {
    name: "ledger-export",
    keys: [
      { by: sql`p.created_at`, type: "timestamptz" },
      { by: sql`p.id`, type: "uuid" },
      { by: sql`n.position`, type: "bigint" },
    ],
    descending: false,
  },
  where: isWithin(sql`p.created_at`),
};
