import { createHmac, timingSafeEqual } from "node:crypto";
import { keyboardReadings } from "#contract/keyboards.ts";
import { clearAlphabet, codeBodyLength, headBytes, macBytes, readCodeBytes } from "#contract/code-letters.ts";
import { preparedKey } from "./prepared-keys.ts";

/** What a code contains: 40 bits of id and 12 bits of version, and what it is a code for. */
interface SignedContent {
  id: number;
  version: number;
}

/** A kind of code: the two letters that it starts with, and the name that its signature covers. */
interface CodeKind {
  prefix: string;
  subject: string;
}

/** The signature inside a code: 128 bits that only the code and our key yield. */
export function macOf({ subject }: CodeKind, { id, version }: SignedContent, key: Buffer): Buffer {
  return createHmac("sha256", preparedKey(key)).update(`${subject}:${id}:${version}`).digest().subarray(0, macBytes);
}

/** A code that this site signs, 38 letters and digits: see docs/how-it-works/ticket-codes.md. */
export function signCode(kind: CodeKind, content: SignedContent, key: Buffer): string {
  const head = ((BigInt(content.id) << 12n) | BigInt(content.version)).toString(16).padStart(headBytes * 2, "0");
  let bits = BigInt(`0x${head}${macOf(kind, content, key).toString("hex")}`);
  let body = "";
  for (let place = 0; place < codeBodyLength; place++) {
    body = clearAlphabet[Number(bits & 31n)]! + body;
    bits >>= 5n;
  }
  return kind.prefix + body;
}

/**
 * Reads a code as scanned or typed: accepts spaces, dashes, lower case and what a scanner types on a device with another
 * keyboard, but no wrong signature.
 *
 * @returns undefined for anything that this site didn't sign as this kind; never throws
 */
export function readSignedCode(kind: CodeKind, text: string, key: Buffer): SignedContent | undefined {
  if (text.length > 200) return undefined;
  for (const reading of keyboardReadings(text)) {
    const content = readContent(kind, reading, key);
    if (content !== undefined) return content;
  }
  return undefined;
}

function readContent(kind: CodeKind, text: string, key: Buffer): SignedContent | undefined {
  const read = readCodeBytes(kind.prefix, text);
  if (read === undefined) return undefined;
  const bytes = Buffer.from(read.buffer);
  const head = bytes.readUIntBE(1, headBytes - 1) + bytes[0]! * 2 ** 48;
  const content = { id: Math.floor(head / 4096), version: head % 4096 };
  return timingSafeEqual(bytes.subarray(headBytes), macOf(kind, content, key)) ? content : undefined;
}
