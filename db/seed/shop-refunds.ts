import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { App } from "#server/app.ts";
import { quoteRefund, refundOrder } from "#server/modules/orders/index.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { hashBody } from "#server/platform/idempotency.ts";
import type { TimeMachine } from "./time-machine.ts";

/** What buyers of products asked for and staff did: refund one unit, a whole order, or its shipping. */
const wishes = [
  { what: "shipping", reason: "Came a week late", hoursAgo: 75 },
  { what: "unit", reason: "Ordered one too many, hasn't shipped", hoursAgo: 26 },
  { what: "order", reason: "Ordered twice by mistake", hoursAgo: 7 },
] as const;

type Wish = (typeof wishes)[number];

/** An order of products alone that several units were bought with. */
interface FittingOrder {
  id: string;
  /** Its first line that has so many left that one more changes nothing that visitors see. */
  lineId: string;
}

/** Refunds orders of products, as an admin does. */
export async function refundProducts(
  machine: TimeMachine,
  app: App,
  { staff, now }: { staff: Principal; now: Date },
): Promise<void> {
  const taken: string[] = [];
  for (const wish of wishes) {
    const at = new Date(now.getTime() - wish.hoursAgo * 3_600_000);
    const order = await findOrder(machine, wish, at, taken);
    if (order === undefined) continue;
    taken.push(order.id);
    await machine.travelTo(at);
    await refund(app, staff, order, wish);
    for (const job of ["refunds", "mail"] as const) await app.runJob(job);
  }
}

/** The latest order that was paid some time before, or for shipping the oldest one of the last weeks. */
async function findOrder(
  { db }: TimeMachine,
  { what }: Wish,
  at: Date,
  taken: string[],
): Promise<FittingOrder | undefined> {
  const { rows } = await sql<FittingOrder>`
    select o.id, l.id as "lineId" from orders o join order_lines l on l.order_id = o.id
    join variants v on v.id = l.item_id and l.kind = 'variant' join stock s on s.id = v.stock_id
    where o.status = 'paid' and o.paid_at < ${at}::timestamptz - interval '5 hours' and o.id <> all(${taken}::uuid[])
      and not exists (select from order_lines t where t.order_id = o.id and t.kind <> 'variant')
      and not exists (select from variant_lines d where d.order_id = o.id and d.kind = 'digital')
      and not exists (select from order_lines x join variants w on w.id = x.item_id join stock y on y.id = w.stock_id
        where x.order_id = o.id and y.capacity - y.sold < 10)
      and (select sum(x.quantity) from order_lines x where x.order_id = o.id) > 1
      and (${what} <> 'shipping' or (o.shipping_cents > 0 and o.paid_at < ${at}::timestamptz - interval '12 days'))
    order by o.paid_at desc, l.position limit 1`.execute(db);
  return rows[0];
}

async function refund(app: App, staff: Principal, order: FittingOrder, { what, reason }: Wish): Promise<void> {
  const choice = {
    ...(what === "unit" ? { units: [{ lineId: order.lineId, quantity: 1 }] } : {}),
    ...(what === "shipping" ? { shipping: true } : {}),
    withFee: true,
    returnsStock: true,
  };
  const { amountCents } = await quoteRefund(app.deps, order.id, choice);
  const draft = { ...choice, amountCents, reason };
  const idempotency = {
    userId: staff.id,
    route: `POST /api/admin/orders/${order.id}/refunds`,
    key: randomUUID(),
    bodyHash: hashBody(draft),
  };
  await refundOrder(app.deps, { staff, orderId: order.id, draft, idempotency });
}
