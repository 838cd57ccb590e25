import { integer, text, uuid } from "#server/platform/db/columns.ts";
import { allRows, mapRows, run } from "#server/platform/db/rows.ts";
import type { Sums } from "#server/platform/db/running-sums.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { newId } from "#server/platform/ids.ts";
import type { JournalEntry } from "./rules.ts";

/**
 * Writes journal entries with their lines in one statement, in the transaction of the change they record.
 *
 * The database refuses an entry that doesn't sum to zero and one that records the same effect again; either one aborts
 * the caller's transaction, and with it the effect.
 */
export async function postEntries(tx: Tx, entries: JournalEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const withIds = entries.map((entry) => ({ ...entry, id: newId() }));
  const lines = withIds.flatMap(({ id, currency, lines: of }) =>
    of.map((line, position) => ({ id, position, currency, ...line })),
  );
  await run(tx)`
    with posted as (
      insert into journal_entries (id, kind, order_id, payment_id, refund_id, dispute_id, currency)
      select p.id, p.kind, p."orderId", p."paymentId", p."refundId", p."disputeId", p.currency
      from json_to_recordset(${JSON.stringify(withIds.map(({ lines: _, ...entry }) => entry))}::json) as p(id uuid,
        kind text, "orderId" uuid, "paymentId" uuid, "refundId" uuid, "disputeId" uuid, currency text)
    )
    insert into journal_lines (entry_id, position, account, event_id, kind, item_id, amount_cents, currency)
    select e.id, e.position, e.account, e."eventId", e.kind, e."itemId", e."amountCents", e.currency
    from json_to_recordset(${JSON.stringify(lines)}::json) as e(id uuid, position smallint, account text,
      "eventId" bigint, kind text, "itemId" bigint, "amountCents" integer, currency text)`;
}

/** The currency of each of these payments: refunds use the same one. */
export function findCapturedCurrencies(tx: Tx, paymentIds: string[]): Promise<Map<string, string>> {
  return mapRows(tx, uuid, text)`
    select payment_id, currency from journal_entries
    where kind = 'capture' and payment_id = any(${paymentIds}::uuid[])`;
}

const sales = { currency: text, sold: integer, soldCents: integer, refundedCents: integer };

/** By currency: how many orders were sold, for how many cents, and how many cents refunds return. */
export async function sumSales(tx: Tx, from: Date, to: Date): Promise<Sums> {
  const rows = await allRows(tx, sales)`
    select e.currency, count(*) filter (where e.kind = 'sale') as sold,
      coalesce(sum(l.amount_cents) filter (where e.kind = 'sale'), 0) as "soldCents",
      coalesce(-sum(l.amount_cents) filter (where e.kind = 'refund'), 0) as "refundedCents"
    from journal_entries e join journal_lines l on l.entry_id = e.id and l.account = 'buyers'
    where e.kind in ('sale', 'refund') and e.created_at >= ${from} and e.created_at < ${to}
    group by e.currency`;
  return new Map(
    rows.map(({ currency, sold, soldCents, refundedCents }) => [currency, [sold, soldCents, refundedCents]]),
  );
}
