const blot = "•••";
/** Names of fields whose values are secrets, or are none of the staff's business. */
const secretNames = /secret|token|password|signature|api_?key|fingerprint|cvc|iban|account_number|routing/i;
/** Values that are secrets wherever they appear. */
const secretValues = /\b(?:sk|rk|whsec|pk)_(?:live_|test_)?[A-Za-z0-9]{8,}\b/g;
/** The key in an order's own link, which opens the order. */
const linkKeys = /([?&](?:key|token)=)[^&#\s"]+/g;

/**
 * A webhook event's body, formatted for reading, with all secrets redacted. Anything but JSON isn't shown: nobody knows
 * what it contains.
 */
export function readableBody(body: string): string {
  let read: unknown;
  try {
    read = JSON.parse(body);
  } catch {
    return `(${Buffer.byteLength(body)} bytes, unreadable)`;
  }
  return JSON.stringify(blotted(read), undefined, 2);
}

function blotted(value: unknown, name = ""): unknown {
  if (value !== null && secretNames.test(name)) return blot;
  if (typeof value === "string") return value.replace(secretValues, blot).replace(linkKeys, `$1${blot}`);
  if (Array.isArray(value)) return value.map((item) => blotted(item));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, blotted(part, key)]));
}
