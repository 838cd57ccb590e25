import { addressLines } from "#contract/orders/texts.ts";
import { findDeliveries } from "#server/modules/delivery/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";

/** The lines of the address that an order is shipped to, from the name on; empty for a pickup. */
export async function findAddressLines(db: Queryable, orderId: string): Promise<string[]> {
  const address = (await findDeliveries(db, [orderId])).get(orderId)?.address;
  return address === null || address === undefined ? [] : addressLines(address);
}
