import type { Order, OrderDraftInput } from "#contract/orders.ts";
import { CallError } from "#web/lib/call.ts";
import { attemptFor, forgetAttempt, newKey, noteHeld } from "./attempt.ts";
import { patientCall } from "./patient-call.ts";

/**
 * Places the order and holds its tickets. The same draft again is the same order.
 *
 * @throws CallError `sold_out` | `sales_closed` | `over_limit` | `code_invalid` | …; another error when the network fails
 */
export async function placeOrder(draft: OrderDraftInput): Promise<Order> {
  const attempt = attemptFor(draft);
  try {
    const order = await patientCall<Order>("POST", "/api/orders", {
      body: draft,
      headers: { "idempotency-key": attempt.key },
    });
    noteHeld(attempt, order.id);
    return order;
  } catch (error) {
    // A refusal holds nothing, so the next press is a new attempt; after a failed network the old one may have succeeded.
    if (error instanceof CallError && error.status < 500 && error.status !== 401 && error.status !== 429)
      forgetAttempt();
    throw error;
  }
}

export type PaymentStart = { status: "redirect"; url: string } | { status: "paid" };

/** Starts the payment. The key is new with each press: the server itself leads every press to the one page that is open. */
export const payOrder = (orderId: string) =>
  patientCall<PaymentStart>("POST", `/api/orders/${orderId}/payment`, {
    body: {},
    headers: { "idempotency-key": newKey() },
  });

export const giveBackOrder = (orderId: string) => patientCall<Order>("DELETE", `/api/orders/${orderId}`, {});
