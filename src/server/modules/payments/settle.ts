import { coalesce } from "#server/platform/coalesce.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { newId } from "#server/platform/ids.ts";
import type { RefundReason } from "./facts.ts";
import { storeNotices, type Notice } from "./inbox.ts";
import type { ProviderSession } from "./provider.ts";
import { nextStatus, type PaymentStatus } from "./rules.ts";
import * as store from "./store.ts";

/** A provider's word on a session, with the notice that made us ask where there was one. */
export interface Settlement {
  session: ProviderSession;
  notice?: Notice;
}

/**
 * Brings payments in line with what their provider says, together with everything that follows from it: the order paid,
 * its tickets, its mail, the notice done. All in one transaction per batch; the same word again changes nothing.
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
  const notices = uniqueNotices(settlements);
  await storeNotices(tx, notices, true);
  const words = new Map(settlements.map(({ session }) => [session.paymentId, session]));
  const payments = await store.lockPayments(tx, [...words.keys()]);
  const captured = await capturedBefore(tx, payments, words);

  const moves: { id: string; status: PaymentStatus; ref: string | null }[] = [];
  const told = { captured: [] as store.PaymentRow[], ended: [] as [store.PaymentRow, "cancelled" | "expired"][] };
  const refunds: { payment: store.PaymentRow; amountCents: number; reason: RefundReason }[] = [];
  for (const payment of payments) {
    const session = words.get(payment.id)!;
    const next = nextStatus(payment.status, session.state);
    if (next === undefined) continue;
    moves.push({ id: payment.id, status: next, ref: session.ref });
    if (next === "cancelled" || next === "expired") told.ended.push([payment, next]);
    if (next !== "captured") continue;
    const reason = wrongMoney(payment, session) ?? (captured.has(payment.subjectId) ? "paid_twice" : undefined);
    captured.add(payment.subjectId);
    if (reason === undefined) {
      told.captured.push(payment);
    } else {
      moves.at(-1)!.status = "refunding";
      // Nothing was paid for the subject: it may be paid again while its time lasts.
      if (reason === "amount_mismatch") told.ended.push([payment, "cancelled"]);
      refunds.push({ payment, amountCents: session.amountCents, reason });
    }
  }
  if (moves.length > 0) await store.moveTo(tx, moves);
  await openRefunds(deps, tx, refunds);
  await deps.facts.tell(
    tx,
    "payment.captured",
    told.captured.map(({ id, subjectId, amountCents }) => ({ paymentId: id, subjectId, amountCents })),
  );
  await deps.facts.tell(
    tx,
    "payment.ended",
    told.ended.map(([{ id, subjectId }, outcome]) => ({ paymentId: id, subjectId, outcome })),
  );
}

function uniqueNotices(settlements: Settlement[]): Notice[] {
  const byId = new Map<string, Notice>();
  for (const { notice } of settlements) {
    if (notice !== undefined) byId.set(`${notice.provider}:${notice.eventId}`, notice);
  }
  return [...byId.values()];
}

async function capturedBefore(
  tx: Tx,
  payments: store.PaymentRow[],
  words: Map<string, ProviderSession>,
): Promise<Set<string>> {
  const approved = payments.filter((payment) => words.get(payment.id)!.state === "approved");
  if (approved.length === 0) return new Set();
  return store.findCapturedSubjects(
    tx,
    approved.map((payment) => payment.subjectId),
  );
}

function wrongMoney(payment: store.PaymentRow, session: ProviderSession): RefundReason | undefined {
  return payment.amountCents === session.amountCents && payment.currency === session.currency
    ? undefined
    : "amount_mismatch";
}

/**
 * Sends the money of captured payments back: their subject could not be delivered. Part of the transaction that found
 * out; the provider is called later, by the `refunds` sweep.
 */
export async function returnMoney(
  deps: Deps,
  tx: Tx,
  returns: { paymentId: string; reason: RefundReason }[],
): Promise<void> {
  if (returns.length === 0) return;
  const payments = await store.lockPayments(
    tx,
    returns.map((entry) => entry.paymentId),
  );
  await store.moveTo(
    tx,
    payments.map((payment) => ({ id: payment.id, status: "refunding", ref: null })),
  );
  const reasons = new Map(returns.map((entry) => [entry.paymentId, entry.reason]));
  await openRefunds(
    deps,
    tx,
    payments.map((payment) => ({ payment, amountCents: payment.amountCents, reason: reasons.get(payment.id)! })),
  );
}

async function openRefunds(
  deps: Deps,
  tx: Tx,
  refunds: { payment: store.PaymentRow; amountCents: number; reason: RefundReason }[],
): Promise<void> {
  if (refunds.length === 0) return;
  await store.insertRefunds(
    tx,
    refunds.map(({ payment, amountCents, reason }) => ({ id: newId(), paymentId: payment.id, amountCents, reason })),
  );
  deps.nudge("refunds");
}
