import { dropStorage, readStorage, writeStorage } from "#web/lib/safe-storage.ts";

/**
 * One checkout attempt: the idempotency key for this exact order. It survives a double click, a retry on a bad network and a
 * reload, so the server returns the same order instead of placing a second one.
 */
export type Attempt = { key: string; body: string; orderId?: string };

const attemptKey = "sg:checkout:attempt";
const heldKey = "sg:checkout:held";
const buyerKey = "sg:checkout:buyer";

function readAttempt(): Attempt | undefined {
  const { key, body, orderId } = readRecord(attemptKey);
  if (typeof key !== "string" || typeof body !== "string") return undefined;
  return { key, body, ...(typeof orderId === "string" ? { orderId } : {}) };
}

/** An unguessable Idempotency-Key. randomUUID() requires a secure context, which a test on a phone may lack. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The current attempt for this exact order, or a new one. */
export function attemptFor(draft: unknown): Attempt {
  const body = JSON.stringify(draft);
  const known = readAttempt();
  if (known?.body === body) return known;
  const attempt = { key: newKey(), body };
  writeStorage(attemptKey, JSON.stringify(attempt), "session");
  return attempt;
}

/** The attempt became an order: the tab remembers that it has one on hold. */
export function noteHeld(attempt: Attempt, orderId: string): void {
  writeStorage(attemptKey, JSON.stringify({ ...attempt, orderId }), "session");
  writeStorage(heldKey, orderId, "session");
}

export const readHeldOrderId = () => readStorage(heldKey, "session") ?? undefined;

/** The request was refused, so the next press is a new attempt. */
export const forgetAttempt = () => dropStorage(attemptKey, "session");

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

export const keepBuyer = (buyer: Buyer) => writeStorage(buyerKey, JSON.stringify(buyer), "session");

function readRecord(key: string): Record<string, unknown> {
  try {
    return (JSON.parse(readStorage(key, "session") ?? "null") as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}
