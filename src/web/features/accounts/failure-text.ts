import { CallError } from "#web/lib/call.ts";
import { ProofGivenUp } from "#web/lib/fresh-proof.ts";

type Refusal = { message?: string; errors?: unknown[] };

/** The message for a request that never reached the server. There are two: only one blames the visitor's own connection. */
export const networkFailure = (online = navigator.onLine) =>
  online
    ? "Network error. Please check your connection and try again."
    : "Network connection error. Please check your internet connection and try again.";

export function loginFailure(status: number, { message }: Refusal): string {
  if (status === 401) return "Invalid username or password. Please try again.";
  if (status === 404) return "Account not found. Please check your username or register.";
  return message || "Please check your credentials";
}

export function registrationFailure({ message = "", errors = [] }: Refusal): string {
  if (/already (exists|taken)/i.test(message)) return "Username already exists. Please choose a different username.";
  if (errors.length > 0) return "Please check your information and try again.";
  return "Registration failed. Please try again.";
}

const waiting = "Too many attempts. Please wait a moment and try again.";

const texts: Record<string, string> = {
  wrong_password: "That password is incorrect.",
  email_taken: "Another account already uses this email.",
  link_over: "This link was already used or has expired. Request a new one.",
  last_admin: "You're the last admin. Give someone else the admin role first.",
  tickets_ahead: "You have tickets for upcoming events. Close this and try again to review them.",
  payment_under_way: "A payment is still processing. Please wait until it's done.",
  items_ahead: "An order with items is still on its way to you. Please wait until you have it, or contact us.",
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

/** True if an emailed link was used, has expired or is damaged. */
export const isLinkOver = (error: unknown) =>
  error instanceof CallError && ["link_over", "invalid_input"].includes(error.answer.code ?? "");
