import { createHmac, timingSafeEqual } from "node:crypto";
import { keyboardReadings } from "#contract/keyboards.ts";
import { clearAlphabet } from "./ids.ts";
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

const bodyLength = 36;
const macBytes = 16;
/** The body's 180 bits, after four zeros: what it is a code for, then the signature. */
const headBytes = 7;

const valueOf = new Map([...clearAlphabet].map((letter, value) => [letter, value]));
// Letters that people type instead of similar digits.
for (const [typed, meant] of [
  ["O", "0"],
  ["I", "1"],
  ["L", "1"],
] as const)
  valueOf.set(typed, valueOf.get(meant)!);

function macOf({ subject }: CodeKind, { id, version }: SignedContent, key: Buffer): Buffer {
  return createHmac("sha256", preparedKey(key)).update(`${subject}:${id}:${version}`).digest().subarray(0, macBytes);
}

/** A code that this site signs, 38 letters and digits: see docs/how-it-works/ticket-codes.md. */
export function signCode(kind: CodeKind, content: SignedContent, key: Buffer): string {
  const head = ((BigInt(content.id) << 12n) | BigInt(content.version)).toString(16).padStart(headBytes * 2, "0");
  let bits = BigInt(`0x${head}${macOf(kind, content, key).toString("hex")}`);
  let body = "";
  for (let place = 0; place < bodyLength; place++) {
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
  const clean = text.replace(/[\s\p{Pd}]/gu, "");
  if (clean.length !== kind.prefix.length + bodyLength || !clean.startsWith(kind.prefix)) return undefined;
  const bytes = decode(clean.slice(kind.prefix.length));
  if (bytes === undefined) return undefined;
  const head = bytes.readUIntBE(1, headBytes - 1) + bytes[0]! * 2 ** 48;
  const content = { id: Math.floor(head / 4096), version: head % 4096 };
  return timingSafeEqual(bytes.subarray(headBytes), macOf(kind, content, key)) ? content : undefined;
}

/** Five bits from each letter; undefined if one has none. */
function decode(body: string): Buffer | undefined {
  const bytes = Buffer.alloc(headBytes + macBytes);
  let at = 0;
  let bits = 0;
  // Four zeros stand before the first letter.
  let count = 4;
  for (const letter of body) {
    const value = valueOf.get(letter);
    if (value === undefined) return undefined;
    bits = ((bits << 5) | value) & 0xfff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    bytes[at++] = bits >> count;
  }
  return bytes;
}
