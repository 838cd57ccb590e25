import { clearAlphabet } from "#contract/code-letters.ts";
import { randomBytes, randomFillSync } from "node:crypto";

const pool = Buffer.allocUnsafe(16 * 256);
let offset = pool.length;

function random16(): Buffer {
  if (offset >= pool.length) {
    randomFillSync(pool);
    offset = 0;
  }
  const slice = pool.subarray(offset, offset + 16);
  offset += 16;
  return slice;
}

/** A new UUID version 7 (RFC 9562): sorted by time, so that indexes grow at one end, and otherwise unguessable. */
export function newId(): string {
  const bytes = random16();
  bytes.writeUIntBE(Date.now(), 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** A random word of these characters, five bits each. */
export function randomCode(length: number): string {
  return Array.from(randomBytes(length), (byte) => clearAlphabet[byte & 31]).join("");
}
