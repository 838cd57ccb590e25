import { createHmac, timingSafeEqual } from "node:crypto";

/** The key that opens one order without a session: for emails and the return from the payment page. */
export function orderLinkKey(orderId: string, key: Buffer): string {
  return createHmac("sha256", key).update(`order:${orderId}`).digest().subarray(0, 16).toString("base64url");
}

/** True when a key opens this order. */
export function opensOrder(orderId: string, given: string | undefined, key: Buffer): boolean {
  if (given === undefined) return false;
  // Compare as text: several spellings would decode to the same bytes.
  const expected = Buffer.from(orderLinkKey(orderId, key));
  const actual = Buffer.from(given);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
