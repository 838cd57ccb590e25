import { CallError } from "#web/lib/call.ts";
import { ProofGivenUp } from "./security/proof-given-up.ts";
import { networkFailure } from "./auth-dialog/messages.ts";

const waiting = "That was a lot of tries. Please wait a moment and try again.";

const texts: Record<string, string> = {
  wrong_password: "This is not your password.",
  email_taken: "This e-mail belongs to another account.",
  link_over: "This link was used before, or its time is up.",
  last_admin: "You are the last administrator: give somebody else that role first.",
  tickets_ahead: "You hold tickets for nights to come.",
  payment_under_way: "A payment is under way. Please wait until it is settled.",
  not_signed_in: "You are signed out. Please sign in again.",
  too_many_requests: waiting,
  too_large: "This picture is too large.",
};

/** Why something about the account could not be saved, in a sentence for its owner. */
export function failureText(error: unknown): string {
  if (error instanceof ProofGivenUp) return error.message;
  if (!(error instanceof CallError)) return networkFailure();
  const { code = "", message } = error.answer;
  if (texts[code] !== undefined) return texts[code];
  return error.status < 500 && message !== undefined
    ? `${message.replace(/\.$/, "")}.`
    : "Something went wrong on our side. Please try again.";
}

/** The code of a refusal, or undefined when there was no answer. */
export const failureCode = (error: unknown) => (error instanceof CallError ? error.answer.code : undefined);
