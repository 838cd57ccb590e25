import { sql } from "kysely";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Addressee, DocumentContent, DocumentLine } from "../rules.ts";

/** A refund as its credit note shows it. Cents; fees and added tax are parts of the amount. */
export interface Credit {
  orderRefundId: string;
  madeBy: "staff" | "buyer" | "event";
  isByHand: boolean;
  amountCents: number;
  feeCents: number;
  addedTaxCents: number;
  lines: Omit<DocumentLine, "taxCents">[];
  receipt: { year: number; number: number; tax: DocumentContent["tax"] };
  /** The order's current invoice, after all corrections; its addressee is null once the person's data is deleted. */
  invoice: { year: number; number: number; addressee: Addressee | null } | null;
}

/** Refunds line by line, with the documents that each one corrects. */
export async function findCredits(tx: Tx, orderRefundIds: string[]): Promise<Map<string, Credit>> {
  if (orderRefundIds.length === 0) return new Map();
  const { rows } = await sql<Credit>`
    select r.id as "orderRefundId", r.made_by as "madeBy", r.by_hand_by is not null as "isByHand",
      r.amount_cents as "amountCents", l."feeCents", l."addedTaxCents", l.lines,
      (select json_build_object('year', year, 'number', number, 'tax', content->'tax') from order_documents
       where order_id = r.order_id and kind = 'receipt') as receipt,
      (select json_build_object('year', year, 'number', number, 'addressee', addressee) from order_documents
       where order_id = r.order_id and kind = 'invoice' and number is not null order by id desc limit 1) as invoice
    from ${ordersTables.order_refunds} r
    cross join lateral (
      select sum(i.fee)::integer as "feeCents", sum(i.tax)::integer as "addedTaxCents",
        json_agg(json_build_object('title', e.title, 'startsAt', e.starts_at, 'timeZone', e.time_zone,
          'place', v.name || ', ' || v.city, 'name', l.name || case when i.keeps_ticket then ', price difference' else '' end, 'quantity', i.tickets, 'unitCents', null,
          'totalCents', i.amount, 'discountCents', 0) order by l.position, i.keeps_ticket) as lines
      from (select order_line_id, keeps_ticket, count(*) as tickets, sum(amount_cents) as amount, sum(fee_cents) as fee,
              sum(tax_cents) as tax
            from ${ordersTables.order_refund_items} order_refund_items where order_refund_id = r.id
            group by order_line_id, keeps_ticket) i
      join ${ordersTables.order_lines} l on l.id = i.order_line_id join ${eventsTables.events} e on e.id = l.event_id
      join ${eventsTables.venues} v on v.id = e.venue_id) l
    where r.id = any(${orderRefundIds}::uuid[])`.execute(tx);
  return new Map(rows.map((credit) => [credit.orderRefundId, credit]));
}
