import { sql } from "kysely";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { paymentsTables } from "#server/modules/payments/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { integer } from "#server/platform/db/columns.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Credit, DocumentContent, DocumentLine, Series } from "../rules.ts";
import { allRows, onlyValue } from "#server/platform/db/rows.ts";
import type { DocumentRow } from "../store.ts";

/** A document that waits for its number, with everything to print on it. Cents in the order's currency. */
export interface DueDocument
  extends
    Pick<DocumentRow, "id" | "kind" | "orderId" | "orderRefundId" | "addressee">,
    Omit<
      DocumentContent,
      "addedTaxCents" | "correction" | "credit" | "lines" | "order" | "paperSize" | "seller" | "tax" | "timeZone"
    > {
  dueAt: Date;
  orderNumber: string;
  paidAt: Date;
  taxCents: number;
  buyerName: string;
  buyerEmail: string;
  lines: Omit<DocumentLine, "taxCents">[];
  /** The invoice that it corrects, as issued. */
  corrected: Pick<DocumentRow, "year" | "number" | "content"> | null;
}

/**
 * Documents without a number, in the order of their causes; each with its order as it is now. A receipt comes before
 * its credit notes, and so does an invoice that was requested before the refund. A document of an unpaid order can only
 * come from damaged data: it waits, and blocks no other.
 */
export function findDue(tx: Tx, limit: number): Promise<DueDocument[]> {
  return allRows(tx)`
    select p.id, p.kind, p.order_id as "orderId", p.order_refund_id as "orderRefundId", p.due_at as "dueAt", p.addressee, o.number as "orderNumber", o.paid_at as "paidAt", o.currency,
      o.subtotal_cents as "subtotalCents", o.discount_cents as "discountCents", o.promo_code as "promoCode",
      o.fee_cents as "feeCents", o.tax_cents as "taxCents", o.shipping_cents as "shippingCents",
      o.total_cents as "totalCents", o.buyer_name as "buyerName", o.buyer_email as "buyerEmail", l.lines, m.payment,
      (select json_build_object('year', year, 'number', number, 'content', content) from order_documents c
       where c.id = p.corrects) as corrected
    from order_documents p join ${ordersTables.orders} o on o.id = p.order_id
    cross join lateral (
      select json_agg(json_build_object('title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone,
        'place', v.name || ', ' || v.city, 'name', l.name, 'quantity', l.quantity, 'unitCents', l.unit_cents,
        'totalCents', l.total_cents, 'discountCents', l.discount_cents, 'addedTaxCents', l.tax_cents) order by l.position) as lines
      from ${ordersTables.order_lines} l left join ${ticketsTables.ticket_lines} x on x.order_line_id = l.id
      left join ${eventsTables.events} e on e.id = x.event_id left join ${eventsTables.venues} v on v.id = e.venue_id
      where l.order_id = o.id) l
    left join lateral (
      select json_build_object('provider', provider, 'ref', provider_ref) as payment
        from ${paymentsTables.payments} payments
      where subject_id = o.id and captured_at is not null
      order by (status = 'captured') desc, captured_at limit 1) m on true
    where p.number is null and o.paid_at is not null and (p.kind <> 'credit_note' or exists (
      select from order_documents r where r.order_id = p.order_id and r.kind = 'receipt' and r.number is not null) and not exists (
      select from order_documents r where r.order_id = p.order_id and r.kind = 'invoice' and r.number is null
        and (r.due_at, r.id) < (p.due_at, p.id)))
    order by p.due_at, p.id limit ${limit}`;
}

/** True while a document waits that the next draw would take. */
export async function hasDue(tx: Tx): Promise<boolean> {
  return (await findDue(tx, 1)).length > 0;
}

/**
 * Draws the next numbers of a series; nobody else draws from it until this transaction ends, and a rollback returns
 * them.
 *
 * @returns the first of them
 */
export async function drawNumbers(tx: Tx, { kind, year, ids }: Series): Promise<number> {
  const last = await onlyValue(tx, integer)`
    insert into order_document_counters as c (kind, year, last) values (${kind}, ${year}, ${ids.length})
    on conflict (kind, year) do update set last = c.last + excluded.last returning last`;
  return last - ids.length + 1;
}

export type IssuedDocument = Pick<DocumentRow, "id" | "year" | "number" | "addressee" | "content">;

/** Writes the numbers and contents of documents, for good. */
export async function issueDocuments(tx: Tx, documents: IssuedDocument[]): Promise<void> {
  await sql`
    update order_documents p set year = i.year, number = i.number, addressee = i.addressee, content = i.content,
      issued_at = clock_now()
    from json_to_recordset(${JSON.stringify(documents)}::json)
      as i(id bigint, year smallint, number integer, addressee jsonb, content jsonb)
    where p.id = i.id and p.number is null`.execute(tx);
}

/** Refunds line by line, with the documents that each one corrects. */
export async function findCredits(tx: Tx, orderRefundIds: string[]): Promise<Map<string, Credit>> {
  if (orderRefundIds.length === 0) return new Map();
  const rows = await allRows(tx)<Credit>`
    select r.id as "orderRefundId", r.made_by as "madeBy", r.by_hand_by is not null as "isByHand",
      r.amount_cents as "amountCents", coalesce(l."feeCents", 0) as "feeCents", coalesce(l."addedTaxCents", 0) + s."taxCents" as "addedTaxCents",
      s."shippingCents", coalesce(l.lines, '[]') as lines,
      (select json_build_object('year', year, 'number', number, 'tax', content->'tax') from order_documents
       where order_id = r.order_id and kind = 'receipt') as receipt,
      (select json_build_object('year', year, 'number', number, 'addressee', addressee) from order_documents
       where order_id = r.order_id and kind = 'invoice' and number is not null order by id desc limit 1) as invoice
    from ${ordersTables.order_refunds} r
    cross join lateral (
      select sum(i.fee)::integer as "feeCents", sum(i.tax)::integer as "addedTaxCents",
        json_agg(json_build_object('title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone,
          'place', v.name || ', ' || v.city, 'name', l.name || case r.kind when 'difference' then ', price difference' when 'amount' then ', partial refund' else '' end, 'quantity', i.tickets, 'unitCents', null,
          'totalCents', i.amount, 'discountCents', 0, 'addedTaxCents', i.tax) order by l.position, i.keeps_unit) as lines
      from (select order_line_id, keeps_unit, count(*) as tickets, sum(amount_cents) as amount, sum(fee_cents) as fee,
              sum(tax_cents) as tax
            from ${ordersTables.order_refund_items} order_refund_items where order_refund_id = r.id
            group by order_line_id, keeps_unit) i
      join ${ordersTables.order_lines} l on l.id = i.order_line_id
      left join ${ticketsTables.ticket_lines} x on x.order_line_id = l.id
      left join ${eventsTables.events} e on e.id = x.event_id left join ${eventsTables.venues} v on v.id = e.venue_id) l
    cross join lateral (
      select coalesce(sum(amount_cents - tax_cents), 0)::integer as "shippingCents",
        coalesce(sum(tax_cents), 0)::integer as "taxCents"
      from ${ordersTables.order_refund_items} i where i.order_refund_id = r.id and i.order_line_id is null) s
    where r.id = any(${orderRefundIds}::uuid[])`;
  return new Map(rows.map((credit) => [credit.orderRefundId, credit]));
}
