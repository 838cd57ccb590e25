import type { App } from "#server/app.ts";
import { findOfficeOrders } from "#server/modules/orders/index.ts";
import { findKeptPayment } from "#server/modules/payments/index.ts";
import type { StagedNight } from "./stage.ts";
import type { TimeMachine } from "./time-machine.ts";

/** Two buyers' banks ask for their money: about one of them the house has won, about the other nobody has decided. */
const disputes = [
  { hoursAgo: 40, wonAfterHours: 20 },
  { hoursAgo: 6, wonAfterHours: undefined },
];

/** Lets banks dispute payments of nights to come, at the sandbox, which tells of it as it tells of everything. */
export async function disputeSome(
  machine: TimeMachine,
  app: App,
  { nights, now }: { nights: StagedNight[]; now: Date },
): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const { sandbox } = app.payments;
  const ahead = nights.filter(({ times }) => times.startsAt > now).toReversed();
  const left = [...disputes];
  for (const { id } of ahead) {
    const [next] = left;
    if (next === undefined) return;
    const { rows } = await findOfficeOrders(app.deps.db, { eventId: id, status: "paid", sort: "createdAt" });
    const order = rows.find(({ isComp, totalCents, paidAt }) => !isComp && totalCents > 0 && isBefore(paidAt, ago(50)));
    const payment = order === undefined ? undefined : await findKeptPayment(app.deps.db, order.id);
    if (payment === undefined || payment.providerRef === null) continue;
    left.shift();
    await machine.travelTo(ago(next.hoursAgo));
    const ref = await sandbox.dispute(payment.providerRef);
    await sandbox.work();
    if (next.wonAfterHours !== undefined) {
      await machine.travelTo(ago(next.hoursAgo - next.wonAfterHours));
      await sandbox.closeDispute(ref, "won");
      await sandbox.work();
    }
    await app.sweep("mail");
  }
}

const isBefore = (paidAt: Date | null, instant: Date) => paidAt !== null && paidAt < instant;
