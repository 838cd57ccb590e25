import { eventsTables } from "#server/modules/events/tables.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { allRows, allValues } from "#server/platform/db/rows.ts";

/**
 * Of some orders, those whose event is canceled, locked until the transaction ends: canceling an event waits for orders
 * that are being paid, and every later payment sees the cancellation. Payments don't wait for each other.
 */
export async function lockCanceled(tx: Tx, orderIds: string[]): Promise<Set<string>> {
  const rows = await allRows(tx)<{ orderId: string; status: string }>`
    select l.order_id as "orderId", e.status from order_lines l join ${eventsTables.events} e on e.id = l.event_id
    where l.order_id = any(${orderIds}::uuid[]) for share of e`;
  return new Set(rows.filter((row) => row.status === "canceled").map((row) => row.orderId));
}

/** Of some orders, those whose event is canceled or postponed: nobody can start paying for them. */
export async function findOff(db: Queryable, orderIds: string[]): Promise<Set<string>> {
  return new Set(
    await allValues(db)<string>`
    select distinct l.order_id as "orderId" from order_lines l join ${eventsTables.events} e on e.id = l.event_id
    where l.order_id = any(${orderIds}::uuid[]) and e.status <> 'on'`,
  );
}
