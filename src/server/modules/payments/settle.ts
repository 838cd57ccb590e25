import { coalesce } from "#server/platform/coalesce.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { captureOf, postEntries } from "#server/modules/ledger/index.ts";
import type { RefundReason } from "./domain-events.ts";
import { storeWebhookEvents, type WebhookEvent } from "./inbox.ts";
import type { ProviderSession } from "./provider.ts";
import { returnMoney } from "./refunds/service.ts";
import { nextStatus } from "./rules.ts";
import * as store from "./store.ts";

/** A provider's report on a session, with the webhook event that caused the lookup, if any. */
export interface Settlement {
  session: ProviderSession;
  webhookEvent?: WebhookEvent;
}

/**
 * Updates payments to their provider's status, with everything that follows: the order is paid, its tickets and email
 * are created, the webhook event is done. One transaction per batch does it all; a repeated report changes nothing.
 */
export function createSettle(deps: Deps): (settlement: Settlement) => Promise<void> {
  return coalesce<Settlement, void>({
    maxBatch: 100,
    async run(settlements) {
      await inTransaction(deps.db, (tx) => settleBatch(deps, tx, settlements));
      return settlements.map(() => ({ ok: true, value: undefined }));
    },
  });
}

async function settleBatch(deps: Deps, tx: Tx, settlements: Settlement[]): Promise<void> {
  await storeWebhookEvents(tx, uniqueWebhookEvents(settlements), true);
  const reports = await lockReported(deps, tx, settlements);
  const moves = decideMoves(reports, await findCaptured(tx, reports));
  await recordMoves(tx, moves);
  await postCaptures(tx, moves);
  await returnWrongMoney(deps, tx, moves);
  await emitOutcomes(deps, tx, moves);
}

/** A payment, locked, and what its provider reports of it. */
interface Report {
  payment: store.PaymentRow;
  session: ProviderSession;
}

/** The payments that are reported on. A session of another payment changes nothing and is logged. */
async function lockReported({ log }: Deps, tx: Tx, settlements: Settlement[]): Promise<Report[]> {
  const sessions = new Map(settlements.map(({ session }) => [session.paymentId, session]));
  const payments = await store.lockPayments(tx, [...sessions.keys()]);
  const reports = payments.map((payment) => ({ payment, session: sessions.get(payment.id)! }));
  return reports.filter(({ payment, session }) => {
    const isOwn = isAbout(payment, session);
    if (!isOwn) {
      log.error(
        { security: "foreign_session", paymentId: payment.id, ref: session.ref },
        "the session doesn't belong to this payment",
      );
    }
    return isOwn;
  });
}

/** The next status of a payment, and why its money goes back if it does. */
interface Move extends Report {
  next: NonNullable<ReturnType<typeof nextStatus>>;
  returnedFor: RefundReason | undefined;
}

/** @param captured the subjects that have money; those that get some now are added */
function decideMoves(reports: Report[], captured: Set<string>): Move[] {
  // The latest attempt is the one for what the order costs now.
  return reports.toReversed().flatMap(({ payment, session }): Move[] => {
    const next = nextStatus(payment.status, session.status);
    if (next === undefined) return [];
    if (next !== "captured") return [{ payment, session, next, returnedFor: undefined }];
    const isSecond = captured.has(payment.subjectId);
    captured.add(payment.subjectId);
    return [
      { payment, session, next, returnedFor: wrongMoney(payment, session) ?? (isSecond ? "paid_twice" : undefined) },
    ];
  });
}

const isCapture = ({ next }: Move) => next === "captured";

async function recordMoves(tx: Tx, moves: Move[]): Promise<void> {
  if (moves.length === 0) return;
  await store.moveTo(
    tx,
    moves.map(({ payment, session, next, returnedFor }) => ({
      id: payment.id,
      status: returnedFor === undefined ? next : "refunding",
      ref: session.ref,
      capturedCents: next === "captured" ? session.amountCents : null,
      chargeRef: session.chargeRef,
    })),
  );
}

/** What came is in the books, also if it goes back. */
const postCaptures = (tx: Tx, moves: Move[]) =>
  postEntries(
    tx,
    moves
      .filter(isCapture)
      .map(({ payment, session: { amountCents, currency } }) =>
        captureOf({ orderId: payment.subjectId, paymentId: payment.id, amountCents, currency }),
      ),
  );

const returnWrongMoney = (deps: Deps, tx: Tx, moves: Move[]) =>
  returnMoney(
    deps,
    tx,
    moves.flatMap(({ payment, returnedFor }) =>
      returnedFor === undefined ? [] : { paymentId: payment.id, reason: returnedFor },
    ),
  );

/** Says which subjects are paid, and which attempts ended without paying for them. */
async function emitOutcomes({ bus }: Deps, tx: Tx, moves: Move[]): Promise<void> {
  const paid = moves.filter((move) => isCapture(move) && move.returnedFor === undefined);
  await bus.emit(
    tx,
    "payment.captured",
    paid.map(({ payment: { id, subjectId, amountCents } }) => ({ paymentId: id, subjectId, amountCents })),
  );
  await bus.emit(
    tx,
    "payment.ended",
    moves.flatMap((move) => {
      const outcome = endOf(move);
      return outcome === undefined ? [] : { paymentId: move.payment.id, subjectId: move.payment.subjectId, outcome };
    }),
  );
}

function endOf({ next, returnedFor }: Move): "canceled" | "expired" | undefined {
  if (next === "canceled" || next === "expired") return next;
  // The subject isn't paid: it can be paid again until its time runs out.
  return returnedFor === "amount_mismatch" ? "canceled" : undefined;
}

function uniqueWebhookEvents(settlements: Settlement[]): WebhookEvent[] {
  const byId = new Map<string, WebhookEvent>();
  for (const { webhookEvent } of settlements) {
    if (webhookEvent !== undefined) byId.set(`${webhookEvent.provider}:${webhookEvent.webhookEventId}`, webhookEvent);
  }
  return [...byId.values()];
}

/** The subjects that have money already, of those that are reported to get some. */
async function findCaptured(tx: Tx, reports: Report[]): Promise<Set<string>> {
  const approved = reports.filter(({ session }) => session.status === "approved");
  if (approved.length === 0) return new Set();
  return store.findCapturedSubjects(
    tx,
    approved.map(({ payment }) => payment.subjectId),
  );
}

/** A session that names a payment must be the one opened for it; until we store one, the first one is. */
function isAbout(payment: store.PaymentRow, session: ProviderSession): boolean {
  return payment.providerRef === null || session.ref === null || payment.providerRef === session.ref;
}

function wrongMoney(payment: store.PaymentRow, session: ProviderSession): RefundReason | undefined {
  return payment.amountCents === session.amountCents && payment.currency === session.currency
    ? undefined
    : "amount_mismatch";
}
