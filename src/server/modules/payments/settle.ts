import { coalesce } from "#server/platform/coalesce.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { captureOf, postEntries, type JournalEntry } from "#server/modules/ledger/index.ts";
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
  const webhookEvents = uniqueWebhookEvents(settlements);
  await storeWebhookEvents(tx, webhookEvents, true);
  const sessions = new Map(settlements.map(({ session }) => [session.paymentId, session]));
  const payments = await store.lockPayments(tx, [...sessions.keys()]);
  const captured = await capturedBefore(tx, payments, sessions);

  const moves: store.PaymentMove[] = [];
  const outcomes = { captured: [] as store.PaymentRow[], ended: [] as [store.PaymentRow, "canceled" | "expired"][] };
  const returns: { paymentId: string; reason: RefundReason }[] = [];
  const entries: JournalEntry[] = [];
  // The latest attempt is the one for what the order costs now.
  for (const payment of payments.toReversed()) {
    const session = sessions.get(payment.id)!;
    if (!isAbout(payment, session)) {
      deps.log.error(
        { security: "foreign_session", paymentId: payment.id, ref: session.ref },
        "the session doesn't belong to this payment",
      );
      continue;
    }
    const next = nextStatus(payment.status, session.status);
    if (next === undefined) continue;
    const came = next === "captured" ? session.amountCents : null;
    moves.push({ id: payment.id, status: next, ref: session.ref, capturedCents: came, chargeRef: session.chargeRef });
    if (next === "canceled" || next === "expired") outcomes.ended.push([payment, next]);
    if (next !== "captured") continue;
    const { amountCents, currency } = session;
    entries.push(captureOf({ orderId: payment.subjectId, paymentId: payment.id, amountCents, currency }));
    const reason = wrongMoney(payment, session) ?? (captured.has(payment.subjectId) ? "paid_twice" : undefined);
    captured.add(payment.subjectId);
    if (reason === undefined) {
      outcomes.captured.push(payment);
    } else {
      moves.at(-1)!.status = "refunding";
      // The subject isn't paid: it can be paid again until its time runs out.
      if (reason === "amount_mismatch") outcomes.ended.push([payment, "canceled"]);
      returns.push({ paymentId: payment.id, reason });
    }
  }
  if (moves.length > 0) await store.moveTo(tx, moves);
  await postEntries(tx, entries);
  await returnMoney(deps, tx, returns);
  await deps.bus.emit(
    tx,
    "payment.captured",
    outcomes.captured.map(({ id, subjectId, amountCents }) => ({ paymentId: id, subjectId, amountCents })),
  );
  await deps.bus.emit(
    tx,
    "payment.ended",
    outcomes.ended.map(([{ id, subjectId }, outcome]) => ({ paymentId: id, subjectId, outcome })),
  );
}

function uniqueWebhookEvents(settlements: Settlement[]): WebhookEvent[] {
  const byId = new Map<string, WebhookEvent>();
  for (const { webhookEvent } of settlements) {
    if (webhookEvent !== undefined) byId.set(`${webhookEvent.provider}:${webhookEvent.webhookEventId}`, webhookEvent);
  }
  return [...byId.values()];
}

async function capturedBefore(
  tx: Tx,
  payments: store.PaymentRow[],
  sessions: Map<string, ProviderSession>,
): Promise<Set<string>> {
  const approved = payments.filter((payment) => sessions.get(payment.id)!.status === "approved");
  if (approved.length === 0) return new Set();
  return store.findCapturedSubjects(
    tx,
    approved.map((payment) => payment.subjectId),
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
