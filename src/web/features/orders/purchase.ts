import type { CheckoutDraftInput, Order, OrderDraftInput, PaymentStart } from "#contract/orders/orders.ts";
import { callApi } from "#web/lib/api.ts";
import { CallError } from "#web/lib/call.ts";
import { newSecret, newUuid } from "#web/lib/new-uuid.ts";
import { dropStorage, parseJson, readStorage, storageKeys, writeStorage } from "#web/lib/safe-storage.ts";
import { type DeliveryFields, noDelivery } from "#web/features/delivery/checkout/no-delivery.ts";

const patienceMs = 15_000;

/** True if a retry with the same key makes sense: the network failed, or the server asks to retry. */
const isPassing = (error: unknown) =>
  !(error instanceof CallError) || error.status === 503 || error.answer.code === "request_in_flight";

/**
 * A write on a bad network: retried a few times with the same Idempotency-Key, so it takes effect once however often it is sent.
 *
 * @throws CallError if the server refuses; any other error if it can't be reached
 */
export async function patiently<Reply>(
  send: (signal: AbortSignal) => Promise<Reply>,
  [pauseMs, ...laterMs]: number[] = [700, 2000],
): Promise<Reply> {
  try {
    return await send(AbortSignal.timeout(patienceMs));
  } catch (error) {
    if (pauseMs === undefined || !isPassing(error)) throw error;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return patiently(send, laterMs);
  }
}

/** What a press of the button came to. `payment` is null if the order is on hold and its payment hasn't started. */
export type Purchase = { order: Order; payment: PaymentStart | null };

/**
 * Places the order, which puts its tickets on hold, and starts its payment. The same draft again returns the same order.
 *
 * @param shownCents the total on the button, which is all that is paid; undefined if it had none: then nothing is paid yet
 * @throws CallError `total_changed` | `sold_out` | `sales_closed` | `over_limit` | `code_invalid` | …; another error if the
 *   network fails
 */
export async function checkOut(draft: OrderDraftInput, shownCents: number | undefined): Promise<Purchase> {
  const attempt = attemptFor(draft, shownCents);
  const earlier = attempt.orderId === undefined ? undefined : await findOrder(attempt.orderId);
  if (earlier) return { order: earlier, payment: null };
  const body = JSON.parse(attempt.body) as OrderDraftInput | CheckoutDraftInput;
  try {
    const purchase = await patiently((signal) => sendPurchase(body, { key: attempt.key, signal }));
    const { order } = purchase;
    // An earlier press may have placed it at another total: the buyer sees that first.
    if (order.totalCents !== shownCents) purchase.payment = null;
    // The tab remembers that it has an order on hold.
    writeStorage(attemptKey, JSON.stringify({ ...attempt, orderId: order.id }), "session");
    writeStorage(heldKey, order.id, "session");
    storeOrder(order);
    return purchase;
  } catch (error) {
    // A refusal holds no tickets, so the next press is a new attempt. After a network error the old attempt may have succeeded.
    if (error instanceof CallError && error.status < 500 && error.status !== 401 && error.status !== 429)
      forgetAttempt();
    throw error;
  }
}

type Sending = { key: string; signal: AbortSignal };

async function sendPurchase(body: OrderDraftInput | CheckoutDraftInput, sending: Sending): Promise<Purchase> {
  if ("shownTotalCents" in body) return callApi("POST /api/checkout", { body, ...sending });
  return { order: await callApi("POST /api/orders", { body, ...sending }), payment: null };
}

/** The order of an earlier press; undefined if this person can't see it anymore. */
async function findOrder(id: string): Promise<Order | undefined> {
  try {
    return await patiently((signal) => callApi("GET /api/orders/{id}", { params: { id }, signal }));
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 404) throw error;
    return undefined;
  }
}

/**
 * Starts the payment. Each press gets a new key: the server itself sends every press to the one open payment page.
 *
 * @param pausesMs before each retry
 */
export function payOrder(id: string, pausesMs?: number[]) {
  const key = newUuid();
  const pay = (signal: AbortSignal) =>
    callApi("POST /api/orders/{id}/payment", { params: { id }, body: {}, key, signal });
  return patiently(pay, pausesMs);
}

/** Applies a promo code to an order on hold. The same code again changes nothing. */
export const addPromoCode = (id: string, promoCode: string) =>
  patiently((signal) => callApi("PUT /api/orders/{id}/promo-code", { params: { id }, body: { promoCode }, signal }));

export const releaseOrder = (id: string) =>
  patiently((signal) => callApi("DELETE /api/orders/{id}", { params: { id }, signal }));

/**
 * One checkout attempt: the idempotency key for this exact order, a secret that finds it. It survives a double click, a retry
 * on a bad network and a reload, so the server returns the same order instead of placing a second one.
 */
type Attempt = { key: string; draft: string; body: string; orderId?: string };

const {
  checkoutAttempt: attemptKey,
  checkoutHeld: heldKey,
  checkoutOrders: ordersKey,
  checkoutBuyer: buyerKey,
  checkoutDelivery: deliveryKey,
} = storageKeys;

function readAttempt(): Attempt | undefined {
  const { key, body, draft = body, orderId } = readRecord(attemptKey);
  if (typeof key !== "string" || typeof body !== "string" || typeof draft !== "string") return undefined;
  return { key, draft, body, ...(typeof orderId === "string" ? { orderId } : {}) };
}

/**
 * The current attempt for this exact order, or a new one. Another total is no other order: as long as nobody knows whether an
 * earlier press placed it, what that press sent is sent again.
 */
function attemptFor(order: OrderDraftInput, shownCents: number | undefined): Attempt {
  const draft = JSON.stringify(order);
  const known = readAttempt();
  if (known?.draft === draft) return known;
  const body = shownCents === undefined ? draft : JSON.stringify({ ...order, shownTotalCents: shownCents });
  const attempt = { key: newSecret(), draft, body };
  writeStorage(attemptKey, JSON.stringify(attempt), "session");
  return attempt;
}

export const readHeldOrderId = () => readStorage(heldKey, "session") ?? undefined;

const maxOrders = 10;

/** Other tabs of this browser find the order here before they place one for the same events. */
function storeOrder({ id, lines }: Order): void {
  const eventIds = [...new Set(lines.flatMap(({ eventId }) => eventId ?? []))];
  if (eventIds.length === 0) return;
  const others = readOrders().filter((order) => order.id !== id);
  writeStorage(ordersKey, JSON.stringify([{ id, eventIds }, ...others].slice(0, maxOrders)));
}

/** This browser's orders for any of some events, latest first. */
export const findOrdersFor = (eventIds: number[]): string[] =>
  readOrders().flatMap((order) => (order.eventIds.some((id) => eventIds.includes(id)) ? [order.id] : []));

function readOrders(): { id: string; eventIds: number[] }[] {
  const stored = parseJson(readStorage(ordersKey));
  return (Array.isArray(stored) ? stored : []).flatMap((each) => {
    const { id, eventIds } = Object(each) as { id?: unknown; eventIds?: unknown };
    return typeof id === "string" && Array.isArray(eventIds) ? [{ id, eventIds: eventIds as number[] }] : [];
  });
}

/** The request was refused, so the next press is a new attempt. */
const forgetAttempt = () => dropStorage(attemptKey, "session");

/** The order is paid, released or expired: the same selection now creates a new order. */
export function forgetOrder(orderId: string): void {
  if (readAttempt()?.orderId === orderId) forgetAttempt();
  if (readHeldOrderId() === orderId) dropStorage(heldKey, "session");
}

export type Buyer = { name: string; email: string };

export function readBuyer(): Buyer | undefined {
  const { name, email } = readRecord(buyerKey);
  return typeof name === "string" && typeof email === "string" ? { name, email } : undefined;
}

export const storeBuyer = (buyer: Buyer) => writeStorage(buyerKey, JSON.stringify(buyer), "session");

/** How this tab's last order was to be delivered, as it was typed. */
export function readDelivery(): Partial<DeliveryFields> {
  const stored = readRecord(deliveryKey);
  const names = Object.keys(noDelivery) as (keyof DeliveryFields)[];
  return Object.fromEntries(names.flatMap((name) => (typeof stored[name] === "string" ? [[name, stored[name]]] : [])));
}

export const storeDelivery = (fields: DeliveryFields) => writeStorage(deliveryKey, JSON.stringify(fields), "session");

const readRecord = (key: string) => Object(parseJson(readStorage(key, "session"))) as Record<string, unknown>;
