import { macOf, readSignedCode, signCode } from "#server/platform/signed-codes.ts";

/**
 * A ticket's code: `SG` and 36 letters or digits, which encode 40 bits of ticket id, 12 bits of version and 128 bits of
 * HMAC-SHA256 over both, in this order. It fits a QR code of 25 × 25 modules in alphanumeric mode with medium error
 * correction (version 2-M holds 38 characters). No part of it is stored; see docs/how-it-works/ticket-codes.md.
 */
const kind = { prefix: "SG", subject: "ticket" };

interface CodeContent {
  ticketId: number;
  version: number;
}

/** The code of one ticket in its current version; raising the version invalidates every older code. */
export const ticketCode = ({ ticketId, version }: CodeContent, key: Buffer): string =>
  signCode(kind, { id: ticketId, version }, key);

/** The signature inside a ticket's code. Whoever has it can read what a phone keeps about the ticket, so it's a secret like the code. */
export const ticketMac = ({ ticketId, version }: CodeContent, key: Buffer): Buffer =>
  macOf(kind, { id: ticketId, version }, key);

/**
 * Reads a code as scanned or typed: accepts spaces, dashes and lower case, but no wrong signature.
 *
 * @returns undefined for anything that this site didn't sign; never throws
 */
export function readTicketCode(text: string, key: Buffer): CodeContent | undefined {
  const content = readSignedCode(kind, text, key);
  return content && { ticketId: content.id, version: content.version };
}
