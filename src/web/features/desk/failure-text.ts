import { ProofGivenUp } from "#web/features/accounts/security/proof-given-up.ts";
import { CallError } from "#web/lib/call.ts";

/** Why a call of the desk failed, in the server's own sentence where it has one. */
export function failureText(error: unknown): string {
  if (error instanceof ProofGivenUp) return error.message;
  if (!(error instanceof CallError)) return "The network is gone or the site does not answer.";
  if (error.status === 401) return "You are signed out. Sign in again to go on.";
  return error.answer.message ?? "Something went wrong on our side.";
}
