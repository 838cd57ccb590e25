import * as z from "zod/mini";
import type { UseFormSetError, FieldValues, Path } from "react-hook-form";
import { failureText } from "#web/features/admin/failure-text.ts";
import { readAmount } from "#web/lib/amounts.ts";
import { CallError } from "#web/lib/call.ts";

/** A whole number of 1 or more, or empty. */
export const wholeField = z
  .string()
  .check(z.trim(), z.regex(/^(?:|[1-9]\d{0,5})$/, "Enter a whole number or leave blank"));
/** Money as people type it, or empty. */
export const moneyField = z.string().check(
  z.trim(),
  z.refine((text) => text === "" || readAmount(text) !== undefined, { error: "Enter an amount, like 12.50" }),
);
export const codeTextField = z
  .string()
  .check(
    z.trim(),
    z.minLength(3, "Use at least 3 characters"),
    z.maxLength(40, "Use at most 40 characters"),
    z.regex(/^[\p{L}\p{N}][\p{L}\p{N}_-]*$/u, "Use only letters, numbers, - and _"),
  );

export const wholeOf = (text: string) => (text === "" ? undefined : Number(text));
export const textOf = (value: number | null) => (value === null ? "" : String(value));

/** Drops undefined fields: to the API, a missing field means "no limit". */
export const withoutGaps = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/**
 * Shows a server error at the field that it names.
 *
 * @returns the message to show above the form, if it names no field
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
