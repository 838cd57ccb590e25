import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Carrier } from "#contract/fulfillment/fulfillment.ts";
import type { App } from "#server/app.ts";
import {
  createShipment,
  handOverAtDoor,
  pickupCode,
  recordReturn,
  quoteReturn,
} from "#server/modules/fulfillment/index.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { hashBody } from "#server/platform/idempotency.ts";
import { createDice } from "./seeded-random.ts";
import type { StagedEvent } from "./stage.ts";
import type { TimeMachine } from "./time-machine.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;
/** Staff pack every so many days, in the afternoon. The last time was as long ago. */
const packedEvery = 3;

/** A paid order of products, with what can be sent of it. */
interface OpenOrder {
  id: string;
  number: string;
  linkVersion: number;
  paidAt: Date;
  eventId: number | null;
  /** Without what is made to order. */
  units: { lineId: string; quantity: number }[];
}

/** Packs and ships orders, hands them over at past events, and takes one unit back, as staff do. */
export async function fulfillOrders(
  machine: TimeMachine,
  app: App,
  { staff, door, events, now }: { staff: Principal; door: Principal | undefined; events: StagedEvent[]; now: Date },
): Promise<void> {
  const open = await findOpenOrders(machine);
  await shipOrders(machine, app, staff, open, now);
  if (door) await handOverOrders(machine, app, door, open, events, now);
  await receiveReturn(machine, app, staff, now);
}

async function findOpenOrders({ db }: TimeMachine): Promise<OpenOrder[]> {
  const { rows } = await sql<OpenOrder>`
    select o.id, o.number, o.link_version as "linkVersion", o.paid_at as "paidAt", d.event_id as "eventId",
      json_agg(json_build_object('lineId', l.id, 'quantity', l.quantity - l.refunded) order by l.position)
        filter (where l.quantity > l.refunded) as units
    from orders o join order_deliveries d on d.order_id = o.id
    join lateral (
      select l.id, l.position, l.quantity,
        (select count(*) from order_refund_items i where i.order_line_id = l.id and not i.keeps_unit)::integer as refunded
      from order_lines l join variant_lines v on v.order_line_id = l.id
      where l.order_id = o.id and v.kind = 'physical' and v.preorder_ships_on is null) l on true
    where o.status in ('paid', 'partially_refunded')
      and not exists (
        select from disputes x join payments p on p.id = x.payment_id where p.subject_id = o.id and x.status <> 'won')
    group by o.id, d.event_id having bool_or(l.quantity > l.refunded) order by o.paid_at`.execute(db);
  return rows;
}

const claim = (person: Principal, route: string, body: unknown) => ({
  userId: person.id,
  route,
  key: randomUUID(),
  bodyHash: hashBody(body),
});

/**
 * Plans when staff pack which orders, oldest first: what was paid before a packing day's afternoon and isn't packed yet.
 * What was paid since the last one is left.
 */
export function planPacking<Order extends Pick<OpenOrder, "paidAt">>(
  orders: Order[],
  now: Date,
): { at: Date; packed: Order[] }[] {
  const days: { at: Date; packed: Order[] }[] = [];
  let left = orders;
  const oldest = Math.min(...orders.map(({ paidAt }) => paidAt.getTime()));
  const rounds = Math.ceil((now.getTime() - oldest) / day / packedEvery);
  for (let round = rounds; round > 0; round--) {
    const at = inTheAfternoon(new Date(now.getTime() - round * packedEvery * day));
    const packed = left.filter(({ paidAt }) => paidAt < at);
    left = left.filter(({ paidAt }) => paidAt >= at);
    if (packed.length > 0) days.push({ at, packed });
  }
  return days;
}

async function shipOrders(
  machine: TimeMachine,
  app: App,
  staff: Principal,
  open: OpenOrder[],
  now: Date,
): Promise<void> {
  const dice = createDice(407);
  const toShip = open.filter(({ eventId }) => eventId === null);
  for (const { at, packed } of planPacking(toShip, now)) {
    await machine.travelTo(at);
    await Promise.all(
      packed.map(({ id: orderId, units }) => {
        const body = { ...labelOf(dice.pick(["usps", "usps", "ups"]), dice.share()), units };
        const idempotency = claim(staff, `POST /api/admin/orders/${orderId}/shipments`, body);
        return createShipment(app.deps, { staff, orderId, body, idempotency });
      }),
    );
    await app.runJob("mail");
  }
}

/** Three o'clock in New York in winter; an hour later in summer. */
function inTheAfternoon(date: Date): Date {
  const at = new Date(date);
  at.setUTCHours(20, 0, 0, 0);
  return at;
}

/** A carrier with a tracking number in its own form. */
function labelOf(carrier: Carrier, share: number): { carrier: Carrier; tracking: string } {
  const digits = Math.floor(share * 1e9)
    .toString()
    .padStart(9, "0");
  return { carrier, tracking: carrier === "ups" ? `1Z47A8F503${digits.slice(1)}` : `9400110200${digits}081` };
}

/** At the door of each past event, an hour after doors, for all but one who forgot. */
async function handOverOrders(
  machine: TimeMachine,
  app: App,
  door: Principal,
  open: OpenOrder[],
  events: StagedEvent[],
  now: Date,
): Promise<void> {
  const past = events.filter(({ times }) => times.endsAt < now);
  for (const { id: eventId, times } of past) {
    const waiting = open.filter((order) => order.eventId === eventId && order.paidAt < times.doorsAt);
    if (waiting.length === 0) continue;
    await machine.travelTo(new Date(times.doorsAt.getTime() + hour));
    const forgot = past.at(-1)!.id === eventId ? 1 : 0;
    for (const order of waiting.slice(forgot)) {
      const shown = { code: pickupCode(order, app.deps.keys["ticket-codes"]), eventId, gate: "Merch table" };
      const idempotency = claim(door, "POST /api/door/pickups/handovers", shown);
      await handOverAtDoor(app.deps, { staff: door, shown, idempotency });
    }
  }
}

/** One unit of a parcel that came back: the wrong size, refunded and on sale again. */
async function receiveReturn(machine: TimeMachine, app: App, staff: Principal, now: Date): Promise<void> {
  const { rows } = await sql<{ orderId: string; lineId: string }>`
    select l.order_id as "orderId", l.id as "lineId" from shipments s join shipment_units u on u.shipment_id = s.id
    join order_lines l on l.id = u.order_line_id join variants v on v.id = l.item_id join stock k on k.id = v.stock_id
    join orders o on o.id = l.order_id
    where o.status = 'paid' and cardinality(v.options) = 2 and k.capacity - k.sold >= 10
      and s.made_at < ${now}::timestamptz - interval '12 days' and s.kind = 'parcel'
    order by s.made_at desc, l.id limit 1`.execute(machine.db);
  const [found] = rows;
  if (found === undefined) return;
  await machine.travelTo(new Date(now.getTime() - 30 * hour));
  const units = [{ lineId: found.lineId, quantity: 1 }];
  const { amountCents } = await quoteReturn(app.deps, found.orderId, units);
  const body = { units, isRestocked: true, note: "Too small. Tags still on.", refund: { amountCents } };
  const idempotency = claim(staff, `POST /api/admin/orders/${found.orderId}/returns`, body);
  await recordReturn(app.deps, { staff, orderId: found.orderId, body, idempotency });
  for (const job of ["refunds", "mail"] as const) await app.runJob(job);
}
