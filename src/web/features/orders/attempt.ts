import { dropStorage, readStorage, writeStorage } from "#web/lib/safe-storage.ts";

/**
 * One checkout attempt: the key under which this exact order is placed. It stays the same through a double click, a retry on a bad
 * network and a reload, so that the server answers the same order again instead of placing a second one.
 */
export type Attempt = { key: string; body: string; orderId?: string };

const attemptPlace = "sg:checkout:attempt";
const heldPlace = "sg:checkout:held";
const buyerPlace = "sg:checkout:buyer";

function readAttempt(): Attempt | undefined {
  const { key, body, orderId } = readRecord(attemptPlace);
  if (typeof key !== "string" || typeof body !== "string") return undefined;
  return { key, body, ...(typeof orderId === "string" ? { orderId } : {}) };
}

/** An Idempotency-Key nobody guesses; randomUUID() would need a secure address, which a test on a phone may lack. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The attempt under way for this very order, or a new one. */
export function attemptFor(draft: unknown): Attempt {
  const body = JSON.stringify(draft);
  const known = readAttempt();
  if (known?.body === body) return known;
  const attempt = { key: newKey(), body };
  writeStorage(attemptPlace, JSON.stringify(attempt), "session");
  return attempt;
}

/** The attempt has become an order: the tab remembers that it holds one. */
export function noteHeld(attempt: Attempt, orderId: string): void {
  writeStorage(attemptPlace, JSON.stringify({ ...attempt, orderId }), "session");
  writeStorage(heldPlace, orderId, "session");
}

export const readHeldOrderId = () => readStorage(heldPlace, "session") ?? undefined;

/** The next press is a new attempt: what was asked for was refused. */
export const forgetAttempt = () => dropStorage(attemptPlace, "session");

/** The order is paid, given back or lapsed: the same choice again makes a new one. */
export function forgetOrder(orderId: string): void {
  if (readAttempt()?.orderId === orderId) forgetAttempt();
  if (readHeldOrderId() === orderId) dropStorage(heldPlace, "session");
}

export type Buyer = { name: string; email: string };

export function readBuyer(): Buyer | undefined {
  const { name, email } = readRecord(buyerPlace);
  return typeof name === "string" && typeof email === "string" ? { name, email } : undefined;
}

export const keepBuyer = (buyer: Buyer) => writeStorage(buyerPlace, JSON.stringify(buyer), "session");

function readRecord(key: string): Record<string, unknown> {
  try {
    return (JSON.parse(readStorage(key, "session") ?? "null") as Record<string, unknown> | null) ?? {};
  } catch {
    return {};
  }
}
