import { sql } from "kysely";
import type { Queryable } from "#server/platform/db/database.ts";
import { allRows } from "#server/platform/db/rows.ts";

/** Where an order's products go. */
export interface OrderDelivery {
  method: "ship" | "pickup";
  /** Of a pickup. */
  eventId: number | null;
  /** The lines of the address, from the name on; empty for a pickup. */
  address: string[];
}

/** Where the products of some orders go; leaves out orders without products. */
export async function findDeliveries(db: Queryable, orderIds: string[]): Promise<Map<string, OrderDelivery>> {
  const rows = await allRows(db)<{
    orderId: string;
    method: "ship" | "pickup";
    eventId: number | null;
    address: (string | null)[];
  }>`
    select d.order_id as "orderId", d.method, d.event_id as "eventId",
      array[d.name, d.line1, d.line2, d.city || ', ' || d.state || ' ' || d.zip] as address
    from ${sql.table("order_deliveries")} d where d.order_id = any(${orderIds}::uuid[])`;
  return new Map(
    rows.map(({ orderId, address, ...row }) => [
      orderId,
      { ...row, address: address.filter((line) => line !== null && line !== "") as string[] },
    ]),
  );
}
