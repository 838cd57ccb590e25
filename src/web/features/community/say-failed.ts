import { CallError } from "#web/lib/call.ts";
import { toastFailure, useAttempt as useButtonAttempt } from "#web/ui/use-attempt.ts";

/** Why something wasn't sent or saved, in the server's words if it sent any. */
export function failureReason(error: unknown): string {
  if (!(error instanceof CallError)) return "Check your internet connection and try again.";
  return error.answer.errors?.[0]?.message ?? error.answer.message ?? "Something went wrong. Please try again.";
}

/** Says that something didn't work, and why. */
export const showFailure = (title: string, error: unknown): void => toastFailure(title, failureReason(error));

/** The busy state of a button; a toast with this title says why it failed. */
export const useAttempt = (title: string) => useButtonAttempt<string>(failureReason, title);
