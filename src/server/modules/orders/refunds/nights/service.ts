import type { z } from "zod";
import type { NightRefundDesk, NightRefundStep, refundNight as contract } from "#contract/night-refunds.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { PreparedReply } from "#server/platform/http/route.ts";
import { findReplies, storeReplies, type IdempotencyClaim } from "#server/platform/idempotency.ts";
import { newId } from "#server/platform/ids.ts";
import { needsSecondPerson, nightSteps } from "./rules.ts";
import * as store from "./store.ts";

/**
 * What giving all money of a night back comes to, and how far it has come. Changes nothing.
 *
 * @throws AppError `not_found`
 */
export async function getNightRefund(db: Queryable, staff: Principal, eventId: number): Promise<NightRefundDesk> {
  const night = await store.findNight(db, eventId);
  if (night === undefined) throw new AppError("not_found");
  const latest = await store.findLatest(db, eventId);
  return {
    isCalledOff: night.isOff,
    needsSecond: needsSecondPerson(await store.countAdmins(db)),
    isOwn: latest?.state === "proposed" && latest.startedById === staff.id,
    currency: night.currency,
    ...(await store.countOwed(db, eventId)),
    latest: latest === undefined ? null : show(latest, night.currency),
  };
}

function show(row: store.NightProgressRow, currency: string): NonNullable<NightRefundDesk["latest"]> {
  const { eventId: _, startedById: __, confirmedById: ___, note: ____, createdAt, doneAt, ...rest } = row;
  return { ...rest, currency, createdAt: createdAt.toISOString(), doneAt: doneAt?.toISOString() ?? null };
}

/** Who gives which night's money back, and how. */
export interface NightGivingBack {
  staff: Principal;
  eventId: number;
  draft: z.output<NonNullable<typeof contract.body>>;
  idempotency: IdempotencyClaim;
}

/**
 * Takes down that all money of a night goes back: every sold order of it, to be worked on one by one by the
 * `night-refunds` sweep. Where there are several administrators it waits for a second one. At most one of a night is open.
 *
 * @throws AppError `not_found` | `not_ready` while the night is on | `order_closed` when it is under way |
 *   `already_refunded` when nothing is left | `idempotency_key_reused`
 */
export function refundNight(
  deps: Deps,
  { staff, eventId, draft, idempotency }: NightGivingBack,
): Promise<PreparedReply> {
  return inTransaction(deps.db, async (tx) => {
    const [stored] = await findReplies(tx, [idempotency]);
    if (stored instanceof AppError) throw stored;
    if (stored !== undefined) return new PreparedReply(stored.reply, stored.status);

    const night = await store.findNight(tx, eventId);
    if (night === undefined) throw new AppError("not_found");
    if (!night.isOff) {
      throw new AppError("not_ready", { message: "Only a night that is called off gives all of its money back" });
    }
    const owed = await store.countOwed(tx, eventId);
    if (owed.orders === 0)
      throw new AppError("already_refunded", { message: "Nothing of this night is left to give back" });
    const state = needsSecondPerson(await store.countAdmins(tx)) ? "proposed" : "running";
    const row = { id: newId(), eventId, state, startedById: staff.id, ...draft, note: draft.note ?? null } as const;
    if (!(await store.insertNightRefund(tx, row))) {
      throw new AppError("order_closed", { message: "The money of this night is on its way back already" });
    }
    await note(tx, staff, eventId, state === "proposed" ? "night.refunds_proposed" : "night.refunds_started", {
      reason: draft.reason,
      after: { orders: owed.orders, tickets: owed.tickets, amountCents: owed.amountCents, withFee: draft.withFee },
    });
    const reply = JSON.stringify(await getNightRefund(tx, staff, eventId));
    await storeReplies(tx, [{ ...idempotency, status: 200, reply }]);
    deps.nudge("night-refunds");
    return new PreparedReply(reply);
  });
}

/** Who takes which step. */
export interface NightSteering {
  staff: Principal;
  eventId: number;
  refundId: string;
  step: NightRefundStep;
}

/**
 * Agrees to giving a night's money back, pauses it, lets it go on, or takes back what was only proposed. Nobody agrees to
 * what they began themselves. What is on its way stays so.
 *
 * @throws AppError `not_found` | `order_closed` where the step does not fit | `second_person_needed`
 */
export async function steerNightRefund(deps: Deps, steering: NightSteering): Promise<NightRefundDesk> {
  const { staff, eventId, refundId, step } = steering;
  await inTransaction(deps.db, async (tx) => {
    const row = await store.lockNightRefund(tx, refundId);
    if (row === undefined || row.eventId !== eventId) throw new AppError("not_found");
    const { from, to } = nightSteps[step];
    if (row.state === to && step !== "confirm") return;
    if (row.state !== from)
      throw new AppError("order_closed", { message: "This is no longer how it stands: look again" });
    if (step === "confirm" && row.startedById === staff.id) throw new AppError("second_person_needed");
    await store.moveNightRefund(tx, refundId, to, step === "confirm" ? staff.id : null);
    await note(tx, staff, eventId, actions[step], { before: { state: from }, after: { state: to } });
  });
  deps.nudge("night-refunds");
  return getNightRefund(deps.db, staff, eventId);
}

const actions = {
  confirm: "night.refunds_started",
  pause: "night.refunds_paused",
  resume: "night.refunds_resumed",
  withdraw: "night.refunds_withdrawn",
} as const;

function note(
  tx: Tx,
  staff: Principal,
  eventId: number,
  action: (typeof actions)[NightRefundStep] | "night.refunds_proposed",
  more: { before?: Record<string, unknown>; after: Record<string, unknown>; reason?: string },
): Promise<void> {
  return recordAction(tx, { staff, action, target: { kind: "night", id: eventId }, ...more });
}
