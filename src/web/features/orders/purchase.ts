import type { Order, OrderDraftInput } from "#contract/orders.ts";
import { CallError } from "#web/lib/call.ts";
import { attemptFor, forgetAttempt, newKey, noteHeld } from "./attempt.ts";
import { patientCall } from "./patient-call.ts";

/**
 * Places the order and puts its tickets on hold. The same draft again returns the same order.
 *
 * @throws CallError `sold_out` | `sales_closed` | `over_limit` | `code_invalid` | …; another error if the network fails
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
    // A refusal holds no tickets, so the next press is a new attempt. After a network error the old attempt may have succeeded.
    if (error instanceof CallError && error.status < 500 && error.status !== 401 && error.status !== 429)
      forgetAttempt();
    throw error;
  }
}

export type PaymentStart = { status: "redirect"; url: string } | { status: "paid" };

/** Starts the payment. Each press gets a new key: the server itself sends every press to the one open payment page. */
export const payOrder = (orderId: string) =>
  patientCall<PaymentStart>("POST", `/api/orders/${orderId}/payment`, {
    body: {},
    headers: { "idempotency-key": newKey() },
  });

export const releaseOrder = (orderId: string) => patientCall<Order>("DELETE", `/api/orders/${orderId}`, {});
