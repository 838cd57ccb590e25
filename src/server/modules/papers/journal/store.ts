import { sql } from "kysely";
import type { JournalPeriod, PaperKind } from "#contract/papers.ts";
import { plannedByValues, type Queryable } from "#server/platform/db/database.ts";
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

/** One entry of the ledger with what it is about. Cents: debits above zero, credits below. */
export interface JournalRow {
  postingId: string;
  at: Date;
  kind: string;
  account: string;
  amountCents: number;
  currency: string;
  orderNumber: string | null;
  paper: { kind: PaperKind; year: number; number: number } | null;
  eventId: number | null;
  eventTitle: string | null;
  typeName: string | null;
  paymentRef: string | null;
}

const byTime: ListOrder = {
  name: "journal",
  descending: false,
  keys: [
    { by: sql`p.created_at`, type: "timestamptz" },
    { by: sql`p.id`, type: "uuid" },
    { by: sql`n.position`, type: "bigint" },
  ],
};

/** What goes back is told by its credit note, all else by the receipt of its order. */
const paper = sql`
  select json_build_object('kind', d.kind, 'year', d.year, 'number', d.number) as paper from papers d
  where d.number is not null and case when p.refund_id is null
    then d.kind = 'receipt' and d.order_id = p.order_id
    else d.kind = 'credit_note' and d.order_id = p.order_id and d.order_refund_id in (
      p.refund_id, (select order_refund_id from refunds where id = p.refund_id)) end
  limit 1`;

/** Entries of a period, in the order in which they were written. A posting is there with all of its entries, or not at all. */
export async function findEntries(
  db: Queryable,
  period: JournalPeriod,
  timeZone: string,
  page: { cursor: string | undefined; size: number },
): Promise<PageOfRows<JournalRow>> {
  const slice = sliceOf({ cursor: page.cursor }, byTime, page.size);
  const { rows } = await sql<Keyed<JournalRow>>`
    ${plannedByValues} select p.id as "postingId", p.created_at as at, p.kind, n.account, n.amount_cents as "amountCents",
      n.currency, o.number as "orderNumber", d.paper, n.event_id as "eventId", e.title as "eventTitle",
      y.name as "typeName", m.provider_ref as "paymentRef", ${sortKeyOf(slice)} as "sortKey"
    from ledger_postings p join ledger_entries n on n.posting_id = p.id
    left join orders o on o.id = p.order_id left join payments m on m.id = p.payment_id
    left join events e on e.id = n.event_id left join ticket_types y on y.id = n.ticket_type_id
    left join lateral (${paper}) d on true
    where ${isWithin(sql`p.created_at`, period, timeZone)} and ${isAfter(slice)}
    ${inOrder(slice)}`.execute(db);
  return toPage(rows, slice, { total: rows.length, isMore: false });
}
