import type { Invariant } from "./invariant.ts";

/** Invariants of receipts, invoices and credit notes. */
export const orderDocumentsInvariants: Invariant[] = [
  {
    id: "I-70",
    holds: "Documents of a kind and year are numbered from 1 without gaps, up to their counter",
    sql: `
      select coalesce(c.kind, p.kind) as kind, coalesce(c.year, p.year) as year, c.last, p.count, p.lowest, p.highest
      from order_document_counters c full join (
        select kind, year, count(*) as count, min(number) as lowest, max(number) as highest
        from order_documents where number is not null group by kind, year) p on p.kind = c.kind and p.year = c.year
      where c.last is distinct from p.count or p.highest is distinct from p.count or p.lowest is distinct from 1`,
  },
  {
    id: "I-71",
    holds: "A receipt shows its order's total, and its credit notes together never exceed it",
    sql: `
      select p.id, p.kind, o.number, o.total_cents, p.content->>'totalCents' as said from order_documents p
      join orders o on o.id = p.order_id
      where p.kind <> 'credit_note' and (o.paid_at is null or o.total_cents = 0
        or (p.number is not null and (p.content->>'totalCents')::integer <> o.total_cents))
      union all
      select null, 'credit_note', o.number, o.total_cents, sum((p.content->>'totalCents')::integer)::text from order_documents p
      join orders o on o.id = p.order_id
      where p.kind = 'credit_note' and p.number is not null group by o.id
      having sum((p.content->>'totalCents')::integer) > o.total_cents`,
  },
  {
    id: "I-72",
    holds: "A corrected invoice is canceled once and reissued once, for the same order and amount",
    sql: `
      select c.id, c.kind, c.number, count(*) as order_documents from order_documents c join order_documents p on p.corrects = c.id
      group by c.id having count(*) <> 2 or count(*) filter (where p.kind = 'cancellation') <> 1
        or count(*) filter (where p.kind = 'invoice') <> 1 or c.kind <> 'invoice' or bool_or(p.order_id <> c.order_id)
        or c.number is null or bool_or(p.number is not null and p.content->>'totalCents' <> c.content->>'totalCents')`,
  },
];
