// Text as people type and paste it. Phones, PDFs, chat apps and word processors add characters that nobody sees.

/** Characters without a shape: soft hyphens, zero-width marks, marks of writing direction, blank letters. */
const invisible =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]/gu;

/** Letters, digits and signs that are never joined: a joiner beside one of them does nothing. */
const unjoined = String.raw`\s\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Nd}\p{P}`;
const joinersAfter = new RegExp(`(^|[${unjoined}])[\\u200c\\u200d]+`, "gu");
const joinersBefore = new RegExp(`[\\u200c\\u200d]+($|[${unjoined}])`, "gu");

const spaces = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu;
const lineEnds = /\r\n?|[\u0085\u2028\u2029]/gu;

/** Printable ASCII and line ends: nothing to clean. Most texts are. */
const isPlain = (text: string) => /^[\t\n -~]*$/.test(text);

/**
 * A text without what nobody sees: marks of direction and width are removed, every kind of space is a space, lines end in
 * the same way, and letters with accents are single characters (Unicode form C). Emoji, Arabic and Indic words keep their joiners.
 */
export function cleanText(text: string): string {
  if (isPlain(text)) return text;
  return text
    .replace(invisible, "")
    .replace(joinersAfter, "$1")
    .replace(joinersBefore, "$1")
    .replace(spaces, " ")
    .replace(lineEnds, "\n")
    .normalize("NFC");
}

/** True for what a brace in JSON or a query string makes; false for what a class makes. */
function isRecord(value: object): boolean {
  const made = Object.getPrototypeOf(value) as object | null;
  return made === null || Object.getPrototypeOf(made) === null;
}

/** Deeper than anything that is sent, and harmless for the stack. */
const maxDepth = 20;

/**
 * Cleans all texts of what a form or a request contains, except passwords: hashes of older passwords are of what was
 * typed. Everything else, files and dates for example, stays as it is.
 */
export function cleanTexts<Value>(value: Value, depth = 0): Value {
  if (typeof value === "string") return cleanText(value) as Value;
  if (value === null || typeof value !== "object" || depth > maxDepth) return value;
  if (Array.isArray(value)) return value.map((inner: unknown) => cleanTexts(inner, depth + 1)) as Value;
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, /password$/i.test(key) ? inner : cleanTexts(inner, depth + 1)]),
  ) as Value;
}

/** A code with plain dashes: word processors and phones turn "-" into longer ones. */
export const plainDashes = (text: string): string => text.replace(/[\p{Pd}\u2043\u2212]/gu, "-");
