import { ProofGivenUp } from "#web/lib/fresh-proof.ts";
import { CallError } from "#web/lib/call.ts";

/** Why an admin request failed, in the server's own words if it sent any. */
export function failureText(error: unknown): string {
  if (error instanceof ProofGivenUp) return error.message;
  if (!(error instanceof CallError)) return "You're offline or the site isn't responding. Try again.";
  if (error.status === 401) return "You're signed out. Sign in again to continue.";
  return error.answer.message ?? "Something went wrong on our side. Try again.";
}
