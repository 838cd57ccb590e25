import { methodsFor } from "#contract/payments/methods.ts";
import { AppError } from "#server/platform/app-error.ts";
import { coalesce, type Outcome } from "#server/platform/coalesce.ts";
import { inTransaction, RestartTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { PreparedReply } from "#server/platform/http/route.ts";
import { findReplies, storeReplies, type IdempotencyClaim } from "#server/platform/idempotency.ts";
import { pauseExpiry, lockHolders } from "#server/modules/inventory/index.ts";
import {
  findLatestAttempts,
  isLive,
  openPage,
  recordSessions,
  startPayments,
  type PaymentRow,
  type Payments,
} from "#server/modules/payments/index.ts";
import { getSettings } from "#server/modules/settings/index.ts";
import { purchasablesOf } from "#server/modules/purchasables/index.ts";
import { completeOrders } from "./complete.ts";
import { orderLinkKey } from "./read.ts";
import { dueCents, isShortHold } from "./rules.ts";
import * as store from "./store.ts";

export interface Paying {
  payer: Pick<Principal, "id">;
  orderId: string;
  idempotency: IdempotencyClaim;
  /**
   * The total that the payer saw when the order was placed in the same call: it isn't paid at another one, nor while its
   * hold is shorter than usual, which the payer sees first. Omitted if the payer asked for this payment by itself.
   */
  shownTotalCents?: number;
}

/** How far along an order is in being paid. */
type Step =
  | { kind: "replay"; reply: PreparedReply }
  | { kind: "paid" }
  | { kind: "free" }
  | { kind: "page"; payment: PaymentRow };

/**
 * Starts paying an order: returns the address of the provider's page, or marks the order paid when the total is zero.
 *
 * First one transaction pauses the hold's expiry. Then, outside of any transaction, the server asks the provider for
 * its page. Then a second transaction stores the page and the reply. If a crash or timeout cuts this short, the next
 * call resumes the attempt under the provider's own idempotency key, so nobody is charged twice.
 *
 * @throws AppError `not_found` | `order_closed` | `idempotency_key_reused` | `unavailable`; `total_changed` with
 *   `shownTotalCents` if the payer has to see the order first
 */
export function createPayOrder(deps: Deps, payments: Payments): (paying: Paying) => Promise<PreparedReply> {
  const begin = coalesce<Paying, Step>({ run: (payings) => beginBatch(deps, payments, payings) });
  const settleFree = coalesce<Paying, PreparedReply>({ run: (payings) => settleFreeBatch(deps, payings) });
  const recordPages = coalesce<{ paying: Paying; paymentId: string; ref: string; url: string }, PreparedReply>({
    async run(pages) {
      const answers = pages.map(({ url }) => JSON.stringify({ status: "redirect", url }));
      await inTransaction(deps.db, async (tx) => {
        await recordSessions(tx, pages);
        await storeAnswers(
          tx,
          pages.map(({ paying }) => paying),
          answers,
        );
      });
      return answers.map((answer) => ({ ok: true, value: new PreparedReply(answer) }));
    },
  });

  return async (paying) => {
    const step = await begin(paying);
    switch (step.kind) {
      case "replay":
        return step.reply;
      case "paid":
        return new PreparedReply(JSON.stringify({ status: "paid" }));
      case "free":
        return settleFree(paying);
      case "page": {
        const page = await openPage(deps, payments, step.payment);
        return recordPages({ paying, paymentId: step.payment.id, ...page });
      }
    }
  };
}

function beginBatch(deps: Deps, payments: Payments, payings: Paying[]): Promise<Outcome<Step>[]> {
  return inTransaction(deps.db, async (tx) => {
    const stored = await findReplies(
      tx,
      payings.map(({ idempotency }) => idempotency),
    );
    const ids = [...new Set(payings.map(({ orderId }) => orderId))];
    const off = await findOff(deps, tx, ids);
    const seen = await pauseUnpaid(
      tx,
      payings,
      ids.filter((id) => !off.has(id)),
    );
    const orders = store.byId(await store.lockOrders(tx, ids));
    if (seen.some(({ id, promoCode }) => orders.get(id)!.promoCode !== promoCode)) {
      throw new RestartTransaction("A promo code was added: the order has another total and holds one thing more");
    }

    const live = await findLatestAttempts(tx, ids);
    for (const [id, payment] of live) if (!isLive(payment.status)) live.delete(id);
    const unpaid = [...orders.values()].filter(
      (order) => order.status === "paying" && !live.has(order.id) && order.secondsLeft > 0,
    );
    for (const payment of await start(deps, tx, payments, unpaid)) live.set(payment.subjectId, payment);

    return payings.map((paying, index): Outcome<Step> => {
      const reply = stored[index];
      if (reply instanceof AppError) return { ok: false, error: reply };
      if (reply !== undefined) {
        return { ok: true, value: { kind: "replay", reply: new PreparedReply(reply.reply, reply.status) } };
      }
      return nextStep(orders.get(paying.orderId), paying, live, off);
    });
  });
}

/** Of some orders, those that nobody can start paying for, because what they are for doesn't take place as planned. */
async function findOff(deps: Deps, tx: Tx, orderIds: string[]): Promise<Set<string>> {
  const off = new Set<string>();
  for (const purchasable of purchasablesOf(deps)) {
    for (const id of (await purchasable.findOff?.(tx, orderIds)) ?? []) off.add(id);
  }
  return off;
}

/**
 * Pauses the expiry of the holds that these payers want to pay, and moves their orders on. Locks holds before orders,
 * as when holds expire. Leaves free orders alone: a transaction of their own settles them.
 *
 * @returns the orders as they were when it decided
 */
async function pauseUnpaid(tx: Tx, payings: Paying[], ids: string[]): Promise<store.OrderRow[]> {
  const payingsOf = Map.groupBy(payings, ({ orderId, payer }) => `${orderId} ${payer.id}`);
  const waiting = (await store.findOrders(tx, ids)).filter(
    (order) =>
      order.status === "awaiting_payment" &&
      dueCents(order) > 0 &&
      payingsOf.get(`${order.id} ${order.userId}`)?.some((paying) => isAsShown(order, paying)),
  );
  if (waiting.length === 0) return [];
  const paused = await pauseExpiry(
    tx,
    waiting.map((order) => order.id),
  );
  await store.moveOrders(tx, [...paused], ["awaiting_payment"], "paying");
  return waiting;
}

/** True if a payer who ordered in the same call has seen all that matters of an order. */
const isAsShown = (order: store.OrderRow, { shownTotalCents }: Paying): boolean =>
  shownTotalCents === undefined ||
  (dueCents(order) === shownTotalCents && (shownTotalCents === 0 || !isShortHold(order)));

function nextStep(
  order: store.OrderRow | undefined,
  paying: Paying,
  live: Map<string, PaymentRow>,
  off: Set<string>,
): Outcome<Step> {
  if (order === undefined || order.userId !== paying.payer.id) return { ok: false, error: new AppError("not_found") };
  if (order.paidAt !== null) return { ok: true, value: { kind: "paid" } };
  if (off.has(order.id)) {
    return { ok: false, error: new AppError("order_closed", { message: "This event was canceled or postponed" }) };
  }
  if (!isAsShown(order, paying)) return { ok: false, error: new AppError("total_changed") };
  if (order.status === "awaiting_payment" && dueCents(order) === 0 && order.secondsLeft > 0)
    return { ok: true, value: { kind: "free" } };
  const payment = live.get(order.id);
  if (order.status === "paying" && payment !== undefined) return { ok: true, value: { kind: "page", payment } };
  const expired = order.status === "awaiting_payment" || order.status === "expired";
  const message = expired
    ? "The time to pay for this order ran out, so it's no longer on hold. Start a new order."
    : "This order can't be paid anymore";
  return { ok: false, error: new AppError("order_closed", { message }) };
}

async function start(deps: Deps, tx: Tx, payments: Payments, orders: store.OrderRow[]): Promise<PaymentRow[]> {
  const { baseUrl } = deps.config;
  const offered =
    payments.provider.name === "stripe" && orders.length > 0 ? (await getSettings(tx)).paymentMethods : [];
  return startPayments(
    tx,
    payments.provider.name,
    orders.map((order) => {
      const key = orderLinkKey(order, deps.keys["order-links"]);
      const due = { amountCents: dueCents(order), currency: order.currency };
      return {
        subjectId: order.id,
        ...due,
        // Others take longer than a short hold lasts.
        methods: isShortHold(order) ? [] : methodsFor(offered, due),
        description: `Order ${order.number}`,
        returnUrl: `${baseUrl}/payment-success?order=${order.id}&key=${key}`,
        cancelUrl: `${baseUrl}/checkout?order=${order.id}`,
        expiresAt: order.holdExpiresAt,
      };
    }),
  );
}

async function settleFreeBatch(deps: Deps, payings: Paying[]): Promise<Outcome<PreparedReply>[]> {
  const answer = JSON.stringify({ status: "paid" });
  const ids = [...new Set(payings.map(({ orderId }) => orderId))];
  const paid = await inTransaction(deps.db, async (tx) => {
    await lockHolders(tx, ids);
    const paused = await pauseExpiry(tx, ids);
    await completeOrders(
      deps,
      tx,
      [...paused].map((subjectId) => ({ subjectId, paymentId: undefined })),
    );
    const settled = new Set(
      (await store.findOrders(tx, ids)).filter((row) => row.paidAt !== null).map((row) => row.id),
    );
    const answered = payings.filter(({ orderId }) => settled.has(orderId));
    await storeAnswers(
      tx,
      answered,
      answered.map(() => answer),
    );
    return settled;
  });
  return payings.map(({ orderId }) =>
    paid.has(orderId)
      ? { ok: true, value: new PreparedReply(answer) }
      : {
          ok: false,
          error: new AppError("order_closed", {
            message: "The time to complete this order ran out, so it's no longer on hold. Start a new order.",
          }),
        },
  );
}

/** Stores what payers are answered. One who asked twice meanwhile gets the same page both times, or is paid already. */
function storeAnswers(tx: Tx, payings: Paying[], answers: string[]): Promise<void> {
  const replies = payings.map(({ idempotency }, index) => ({ ...idempotency, status: 200, reply: answers[index]! }));
  return storeReplies(tx, replies, true);
}
