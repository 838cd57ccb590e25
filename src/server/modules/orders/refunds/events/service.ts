import {
  EventRefund,
  type EventRefundSummary,
  type EventRefundStep,
  type refundEvent as contract,
  type EventRefundStatus,
} from "#contract/refunds/events.ts";
import { countAdmins } from "#server/modules/accounts/index.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { newId } from "#server/platform/ids.ts";
import * as store from "./store.ts";
import { shownAs } from "#server/platform/shown.ts";
import { refundTickets } from "../refund-tickets.ts";
import type { BodyOf } from "#contract/endpoint.ts";

/** The status changes of each step; any other is refused. */
const eventRefundSteps: Record<EventRefundStep, { from: EventRefundStatus; to: EventRefundStatus }> = {
  confirm: { from: "proposed", to: "running" },
  withdraw: { from: "proposed", to: "withdrawn" },
  pause: { from: "running", to: "paused" },
  resume: { from: "paused", to: "running" },
};

/** True when another admin has to approve: whenever there is another one. */
const needsSecondPerson = (adminCount: number) => adminCount >= 2;

/**
 * What refunding a whole event costs, and how far it has come. Changes nothing.
 *
 * @throws AppError `not_found`
 */
export async function getEventRefund(db: Queryable, staff: Principal, eventId: number): Promise<EventRefundSummary> {
  const event = requireFound(await store.findEvent(db, eventId));
  const latest = await store.findLatest(db, eventId);
  return {
    isCalledOff: event.isOff,
    needsSecond: needsSecondPerson(await countAdmins(db)),
    isOwn: latest?.status === "proposed" && latest.startedById === staff.id,
    currency: event.currency,
    ...(await store.countOwed(db, eventId)),
    latest: latest === undefined ? null : shownAs(EventRefund)({ ...latest, currency: event.currency }),
  };
}

/** Who refunds which event, and how. */
interface EventRefundRequest {
  staff: Principal;
  eventId: number;
  draft: BodyOf<typeof contract>;
  idempotency: IdempotencyClaim;
}

/**
 * Starts refunding a whole event: stores every sold order of it, and the `event-refunds` job works through them one by
 * one. If there are several admins, it waits for a second one to approve. An event has at most one open at a time.
 *
 * @throws AppError `not_found` | `not_ready` unless the event is canceled | `order_closed` when it is in progress |
 *   `already_refunded` when nothing is left | `idempotency_key_reused`
 */
export function refundEvent(
  deps: Deps,
  { staff, eventId, draft, idempotency }: EventRefundRequest,
): Promise<PreparedReply> {
  return inTransaction(deps.db, (tx) =>
    answerOnce(
      tx,
      idempotency,
      async () => {
        const event = requireFound(await store.findEvent(tx, eventId));
        if (!event.isOff) {
          throw new AppError("not_ready", { message: "Cancel the event before you refund all of its orders" });
        }
        const owed = await store.countOwed(tx, eventId);
        if (owed.orders === 0)
          throw new AppError("already_refunded", { message: "This event has nothing left to refund" });
        const status = needsSecondPerson(await countAdmins(tx)) ? "proposed" : "running";
        const row = {
          id: newId(),
          eventId,
          status,
          startedById: staff.id,
          ...draft,
          note: draft.note ?? null,
        } as const;
        if (!(await store.insertEventRefund(tx, row))) {
          throw new AppError("order_closed", { message: "Refunds for this event are already in progress" });
        }
        await recordStep(
          tx,
          staff,
          eventId,
          status === "proposed" ? "event.refunds_proposed" : "event.refunds_started",
          {
            reason: draft.reason,
            after: {
              orders: owed.orders,
              tickets: owed.tickets,
              amountCents: owed.amountCents,
              withFee: draft.withFee,
            },
          },
        );
        deps.nudge("event-refunds");
        return getEventRefund(tx, staff, eventId);
      },
      200,
    ),
  );
}

/** Who takes which step. */
interface EventRefundChange {
  staff: Principal;
  eventId: number;
  refundId: string;
  step: EventRefundStep;
}

/**
 * Approves, pauses or resumes refunding an event, or withdraws a proposal. Nobody can approve their own proposal.
 * Refunds already sent stay sent.
 *
 * @throws AppError `not_found` | `order_closed` if the step doesn't fit the status | `second_person_needed`
 */
export async function changeEventRefund(deps: Deps, steering: EventRefundChange): Promise<EventRefundSummary> {
  const { staff, eventId, refundId, step } = steering;
  await inTransaction(deps.db, async (tx) => {
    const row = await store.lockEventRefund(tx, refundId);
    if (row === undefined || row.eventId !== eventId) throw new AppError("not_found");
    const { from, to } = eventRefundSteps[step];
    if (row.status === to && step !== "confirm") return;
    if (row.status !== from)
      throw new AppError("order_closed", { message: "The status changed. Refresh the page and try again." });
    if (step === "confirm" && row.startedById === staff.id) throw new AppError("second_person_needed");
    await store.setEventRefundStatus(tx, refundId, to, step === "confirm" ? staff.id : null);
    await recordStep(tx, staff, eventId, actions[step], { before: { status: from }, after: { status: to } });
  });
  deps.nudge("event-refunds");
  return getEventRefund(deps.db, staff, eventId);
}

const actions = {
  confirm: "event.refunds_started",
  pause: "event.refunds_paused",
  resume: "event.refunds_resumed",
  withdraw: "event.refunds_withdrawn",
} as const;

function recordStep(
  tx: Tx,
  staff: Principal,
  eventId: number,
  action: (typeof actions)[EventRefundStep] | "event.refunds_proposed",
  more: { before?: Record<string, unknown>; after: Record<string, unknown>; reason?: string },
): Promise<void> {
  return recordAction(tx, { staff, action, target: { kind: "event", id: eventId }, ...more });
}

/** Orders per job run, one transaction each, so other buyers hardly notice. */
const batchSize = 20;

/**
 * Refunds canceled events, order by order. Each order's transaction also marks it as done, so interrupted work resumes
 * with the waiting orders, and none is refunded twice on any number of nodes. An order that can't be refunded is
 * skipped with the reason; the others continue.
 *
 * @returns true when more may be waiting
 */
export async function processEventRefunds(deps: Deps): Promise<boolean> {
  const waiting = await store.findWaiting(deps.db, batchSize);
  for (const order of waiting) await workOn(deps, order);
  await store.finishEmpty(deps.db);
  return waiting.length === batchSize;
}

async function workOn(deps: Deps, order: store.WaitingOrder): Promise<void> {
  try {
    await inTransaction(deps.db, async (tx) => {
      const event = await store.claimWaiting(tx, order);
      if (event === undefined) return;
      await refundTickets(deps, tx, {
        orderId: order.orderId,
        ticketIds: await store.findOwedTickets(tx, order.orderId, event.eventId),
        withFee: event.withFee,
        // The event isn't on sale anymore: sold units stay counted as sold.
        returnsStock: false,
        madeBy: "event",
        decidedBy: event.confirmedById ?? event.startedById,
        reason: event.reason,
        note: event.note,
        why: "event_canceled",
        includesAdmitted: event.includesAdmitted,
        eventRefundId: event.id,
      });
      await store.settleOrder(tx, order, null);
    });
  } catch (error) {
    if (!(error instanceof AppError) || error.code === "unavailable") throw error;
    await store.settleOrder(deps.db, order, error.code);
  }
}
