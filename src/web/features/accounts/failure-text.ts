import { CallError } from "#web/lib/call.ts";
import { ProofGivenUp } from "./security/proof-given-up.ts";
import { networkFailure } from "./auth-dialog/messages.ts";

const waiting = "Too many attempts. Please wait a moment and try again.";

const texts: Record<string, string> = {
  wrong_password: "That password is incorrect.",
  email_taken: "Another account already uses this email.",
  link_over: "This link was already used or has expired. Request a new one.",
  last_admin: "You're the last admin. Give someone else the admin role first.",
  tickets_ahead: "You have tickets for upcoming events. Close this and try again to review them.",
  payment_under_way: "A payment is still processing. Please wait until it's done.",
  not_signed_in: "You're signed out. Please sign in again.",
  too_many_requests: waiting,
  too_large: "This image is too large. Choose a smaller one.",
};

/** Why an account change failed, as a message for the account's owner. */
export function failureText(error: unknown): string {
  if (error instanceof ProofGivenUp) return error.message;
  if (!(error instanceof CallError)) return networkFailure();
  const { code = "", message } = error.answer;
  if (texts[code] !== undefined) return texts[code];
  return error.status < 500 && message !== undefined
    ? `${message.replace(/\.$/, "")}.`
    : "Something went wrong on our side. Please try again.";
}

/** The error code of the response, or undefined if there was no response. */
export const failureCode = (error: unknown) => (error instanceof CallError ? error.answer.code : undefined);
