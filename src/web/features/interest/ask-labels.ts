import { CallError } from "#web/lib/call.ts";

/** True if the text could be an email address; the server checks more strictly. */
export const looksLikeAddress = (address: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address);

/** Why the sign-up failed. */
export function sentenceFor(error: unknown): string {
  if (error instanceof CallError && error.status === 400) return "Enter an email like name@example.com";
  if (error instanceof CallError && error.status === 429) return "Too many attempts. Please try again in a minute.";
  if (error instanceof CallError) return "Something went wrong on our side. Please try again.";
  return "Network connection error. Please check your internet connection and try again.";
}
