import { CallError } from "#web/lib/call.ts";

/** True for what may be an address; the server looks closer. */
export const looksLikeAddress = (address: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address);

/** Why asking to be told did not work. */
export function sentenceFor(error: unknown): string {
  if (error instanceof CallError && error.status === 400) return "Please enter an e-mail address, as name@example.com";
  if (error instanceof CallError && error.status === 429) return "That was often. Please try again in a minute.";
  if (error instanceof CallError) return "That did not work on our side. Please try again.";
  return "Network connection error. Please check your internet connection and try again.";
}
