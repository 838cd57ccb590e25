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
import { findEventHeads } from "../heads/store.ts";
import * as store from "./store.ts";

type CancelBody = z.output<NonNullable<typeof cancelContract.body>>;
type PostponeBody = z.output<NonNullable<typeof postponeContract.body>>;

/**
 * Calls a night off for good. Sales stop with it: an order that is being placed either is there before, and its buyer is
 * told, or is refused. Every holder is told in the same transaction. Doing it again changes nothing and tells nobody.
 *
 * @throws AppError `not_found` | `edited_meanwhile`
 */
export async function cancelEvent(deps: Deps, staff: Principal, id: number, body: CancelBody): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const before = await lock(tx, id);
    if (before.state === "cancelled") return;
    requireVersion(before, body.version);
    const change = await store.writeChange(tx, id, { ...before, state: "cancelled", stateNote: body.note });
    await recordAction(tx, {
      staff,
      action: "night.cancelled",
      target: { kind: "night", id },
      before: { state: before.state },
      after: { state: "cancelled" },
      reason: body.note,
    });
    await deps.facts.tell(tx, "event.cancelled", [{ eventId: id, change, note: body.note }]);
  });
  deps.nudge("mail");
}

/**
 * Puts a night off. With new times it is moved and goes on selling; without them sales pause until it has some. Tickets
 * stay valid either way, and every holder is told in the same transaction, once a change. Pressing twice is one change.
 *
 * @throws AppError `not_found` | `edited_meanwhile` | `state_fixed` once it is called off | `invalid_input`
 */
export async function postponeEvent(deps: Deps, staff: Principal, id: number, body: PostponeBody): Promise<void> {
  const times = body.newTimes === undefined ? undefined : readTimes(body.newTimes);
  const moneyBackUntil = body.moneyBackUntil === undefined ? undefined : new Date(body.moneyBackUntil);
  await inTransaction(deps.db, async (tx) => {
    const before = await lock(tx, id);
    if (before.state === "cancelled") throw new AppError("state_fixed");
    if (times === undefined && before.state === "postponed") return;
    if (times !== undefined && isSame(before, times)) return;
    requireVersion(before, body.version);
    const head = (await findEventHeads(tx, [id])).get(id)!;
    const after: store.Change = {
      ...before,
      ...times,
      state: times === undefined ? "postponed" : "on",
      stateNote: body.note,
      moneyBackUntil,
      movedFrom: times === undefined ? before.movedFrom : (before.movedFrom ?? before.startsAt),
    };
    const change = await store.writeChange(tx, id, after);
    await recordAction(tx, {
      staff,
      action: times === undefined ? "night.postponed" : "night.moved",
      target: { kind: "night", id },
      before: { state: before.state, startsAt: before.startsAt },
      after: { state: after.state, startsAt: after.startsAt, ...(moneyBackUntil ? { moneyBackUntil } : {}) },
      reason: body.note,
    });
    const hasNewDate = times !== undefined;
    await deps.facts.tell(tx, "event.postponed", [{ eventId: id, change, note: body.note, before: head, hasNewDate }]);
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

function isSame(row: Times & { state: string }, times: Times): boolean {
  return row.state === "on" && row.startsAt.getTime() === times.startsAt.getTime();
}

/**
 * Times of a night, in order.
 *
 * @throws AppError `invalid_input`
 */
export function readTimes(given: NewTimes, path = "newTimes"): Times {
  const startsAt = new Date(given.startsAt);
  const endsAt = new Date(given.endsAt);
  const doorsAt = given.doorsAt ? new Date(given.doorsAt) : null;
  const refuse = (name: string, message: string) =>
    new AppError("invalid_input", { message, errors: [{ message, path: `${path}.${name}` }] });
  if (endsAt <= startsAt) throw refuse("endsAt", "The night ends before it begins");
  if (doorsAt !== null && doorsAt > startsAt) throw refuse("doorsAt", "Doors open after the night begins");
  return { startsAt, doorsAt, endsAt };
}
