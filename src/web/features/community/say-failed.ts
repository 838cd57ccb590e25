import { CallError } from "#web/lib/call.ts";
import { toast } from "#web/ui/toast.ts";

/** Why something wasn't sent or saved, in the server's words if it sent any. */
export function failureReason(error: unknown): string {
  if (!(error instanceof CallError)) return "Check your internet connection and try again.";
  return error.answer.errors?.[0]?.message ?? error.answer.message ?? "Something went wrong. Please try again.";
}

/** Says that something didn't work, and why. */
export const showFailure = (title: string, error: unknown): void =>
  toast({ title, description: failureReason(error), tone: "bad" });
