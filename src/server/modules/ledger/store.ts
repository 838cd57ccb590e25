import { sql } from "kysely";
import type { Tx } from "#server/platform/db/database.ts";
import { newId } from "#server/platform/ids.ts";
import type { Posting } from "./rules.ts";

/**
 * Writes postings with their entries, in the transaction of what they tell of, by one statement for all of them.
 *
 * The database refuses a posting that does not sum to zero and one that tells of the same effect again; either ends the
 * caller's transaction, and with it the effect.
 */
export async function postEntries(tx: Tx, postings: Posting[]): Promise<void> {
  if (postings.length === 0) return;
  const kept = postings.map((posting) => ({ ...posting, id: newId() }));
  const entries = kept.flatMap(({ id, currency, entries: of }) =>
    of.map((entry, position) => ({ id, position, currency, ...entry })),
  );
  await sql`
    with posted as (
      insert into ledger_postings (id, kind, order_id, payment_id, refund_id, dispute_id, currency)
      select p.id, p.kind, p."orderId", p."paymentId", p."refundId", p."disputeId", p.currency
      from json_to_recordset(${JSON.stringify(kept.map(({ entries: _, ...posting }) => posting))}::json) as p(id uuid,
        kind text, "orderId" uuid, "paymentId" uuid, "refundId" uuid, "disputeId" uuid, currency text)
    )
    insert into ledger_entries (posting_id, position, account, event_id, ticket_type_id, amount_cents, currency)
    select e.id, e.position, e.account, e."eventId", e."ticketTypeId", e."amountCents", e.currency
    from json_to_recordset(${JSON.stringify(entries)}::json) as e(id uuid, position smallint, account text,
      "eventId" bigint, "ticketTypeId" bigint, "amountCents" integer, currency text)`.execute(tx);
}

/** In which currency each of these payments came in: what goes back goes back in it. */
export async function findCapturedCurrencies(tx: Tx, paymentIds: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ payment_id: string; currency: string }>`
    select payment_id, currency from ledger_postings
    where kind = 'capture' and payment_id = any(${paymentIds}::uuid[])`.execute(tx);
  return new Map(rows.map((row) => [row.payment_id, row.currency]));
}
