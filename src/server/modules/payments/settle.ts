import { coalesce } from "#server/platform/coalesce.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { captureOf, postEntries, type Posting } from "#server/modules/ledger/index.ts";
import type { RefundReason } from "./facts.ts";
import { storeNotices, type Notice } from "./inbox.ts";
import type { ProviderSession } from "./provider.ts";
import { returnMoney } from "./refunds/open.ts";
import { nextStatus } from "./rules.ts";
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

  const moves: store.PaymentMove[] = [];
  const told = { captured: [] as store.PaymentRow[], ended: [] as [store.PaymentRow, "cancelled" | "expired"][] };
  const returns: { paymentId: string; reason: RefundReason }[] = [];
  const postings: Posting[] = [];
  for (const payment of payments) {
    const session = words.get(payment.id)!;
    if (!isAbout(payment, session)) {
      deps.log.error(
        { security: "foreign_session", paymentId: payment.id, ref: session.ref },
        "not this payment's session",
      );
      continue;
    }
    const next = nextStatus(payment.status, session.state);
    if (next === undefined) continue;
    const came = next === "captured" ? session.amountCents : null;
    moves.push({ id: payment.id, status: next, ref: session.ref, capturedCents: came, chargeRef: session.chargeRef });
    if (next === "cancelled" || next === "expired") told.ended.push([payment, next]);
    if (next !== "captured") continue;
    const { amountCents, currency } = session;
    postings.push(captureOf({ orderId: payment.subjectId, paymentId: payment.id, amountCents, currency }));
    const reason = wrongMoney(payment, session) ?? (captured.has(payment.subjectId) ? "paid_twice" : undefined);
    captured.add(payment.subjectId);
    if (reason === undefined) {
      told.captured.push(payment);
    } else {
      moves.at(-1)!.status = "refunding";
      // Nothing was paid for the subject: it may be paid again while its time lasts.
      if (reason === "amount_mismatch") told.ended.push([payment, "cancelled"]);
      returns.push({ paymentId: payment.id, reason });
    }
  }
  if (moves.length > 0) await store.moveTo(tx, moves);
  await postEntries(tx, postings);
  await returnMoney(deps, tx, returns);
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

/** A session that names a payment has to be the one that was opened for it; until we noted one, the first one is. */
function isAbout(payment: store.PaymentRow, session: ProviderSession): boolean {
  return payment.providerRef === null || session.ref === null || payment.providerRef === session.ref;
}

function wrongMoney(payment: store.PaymentRow, session: ProviderSession): RefundReason | undefined {
  return payment.amountCents === session.amountCents && payment.currency === session.currency
    ? undefined
    : "amount_mismatch";
}
