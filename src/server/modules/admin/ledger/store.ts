import { sql } from "kysely";
import type { LedgerAccount, LedgerBalances, LedgerKind, JournalEntry } from "#contract/ledger.ts";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ledgerTables } from "#server/modules/ledger/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { plannedByValues, type Queryable } from "#server/platform/db/database.ts";
import type { ListQuery, ListSource } from "#server/platform/db/list.ts";
import { allRows } from "#server/platform/db/rows.ts";
import type { Stored } from "#server/platform/shown.ts";

interface JournalEntryQuery extends ListQuery {
  orderId?: string | undefined;
  eventId?: number | undefined;
  account?: LedgerAccount | undefined;
  kind?: LedgerKind | undefined;
}

/** The kinds of entries that an account takes part in: others have none of its lines and are skipped. */
const kindsOf: Record<LedgerAccount, LedgerKind[]> = {
  provider: ["capture", "money_back", "money_back_failed", "dispute", "dispute_won"],
  buyers: ["capture", "sale", "refund", "money_back", "money_back_failed", "paid_by_hand"],
  sales: ["sale", "refund"],
  fees: ["sale", "refund"],
  tax: ["sale", "refund"],
  shipping: ["sale", "refund"],
  disputes: ["dispute", "dispute_won"],
  by_hand: ["paid_by_hand"],
};

/** Journal entries, newest first, each with its lines. */
export const journalEntries: ListSource<JournalEntryQuery, Stored<JournalEntry>> = {
  columns: sql`
    p.id, p.kind, p.created_at as at, p.currency,
      case when o.id is not null
        then json_build_object('id', o.id, 'number', o.number, 'buyerName', o.buyer_name) end as "order",
      (select coalesce(json_agg(json_build_object('account', e.account, 'amountCents', e.amount_cents, 'itemName',
          (select l.name from ${ordersTables.order_lines} l
            where l.order_id = p.order_id and l.kind = e.kind and l.item_id = e.item_id limit 1),
          'event', case when n.id is not null then json_build_object('id', n.id, 'title', n.title) end)
          order by e.position), '[]')
        from ${ledgerTables.journal_lines} e left join ${eventsTables.events} n on n.id = e.event_id
        where e.entry_id = p.id) as lines`,
  from: sql`${ledgerTables.journal_entries} p`,
  page: { alias: "p", joins: sql`left join ${ordersTables.orders} o on o.id = p.order_id` },
  order: {
    name: "-at",
    keys: [
      { by: sql`p.created_at`, type: "timestamptz" },
      { by: sql`p.id`, type: "uuid" },
    ],
    descending: true,
  },
  filters: {
    orderId: (id) => sql`p.order_id = ${id}`,
    eventId: (id) =>
      sql`p.id = any(array(select entry_id from ${ledgerTables.journal_lines} x where event_id = ${id}))`,
    kind: (kind) => sql`p.kind = ${kind}`,
    account: (account) => sql`p.kind = any(${kindsOf[account]}::text[])
      and exists (select from ${ledgerTables.journal_lines} x where x.entry_id = p.id and x.account = ${account})`,
  },
};

/** Each account's balance; for an event or an order also what each item earned. Earnings are above zero. */
export async function findBalances(
  db: Queryable,
  { orderId, eventId }: Pick<JournalEntryQuery, "orderId" | "eventId">,
): Promise<LedgerBalances> {
  const parts = [sql`true`];
  if (eventId !== undefined) parts.push(sql`e.event_id = ${eventId}`);
  if (orderId !== undefined) {
    parts.push(
      sql`e.entry_id = any(array(select id from ${ledgerTables.journal_entries} x where order_id = ${orderId}))`,
    );
  }
  const filter = sql.join(parts, sql` and `);
  const accounts = await allRows(db)<LedgerBalances["accounts"][number]>`
    ${plannedByValues} select e.account, e.currency, sum(e.amount_cents)::bigint as "amountCents"
    from ${ledgerTables.journal_lines} e where ${filter} group by 1, 2 order by 2, 1`;
  if (orderId === undefined && eventId === undefined) return { accounts, items: [] };
  const items = await allRows(db)<LedgerBalances["items"][number]>`
    ${plannedByValues} select e.kind, e.item_id as "itemId", i.name, e.currency,
      coalesce(-sum(e.amount_cents) filter (where e.account = 'sales'), 0)::bigint as "salesCents",
      coalesce(-sum(e.amount_cents) filter (where e.account = 'fees'), 0)::bigint as "feeCents",
      coalesce(-sum(e.amount_cents) filter (where e.account = 'tax'), 0)::bigint as "taxCents"
    from ${ledgerTables.journal_lines} e
    join lateral (${
      orderId === undefined
        ? sql`select name, position from ${eventsTables.ticket_types} t where e.kind = 'ticket' and t.id = e.item_id`
        : sql`select name, position from ${ordersTables.order_lines} l
            where l.order_id = ${orderId} and l.kind = e.kind and l.item_id = e.item_id
            order by position limit 1`
    }) i on true
    where ${filter} group by e.kind, e.item_id, i.name, i.position, e.currency order by i.position, e.kind, e.item_id`;
  return { accounts, items };
}
