import type { Tx } from "#server/platform/db/database.ts";
import { loadTypesOnSale, type TypeOnSale } from "#server/modules/events/index.ts";
import type { Quota } from "#server/modules/inventory/index.ts";
import { accountKey, addressKey, personLimits, quotasOf, type LimitedPerson } from "../rules.ts";
import { findLines, type OrderRow } from "../store.ts";
import { findHad } from "./store.ts";

/**
 * Counts what people have of limited types, by the keys of their quotas. The caller has locked the types' stock, so
 * nobody else can place an order for them meanwhile.
 */
export async function countUsed(tx: Tx, quotas: Quota[], persons: LimitedPerson[]): Promise<Map<string, number>> {
  const stockIds = [...new Set(quotas.map((quota) => quota.stockId))];
  const userIds = [...new Set(persons.map((person) => person.userId))];
  const emails = [...new Set(persons.map((person) => person.email))];
  const used = new Map<string, number>();
  if (stockIds.length === 0) return used;
  for (const row of await findHad(tx, stockIds, userIds, emails)) {
    for (const key of [accountKey(row.stockId, row.userId), addressKey(row.stockId, row.email)]) {
      used.set(key, (used.get(key) ?? 0) + row.quantity);
    }
  }
  return used;
}

/** What late orders would use of their buyers' quotas, and what those buyers have by now. */
export async function lateQuotas(
  tx: Tx,
  late: OrderRow[],
): Promise<{ quotas: Map<string, Quota[]>; used: Map<string, number> }> {
  const lines = await findLines(
    tx,
    late.map((order) => order.id),
  );
  const types = await loadTypesOnSale(tx, [...new Set(lines.map((line) => line.ticketTypeId))]);
  const quotas = new Map(
    late.map((order) => {
      const perType = new Map<TypeOnSale, number>();
      for (const type of types) {
        const own = lines.filter((line) => line.orderId === order.id && line.ticketTypeId === type.id);
        const units = own.reduce((sum, line) => sum + line.quantity, 0);
        if (units > 0) perType.set(type, units);
      }
      return [order.id, quotasOf({ userId: order.userId, email: order.buyerEmail }, personLimits(perType))];
    }),
  );
  const persons = late.map((order) => ({ userId: order.userId, email: order.buyerEmail }));
  return { quotas, used: await countUsed(tx, [...quotas.values()].flat(), persons) };
}
