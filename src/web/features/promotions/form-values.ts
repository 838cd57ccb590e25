import * as z from "zod/mini";
import type { UseFormSetError, FieldValues, Path } from "react-hook-form";
import { failureText } from "#web/features/desk/failure-text.ts";
import { readAmount } from "#web/lib/amounts.ts";
import { CallError } from "#web/lib/call.ts";

/** A whole number from one up, or nothing. */
export const wholeField = z.string().check(z.trim(), z.regex(/^(?:|[1-9]\d{0,5})$/, "A whole number, or nothing"));
/** Money as people type it, or nothing. */
export const moneyField = z.string().check(
  z.trim(),
  z.refine((text) => text === "" || readAmount(text) !== undefined, { error: "An amount such as 12.50" }),
);
export const wordField = z
  .string()
  .check(
    z.trim(),
    z.minLength(3, "Three letters or more"),
    z.maxLength(40, "At most 40 letters"),
    z.regex(/^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u, "Letters, digits, - and _ only"),
  );

export const wholeOf = (text: string) => (text === "" ? undefined : Number(text));
export const textOf = (value: number | null) => (value === null ? "" : String(value));

/** Leaves out what is undefined: the API takes a missing field as "no limit". */
export const withoutGaps = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/**
 * Puts a refusal at the field that it names.
 *
 * @returns the sentence to show above the form, where it names none
 */
export function placeRefusal<Fields extends FieldValues>(
  error: unknown,
  names: Record<string, Path<Fields>>,
  setError: UseFormSetError<Fields>,
): string | undefined {
  const at = error instanceof CallError ? error.answer.errors?.[0] : undefined;
  const field = at?.path === undefined ? undefined : names[at.path];
  if (at === undefined || field === undefined) return failureText(error);
  setError(field, { message: at.message }, { shouldFocus: true });
  return undefined;
}
