const blot = "•••";
/** Names of fields whose values open something, or are nobody's business at the desk. */
const secretNames = /secret|token|password|signature|api_?key|fingerprint|cvc|iban|account_number|routing/i;
/** Values that are secrets wherever they stand. */
const secretValues = /\b(?:sk|rk|whsec|pk)_(?:live_|test_)?[A-Za-z0-9]{8,}\b/g;
/** The key in an order's own link opens the order. */
const linkKeys = /([?&](?:key|token)=)[^&#\s"]+/g;

/**
 * What a notice said, laid out for reading, with everything that opens something blotted out. What is not JSON is not
 * shown: nobody knows what is in it.
 */
export function readableBody(body: string): string {
  let read: unknown;
  try {
    read = JSON.parse(body);
  } catch {
    return `(${Buffer.byteLength(body)} bytes that cannot be read)`;
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
