import { randomUUID } from "node:crypto";
import type { App } from "#server/app.ts";
import { adminOrders } from "#server/modules/admin/index.ts";
import { quoteRefund, refundOrder } from "#server/modules/orders/index.ts";
import { hashBody } from "#server/platform/idempotency.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { StagedEvent } from "./stage.ts";
import type { TimeMachine } from "./time-machine.ts";

/** What buyers asked for and staff did: refund a whole order, or one of its tickets. */
const wishes = [
  { reason: "Flight moved to Sunday", isWhole: true, withFee: true, hoursAgo: 44 },
  { reason: "Bought one ticket too many", isWhole: false, withFee: true, hoursAgo: 31 },
  { reason: "Can't make it, asked late", isWhole: false, withFee: false, hoursAgo: 9 },
];

/** Refunds orders for upcoming events, fully and partly, as an admin does. */
export async function refundSomeOrders(
  machine: TimeMachine,
  app: App,
  { staff, events, now }: { staff: Principal; events: StagedEvent[]; now: Date },
): Promise<void> {
  const { db } = app.deps;
  const ahead = events.filter(({ times, types }) => times.startsAt > now && types.every(hasRoom));
  let next = 0;
  for (const { id } of ahead) {
    const { items } = await adminOrders.list(db, { eventId: id, status: "paid", sort: "createdAt" });
    const order = items.find((row) => !row.isComp && row.totalCents > 0 && row.ticketCount > 1 && isOld(row, now));
    const wish = wishes[next];
    if (order === undefined || wish === undefined) continue;
    next += 1;
    await machine.travelTo(new Date(now.getTime() - wish.hoursAgo * 3_600_000));
    await refundDemoOrder(app, staff, order.id, wish);
    for (const job of ["refunds", "mail"] as const) await app.runJob(job);
  }
}

/** True if one spot more or less doesn't change the event's status. */
const hasRoom = ({ type }: StagedEvent["types"][number]) => type.sold < type.capacity * 0.7;

const isOld = ({ paidAt }: { paidAt: string | null }, now: Date) =>
  paidAt !== null && Date.parse(paidAt) < now.getTime() - 50 * 3_600_000;

async function refundDemoOrder(
  app: App,
  staff: Principal,
  orderId: string,
  wish: (typeof wishes)[number],
): Promise<void> {
  const { withFee, reason } = wish;
  const all = await quoteRefund(app.deps, orderId, { withFee, returnsStock: true });
  const ticketIds = wish.isWhole ? undefined : [all.tickets.at(-1)!.id];
  const choice = { ...(ticketIds ? { ticketIds } : {}), withFee, returnsStock: true };
  const { amountCents } = await quoteRefund(app.deps, orderId, choice);
  const draft = { ...choice, amountCents, reason };
  const idempotency = {
    userId: staff.id,
    route: `POST /api/admin/orders/${orderId}/refunds`,
    key: randomUUID(),
    bodyHash: hashBody(draft),
  };
  await refundOrder(app.deps, { staff, orderId, draft, idempotency });
}
