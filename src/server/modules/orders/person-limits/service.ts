import type { Tx } from "#server/platform/db/database.ts";
import { loadTypesOnSale, type TypeOnSale } from "#server/modules/events/index.ts";
import type { Quotas } from "#server/modules/inventory/index.ts";
import { accountKey, addressKey, personLimits, quotasOf, type LimitedPerson, type PersonLimit } from "../rules.ts";
import { findLines, type OrderRow } from "../store.ts";
import { findHad } from "./store.ts";

/** A holder's person, and the limits that apply to what they want. */
export interface LimitedHolder extends LimitedPerson {
  holderId: string;
  limits: PersonLimit[];
}

/**
 * What people can have of limited types, and what they have. The caller has locked the types' stock, so nobody else can
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
export async function lateQuotas(tx: Tx, late: OrderRow[]): Promise<Quotas> {
  const lines = await findLines(
    tx,
    late.map((order) => order.id),
  );
  const types = await loadTypesOnSale(tx, [...new Set(lines.map((line) => line.ticketTypeId))]);
  const holders = late.map((order) => {
    const perType = new Map<TypeOnSale, number>();
    for (const type of types) {
      const own = lines.filter((line) => line.orderId === order.id && line.ticketTypeId === type.id);
      const units = own.reduce((sum, line) => sum + line.quantity, 0);
      if (units > 0) perType.set(type, units);
    }
    return { holderId: order.id, ...personOf(order), limits: personLimits(perType) };
  });
  return readPersonQuotas(tx, holders);
}
