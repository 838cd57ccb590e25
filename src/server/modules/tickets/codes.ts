import { createHmac, timingSafeEqual } from "node:crypto";
import { clearAlphabet } from "#server/platform/ids.ts";

/**
 * A ticket's code: `SG` and 36 letters or digits, which encode 40 bits of ticket id, 12 bits of version and 128 bits of
 * HMAC-SHA256 over both, in this order. It fits a QR code of 25 × 25 modules in alphanumeric mode with medium error
 * correction (version 2-M holds 38 characters). No part of it is stored; see docs/how-it-works/ticket-codes.md.
 */
const prefix = "SG";
const bodyLength = 36;
const macBytes = 16;

export interface CodeContent {
  ticketId: number;
  version: number;
}

const valueOf = new Map([...clearAlphabet].map((letter, value) => [letter, value]));
// Letters that people type instead of similar digits.
for (const [typed, meant] of [
  ["O", "0"],
  ["I", "1"],
  ["L", "1"],
] as const)
  valueOf.set(typed, valueOf.get(meant)!);

function macOf({ ticketId, version }: CodeContent, key: Buffer): Buffer {
  return createHmac("sha256", key).update(`ticket:${ticketId}:${version}`).digest().subarray(0, macBytes);
}

/** The code of one ticket in its current version; raising the version invalidates every older code. */
export function ticketCode(content: CodeContent, key: Buffer): string {
  const head = (BigInt(content.ticketId) << 12n) | BigInt(content.version);
  let bits = (head << 128n) | BigInt(`0x${macOf(content, key).toString("hex")}`);
  let body = "";
  for (let place = 0; place < bodyLength; place++) {
    body = clearAlphabet[Number(bits & 31n)]! + body;
    bits >>= 5n;
  }
  return prefix + body;
}

/**
 * Reads a code as scanned or typed: accepts spaces, dashes and lower case, but no wrong signature.
 *
 * @returns undefined for anything that this site didn't sign; never throws
 */
export function readTicketCode(text: string, key: Buffer): CodeContent | undefined {
  if (text.length > 200) return undefined;
  const clean = text.toUpperCase().replace(/[\s-]/g, "");
  if (clean.length !== prefix.length + bodyLength || !clean.startsWith(prefix)) return undefined;
  let bits = 0n;
  for (const letter of clean.slice(prefix.length)) {
    const value = valueOf.get(letter);
    if (value === undefined) return undefined;
    bits = (bits << 5n) | BigInt(value);
  }
  const head = bits >> 128n;
  const content = { ticketId: Number(head >> 12n), version: Number(head & 0xfffn) };
  const mac = Buffer.from((bits & ((1n << 128n) - 1n)).toString(16).padStart(macBytes * 2, "0"), "hex");
  return timingSafeEqual(mac, macOf(content, key)) ? content : undefined;
}
