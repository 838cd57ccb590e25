import { AppError } from "../app-error.ts";

/** An escape that may encode NUL or half of a surrogate pair. Most bodies have none and need no further check. */
const suspicious = /\\u(?:0000|d[89a-f])/i;

/**
 * Rejects a JSON body with text that the database can't store: NUL characters and halves of surrogate pairs.
 *
 * @param raw the body as received
 * @param parsed the same, parsed
 * @throws AppError `invalid_input`
 */
export function requirePlainText(raw: string, parsed: unknown): void {
  if (suspicious.test(raw) && !isPlain(parsed)) throw unreadable();
}

/** False for a body in ASCII without escaped letters and returns: there is nothing in it for `cleanTexts`. */
export const mayNeedCleaning = (raw: string): boolean => /[\u0080-\uffff]|\\[ur]/.test(raw);

/**
 * Rejects a URL that contains a NUL character, or escapes that aren't UTF-8.
 *
 * @throws AppError `invalid_input`
 */
export function requirePlainAddress(url: string): void {
  if (url.includes("%00")) throw unreadable();
  if (!url.includes("%")) return;
  try {
    decodeURIComponent(url);
  } catch {
    throw notUtf8();
  }
}

/** The error for bytes that aren't UTF-8: read anyway, letters with accents would be stored as question marks. */
export function notUtf8(): AppError {
  return new AppError("invalid_input", { message: "This text isn't in UTF-8. Send it again in UTF-8." });
}

function unreadable(): AppError {
  return new AppError("invalid_input", {
    message: "Some of the text contains invalid characters. Remove them and try again.",
  });
}

/** Deeper than any of our bodies, and harmless for the stack. */
const maxDepth = 20;

function isPlain(value: unknown, depth = 0): boolean {
  if (depth > maxDepth) return false;
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (value === null || typeof value !== "object") return true;
  return Object.entries(value).every(([key, inner]) => isPlain(key, depth + 1) && isPlain(inner, depth + 1));
}
