import type { Tx } from "#server/platform/db/database.ts";
import type { Quotas } from "#server/modules/inventory/index.ts";
import { loadItems, type SaleItem, type Sellers } from "#server/modules/purchasables/index.ts";
import {
  accountKey,
  addressKey,
  itemKey,
  personLimits,
  quotasOf,
  type LimitedPerson,
  type PersonLimit,
} from "../rules.ts";
import { findLines, type OrderRow } from "../store.ts";
import { findHad } from "./store.ts";

/** A holder's person, and the limits that apply to what they want. */
interface LimitedHolder extends LimitedPerson {
  holderId: string;
  limits: PersonLimit[];
}

/**
 * What people can have of limited items, and what they have. The caller has locked the items' stock, so nobody else can
 * place an order for them meanwhile.
 */
export async function readPersonQuotas(tx: Tx, holders: LimitedHolder[]): Promise<Quotas> {
  const ofHolder = new Map(holders.map((holder) => [holder.holderId, quotasOf(holder, holder.limits)]));
  const stockIds = [...new Set(holders.flatMap(({ limits }) => limits.map((limit) => limit.stockId)))];
  const userIds = [...new Set(holders.map(({ userId }) => userId))];
  const emails = [...new Set(holders.map(({ email }) => email))];
  const used = new Map<string, number>();
  if (stockIds.length === 0) return { ofHolder, used };
  for (const row of await findHad(tx, stockIds, userIds, emails)) {
    for (const key of [accountKey(row.stockId, row.userId), addressKey(row.stockId, row.email)]) {
      used.set(key, (used.get(key) ?? 0) + row.quantity);
    }
  }
  return { ofHolder, used };
}

/** The person that an order counts for. */
export const personOf = ({ userId, buyerEmail, emailConfirmed }: OrderRow): LimitedPerson => ({
  userId,
  email: buyerEmail,
  emailConfirmed,
});

/** What late orders would use of their buyers' quotas, and what those buyers have by now. */
export async function lateQuotas(sellers: Sellers, tx: Tx, late: OrderRow[]): Promise<Quotas> {
  const lines = await findLines(
    sellers,
    tx,
    late.map((order) => order.id),
  );
  const items = await loadItems(sellers, tx, lines);
  const holders = late.map((order) => {
    const perItem = new Map<SaleItem, number>();
    for (const item of items) {
      const orderLines = lines.filter((line) => line.orderId === order.id && itemKey(line) === itemKey(item));
      const units = orderLines.reduce((sum, line) => sum + line.quantity, 0);
      if (units > 0) perItem.set(item, units);
    }
    return { holderId: order.id, ...personOf(order), limits: personLimits(perItem) };
  });
  return readPersonQuotas(tx, holders);
}
