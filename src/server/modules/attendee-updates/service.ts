import type { AffectedBuyers } from "#contract/attendee-updates.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { findEventInfo, storeFormerStart, type EventSchedule } from "#server/modules/events/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database, Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { DomainEventMap, EventBus } from "#server/platform/domain-events.ts";
import * as store from "./store.ts";
import type { OrderBuyer } from "#server/modules/orders/index.ts";

/**
 * The buyers that canceling or rescheduling an event would affect, and what they paid. Changes nothing.
 *
 * @throws AppError `not_found`
 */
export async function getAffectedBuyers(db: Database, eventId: number): Promise<AffectedBuyers> {
  if (!(await findEventInfo(db, [eventId])).has(eventId)) throw new AppError("not_found");
  return store.countAffectedBuyers(db, eventId);
}

/** Emits updates to the ticket holders of a changed event, in the transaction that changes it. */
export function subscribeToEvents({ bus }: Pick<Deps, "bus">): void {
  bus.on("event.canceled", async (tx, canceled) => {
    for (const { eventId, change, note } of canceled) {
      await emitAttendeeUpdates(bus, tx, { eventId, change, note, what: "canceled", startedAt: null });
    }
  });
  bus.on("event.postponed", async (tx, postponed) => {
    for (const { eventId, change, note, before, hasNewDate } of postponed) {
      const what = hasNewDate ? ("moved" as const) : ("postponed" as const);
      await emitAttendeeUpdates(bus, tx, { eventId, change, note, what, startedAt: before.startsAt });
    }
  });
  bus.on("event.rescheduled", async (tx, rescheduled) => {
    for (const event of rescheduled) await notifyRescheduled(bus, tx, event);
  });
}

/**
 * Handles other times or another venue: no ticket holder should find out at a closed door. The activity log records
 * what staff chose.
 *
 * @throws AppError `attendee_update_required` if there are ticket holders and staff didn't say whether to update them
 */
async function notifyRescheduled(bus: EventBus, tx: Tx, event: DomainEventMap["event.rescheduled"]): Promise<void> {
  const { eventId, change, before, after, staff, attendeeUpdate } = event;
  const { people, withoutEmail, tickets } = await store.countAffectedBuyers(tx, eventId);
  if (people === 0 && withoutEmail.count === 0) return;
  if (attendeeUpdate === undefined) throw new AppError("attendee_update_required");
  const note = attendeeUpdate.notify === "mail" ? (attendeeUpdate.note ?? "") : "";
  const names = (Object.keys(after) as (keyof EventSchedule)[]).filter((name) => before[name] !== after[name]);
  const only = (schedule: EventSchedule) => Object.fromEntries(names.map((name) => [name, schedule[name]]));
  await recordAction(tx, {
    staff,
    action: attendeeUpdate.notify === "mail" ? "event.holders_notified" : "event.holders_not_notified",
    target: { kind: "event", id: eventId },
    before: only(before),
    after: { people, tickets, ...only(after) },
    ...(note ? { reason: note } : {}),
  });
  if (attendeeUpdate.notify !== "mail") return;
  if (before.startsAt !== after.startsAt) await storeFormerStart(tx, eventId, before);
  await emitAttendeeUpdates(bus, tx, {
    eventId,
    change,
    note,
    what: "rescheduled",
    startedAt: before.startsAt,
    schedules: { before, after },
  });
}

type EventUpdate = Omit<DomainEventMap["order.event_changed"], keyof OrderBuyer>;

async function emitAttendeeUpdates(bus: EventBus, tx: Tx, event: EventUpdate): Promise<void> {
  const holders = await store.findHolders(tx, event.eventId);
  await bus.emit(
    tx,
    "order.event_changed",
    holders.map((holder) => ({ ...event, ...holder })),
  );
}
