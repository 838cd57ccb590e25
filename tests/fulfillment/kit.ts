import { sql } from "kysely";
import type { AdminFulfillment } from "#contract/fulfillment/admin.ts";
import type { Order } from "#contract/orders/orders.ts";
import { pickup, ship } from "#tests/delivery/kit.ts";
import type { Answer, Client, OrderLines, Site } from "#testing/site.ts";

/** A paid order that is shipped, and who bought it. */
export async function buyShipped(site: Site, lines: OrderLines): Promise<{ order: Order; buyer: Client }> {
  const buyer = await site.as("user");
  const { body: order } = await site.buy(buyer, lines, "approve", ship());
  if (order.status !== "paid") throw new Error(JSON.stringify(order));
  return { order, buyer };
}

/** A paid order that is picked up at an event of its own. */
export async function buyPickup(site: Site, lines: OrderLines, eventId?: number) {
  const at = eventId ?? (await site.create.event());
  const buyer = await site.as("user");
  const { body: order } = await site.buy(buyer, lines, "approve", pickup(at));
  if (order.status !== "paid") throw new Error(JSON.stringify(order));
  return { order, buyer, eventId: at };
}

/** So many units of each line of an order. */
export const unitsOf = (order: Pick<Order, "lines">, ...quantities: number[]) =>
  quantities.flatMap((quantity, index) => (quantity === 0 ? [] : [{ lineId: order.lines[index]!.id, quantity }]));

type Units = { lineId: string; quantity: number }[];

/** Sends a parcel as staff do. */
export const sendParcel = (
  admin: Client,
  orderId: string,
  units: Units,
  more: object = {},
  key?: string,
): Promise<Answer<AdminFulfillment & { code?: string }>> =>
  admin.post(
    `/api/admin/orders/${orderId}/shipments`,
    { carrier: "usps", tracking: "9400 1000 0000", units, ...more },
    key === undefined ? {} : { "idempotency-key": key },
  );

/** Records a return as staff do. */
export const returnUnits = (
  admin: Client,
  orderId: string,
  units: Units,
  more: object = {},
  headers: Record<string, string> = {},
): Promise<Answer<AdminFulfillment & { code?: string }>> =>
  admin.post(`/api/admin/orders/${orderId}/returns`, { units, isRestocked: true, ...more }, headers);

/** An order's fulfillment as its buyer sees it. */
export const readFulfillment = async (buyer: Client, orderId: string) =>
  (await buyer.get(`/api/orders/${orderId}/fulfillment`)).body;

/** Shows a pickup code at an event's door, or hands over what it is for. */
export const atDoor = (staff: Client, code: string, eventId: number, more: object = {}) =>
  staff.post("/api/door/pickups", { code, eventId, ...more });
export const handOverAtDoor = (staff: Client, code: string, eventId: number, key?: string) =>
  staff.post(
    "/api/door/pickups/handovers",
    { code, eventId, gate: "Merch" },
    key === undefined ? {} : { "idempotency-key": key },
  );

/** A bank's dispute of an order's payment, as it is stored while it is open. */
export async function openDispute({ db }: Site, orderId: string): Promise<void> {
  await sql`
    insert into disputes (id, payment_id, provider_ref, amount_cents, reason, status)
    select gen_random_uuid(), id, 'dp_' || id, 100, 'fraudulent', 'open' from payments
    where subject_id = ${orderId}`.execute(db);
}

/** The units of a variant's stock: all that ever came in, and those that are sold. */
export async function readStock({ db }: Site, variantId: number): Promise<{ capacity: number; sold: number }> {
  const { rows } = await sql<{ capacity: number; sold: number }>`
    select s.capacity, s.sold from variants v join stock s on s.id = v.stock_id where v.id = ${variantId}`.execute(db);
  return rows[0]!;
}
