import type { z } from "zod";
import type {
  cancelEvent as cancelContract,
  NewTimes,
  postponeEvent as postponeContract,
} from "#contract/event-changes.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { findEventInfo } from "../summaries/store.ts";
import * as store from "./store.ts";

type CancelBody = z.output<NonNullable<typeof cancelContract.body>>;
type PostponeBody = z.output<NonNullable<typeof postponeContract.body>>;

/**
 * Cancels an event for good. Sales stop with it: an order being placed either comes first, and its buyer is told, or is
 * refused. The same transaction emits the update to every ticket holder. Canceling again changes nothing and tells
 * nobody.
 *
 * @throws AppError `not_found` | `edited_meanwhile`
 */
export async function cancelEvent(deps: Deps, staff: Principal, id: number, body: CancelBody): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const before = await lock(tx, id);
    if (before.status === "canceled") return;
    requireVersion(before, body.version);
    const change = await store.writeChange(tx, id, { ...before, status: "canceled", statusNote: body.note });
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
  deps.nudge("mail");
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
    const before = await lock(tx, id);
    if (before.status === "canceled") throw new AppError("status_final");
    if (times === undefined && before.status === "postponed") return;
    if (times !== undefined && isSame(before, times)) return;
    requireVersion(before, body.version);
    const event = (await findEventInfo(tx, [id])).get(id)!;
    const after: store.Change = {
      ...before,
      ...times,
      status: times === undefined ? "postponed" : "on",
      statusNote: body.note,
      refundsUntil,
      movedFrom: times === undefined ? before.movedFrom : (before.movedFrom ?? before.startsAt),
    };
    const change = await store.writeChange(tx, id, after);
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
  deps.nudge("mail");
}

async function lock(tx: Tx, id: number): Promise<store.ChangingRow> {
  const row = await store.lockForChange(tx, id);
  if (row === undefined) throw new AppError("not_found");
  return row;
}

function requireVersion(row: store.ChangingRow, version: number): void {
  if (row.version !== version) throw new AppError("edited_meanwhile");
}

type Times = Pick<store.ChangingRow, "startsAt" | "doorsAt" | "endsAt">;

function isSame(row: Times & { status: string }, times: Times): boolean {
  return row.status === "on" && row.startsAt.getTime() === times.startsAt.getTime();
}

/**
 * Times of an event, in order.
 *
 * @throws AppError `invalid_input`
 */
export function readTimes(given: NewTimes, path = "newTimes"): Times {
  const startsAt = new Date(given.startsAt);
  const endsAt = new Date(given.endsAt);
  const doorsAt = given.doorsAt ? new Date(given.doorsAt) : null;
  const refuse = (name: string, message: string) =>
    new AppError("invalid_input", { message, errors: [{ message, path: `${path}.${name}` }] });
  if (endsAt <= startsAt) throw refuse("endsAt", "The event must end after it starts");
  if (doorsAt !== null && doorsAt > startsAt) throw refuse("doorsAt", "Doors can't open after the event starts");
  return { startsAt, doorsAt, endsAt };
}
