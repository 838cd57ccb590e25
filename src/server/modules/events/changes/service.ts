import type {
  cancelEvent as cancelContract,
  NewTimes,
  postponeEvent as postponeContract,
} from "#contract/events/changes.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError, fieldError, requireVersion } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { lockRecord, type EventRecord } from "../editing/store.ts";
import { findEventById, type EventTimes } from "../store.ts";
import { writeChange } from "./store.ts";
import type { BodyOf } from "#contract/endpoint.ts";

type CancelBody = BodyOf<typeof cancelContract>;
type PostponeBody = BodyOf<typeof postponeContract>;

/**
 * Cancels an event for good. Sales stop with it: an order being placed either comes first, and its buyer is told, or is
 * refused. The same transaction emits the update to every ticket holder. Canceling again changes nothing and tells
 * nobody.
 *
 * @throws AppError `not_found` | `edited_meanwhile`
 */
export async function cancelEvent(deps: Deps, staff: Principal, id: number, body: CancelBody): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const before = await lockRecord(tx, id);
    if (before.status === "canceled") return;
    requireVersion(before, body.version);
    const change = await writeChange(tx, { ...before, status: "canceled", statusNote: body.note });
    await recordAction(tx, {
      staff,
      action: "event.canceled",
      target: { kind: "event", id },
      before: { status: before.status },
      after: { status: "canceled" },
      reason: body.note,
    });
    await deps.bus.emit(tx, "event.canceled", [{ eventId: id, change, note: body.note }]);
  });
}

/**
 * Postpones an event. With new times it is rescheduled and stays on sale; without them sales pause until it has some.
 * Tickets stay valid either way, and the same transaction emits the update to every ticket holder, once per change.
 * Pressing twice is one change.
 *
 * @throws AppError `not_found` | `edited_meanwhile` | `status_final` once it is canceled | `invalid_input`
 */
export async function postponeEvent(deps: Deps, staff: Principal, id: number, body: PostponeBody): Promise<void> {
  const times = body.newTimes === undefined ? undefined : readTimes(body.newTimes);
  const refundsUntil = body.refundsUntil === undefined ? undefined : new Date(body.refundsUntil);
  await inTransaction(deps.db, async (tx) => {
    const before = await lockRecord(tx, id);
    if (before.status === "canceled") throw new AppError("status_final");
    if (times === undefined && before.status === "postponed") return;
    if (before.status === "on" && times?.startsAt.getTime() === before.startsAt.getTime()) return;
    requireVersion(before, body.version);
    const event = (await findEventById(tx, id))!;
    const after: EventRecord = {
      ...before,
      ...times,
      status: times === undefined ? "postponed" : "on",
      statusNote: body.note,
      movedFrom: times === undefined ? before.movedFrom : (before.movedFrom ?? before.startsAt),
    };
    const change = await writeChange(tx, after, refundsUntil);
    await recordAction(tx, {
      staff,
      action: times === undefined ? "event.postponed" : "event.rescheduled",
      target: { kind: "event", id },
      before: { status: before.status, startsAt: before.startsAt },
      after: { status: after.status, startsAt: after.startsAt, ...(refundsUntil ? { refundsUntil } : {}) },
      reason: body.note,
    });
    const hasNewDate = times !== undefined;
    await deps.bus.emit(tx, "event.postponed", [{ eventId: id, change, note: body.note, before: event, hasNewDate }]);
  });
}

/**
 * Times of an event, in order.
 *
 * @param path of the object that has them, with a dot at its end
 * @throws AppError `invalid_input`
 */
export function readTimes({ startsAt, doorsAt, endsAt }: NewTimes, path = "newTimes."): EventTimes {
  const times = {
    startsAt: new Date(startsAt),
    doorsAt: doorsAt ? new Date(doorsAt) : null,
    endsAt: new Date(endsAt),
  };
  requireTimes(times, path);
  return times;
}

/** @throws AppError `invalid_input` for times that aren't in order */
export function requireTimes({ startsAt, doorsAt, endsAt }: EventTimes, path: string): void {
  if (endsAt <= startsAt) throw fieldError(`${path}endsAt`, "The event must end after it starts");
  if (doorsAt !== null && doorsAt > startsAt) {
    throw fieldError(`${path}doorsAt`, "Doors can't open after the event starts");
  }
}
