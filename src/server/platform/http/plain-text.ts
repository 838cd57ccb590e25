import { AppError } from "../app-error.ts";

/** An escape that may stand for NUL or for half of a surrogate pair; most bodies hold none and are not looked at further. */
const suspicious = /\\u(?:0000|d[89a-f])/i;

/**
 * Refuses a JSON body with text that the database cannot hold: NUL characters and halves of surrogate pairs.
 *
 * @param raw the body as it came
 * @param parsed the same, parsed
 * @throws AppError `invalid_input`
 */
export function requirePlainText(raw: string, parsed: unknown): void {
  if (suspicious.test(raw) && !isPlain(parsed)) throw unreadable();
}

/**
 * Refuses an address with a NUL character in it.
 *
 * @throws AppError `invalid_input`
 */
export function requirePlainAddress(url: string): void {
  if (url.includes("%00")) throw unreadable();
}

function unreadable(): AppError {
  return new AppError("invalid_input", { message: "Some of the text holds characters that are not text" });
}

/** Deeper than any body of ours, and nothing for the stack. */
const maxDepth = 20;

function isPlain(value: unknown, depth = 0): boolean {
  if (depth > maxDepth) return false;
  if (typeof value === "string") return value.isWellFormed() && !value.includes("\0");
  if (value === null || typeof value !== "object") return true;
  return Object.entries(value).every(([key, inner]) => isPlain(key, depth + 1) && isPlain(inner, depth + 1));
}
