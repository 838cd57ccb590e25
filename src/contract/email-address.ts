import emailCheck from "validator/lib/isEmail.js";
import { cleanText } from "./typed-text.ts";

// Some of our compilers take it for a module with a default export. Node and the build both get the function.
const isEmail = emailCheck as unknown as (text: string, options: object) => boolean;

// Browsers and Node have it; the types of the contract know neither.
declare const URL: new (url: string) => { hostname: string };

/** Letters of any alphabet, digits, dashes, and the dots that Unicode's rules for domains know. */
const domainText = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u;

/**
 * The one form of an email address that is stored, compared and sent to: lower case, with a domain of other letters than
 * a–z in its encoded form (`xn--…`). Two addresses are the same if their forms are equal: `ada+news@` is not `ada@`.
 * Undefined if it isn't an address (RFC 5321 without quoted names; RFC 5890 for domains).
 */
export function emailAddressOf(text: string): string | undefined {
  const [, local, domain] = /^([^@]+)@([^@]+)$/.exec(cleanText(text).trim()) ?? [];
  if (local === undefined || domain === undefined || !domainText.test(domain)) return undefined;
  const address = `${local}@${encodeDomain(domain)}`.toLowerCase();
  const rules = { allow_utf8_local_part: false, blacklisted_chars: '"' };
  return address.length <= 254 && isEmail(address, rules) ? address : undefined;
}

/**
 * The mailbox that an address most likely belongs to: without a tag, in lower case. For limits only: it says that
 * `ada+1@` and `ada@` get what one person gets, not that they are one person. The database has the same function.
 */
export const mailboxOf = (email: string): string => email.toLowerCase().replace(/^([^+@]+)\+[^@]*@/, "$1@");

function encodeDomain(domain: string): string {
  if (/^[\w.-]*$/.test(domain)) return domain;
  try {
    return new URL(`https://${domain}`).hostname;
  } catch {
    return "";
  }
}

/** What to search stored addresses for: the form of a whole address; anything else in lower case. */
export const searchedAddressOf = (text: string): string => emailAddressOf(text) ?? text.trim().toLowerCase();
