import type { App } from "#server/app.ts";
import { adminOrders } from "#server/modules/admin/index.ts";
import { findCapturedPayment } from "#server/modules/payments/index.ts";
import type { StagedEvent } from "./stage.ts";
import type { TimeMachine } from "./time-machine.ts";

/** Two buyers' banks dispute payments: the organizer won one dispute, the other is still open. */
const disputes = [
  { hoursAgo: 40, wonAfterHours: 20 },
  { hoursAgo: 6, wonAfterHours: undefined },
];

/** Opens disputes for payments of upcoming events at the sandbox, which reports them like everything else. */
export async function disputeSome(
  machine: TimeMachine,
  app: App,
  { events, now }: { events: StagedEvent[]; now: Date },
): Promise<void> {
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
  const { sandbox } = app.services.payments;
  const ahead = events.filter(({ times }) => times.startsAt > now).toReversed();
  const left = [...disputes];
  for (const { id } of ahead) {
    const [next] = left;
    if (next === undefined) return;
    const { items } = await adminOrders.list(app.deps.db, { eventId: id, status: "paid", sort: "createdAt" });
    const order = items.find(
      ({ isComp, totalCents, paidAt }) => !isComp && totalCents > 0 && isBefore(paidAt, ago(50)),
    );
    const payment = order === undefined ? undefined : await findCapturedPayment(app.deps.db, order.id);
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
    await app.runJob("mail");
  }
}

const isBefore = (paidAt: string | null, instant: Date) => paidAt !== null && new Date(paidAt) < instant;
