import { findDeliveries } from "#server/modules/delivery/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";

/** The lines of the address that an order is shipped to, from the name on; empty for a pickup. */
export async function findAddressLines(db: Queryable, orderId: string): Promise<string[]> {
  const address = (await findDeliveries(db, [orderId])).get(orderId)?.address;
  if (address === null || address === undefined) return [];
  const { name, line1, line2, city, state, zip } = address;
  return [name, line1, line2 ?? "", `${city === "" ? "" : `${city}, `}${state} ${zip}`].filter((line) => line !== "");
}
