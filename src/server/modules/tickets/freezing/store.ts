import { sql } from "kysely";
import { doorTables } from "#server/modules/door/tables.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { allValues } from "#server/platform/db/rows.ts";

/** Locks the tickets of some orders, in id order, against check-ins and each other. */
export async function lockTickets(tx: Tx, orderIds: string[]): Promise<void> {
  await sql`select from tickets where order_id = any(${orderIds}::uuid[]) order by id for update`.execute(tx);
}

/** Freezes valid tickets that aren't checked in. The caller has locked them. */
export async function freeze(tx: Tx, orderIds: string[]): Promise<void> {
  await sql`
    update tickets t set frozen_since = clock_now()
    where order_id = any(${orderIds}::uuid[]) and status = 'valid' and frozen_since is null
      and not exists (select from ${doorTables.admissions} a where a.ticket_id = t.id and a.voided_at is null)`.execute(
    tx,
  );
}

/** Unfreezes tickets, which keep their codes. */
export async function unfreeze(tx: Tx, orderIds: string[]): Promise<void> {
  await sql`
    update tickets set frozen_since = null
    where order_id = any(${orderIds}::uuid[]) and frozen_since is not null`.execute(tx);
}

/**
 * Cancels every valid ticket of some orders.
 *
 * @returns the orders in which nobody checked in
 */
export function cancelAll(tx: Tx, orderIds: string[]): Promise<string[]> {
  return allValues(tx)`
    with gone as (
      update tickets set status = 'canceled', version = version + 1, frozen_since = null
      where order_id = any(${orderIds}::uuid[]) and status = 'valid')
    select o.id from unnest(${orderIds}::uuid[]) as o(id) where not exists (
      select from tickets t join ${doorTables.admissions} a on a.ticket_id = t.id and a.voided_at is null
        where t.order_id = o.id)`;
}
