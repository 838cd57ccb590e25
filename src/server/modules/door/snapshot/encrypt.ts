import { createCipheriv, createHash } from "node:crypto";
import { type DoorRecord, indexBytes, ivBytes, packRecord } from "#contract/door/phone-record.ts";

const hash = (label: string, ...parts: Uint8Array[]) =>
  parts.reduce((sum, part) => sum.update(part), createHash("sha256").update(label)).digest();

/**
 * Encrypts what a phone may know about a code so that only the code reveals it.
 *
 * The IV is a hash of the signature and the content: under one key, two contents never share an IV, and the same content
 * is the same row again. A fixed IV would reveal the difference between a ticket's two records to whoever has both.
 *
 * @param mac the signature inside the code, 128 bits that only the code and our key yield
 */
export function encryptRecord(mac: Uint8Array, record: DoorRecord): Buffer {
  const index = hash("index", mac).subarray(0, indexBytes);
  const plain = packRecord(record, (text) => Buffer.from(text));
  const iv = hash("iv", mac, plain).subarray(0, ivBytes);
  const cipher = createCipheriv("aes-256-gcm", hash("key", mac), iv);
  cipher.setAAD(index);
  return Buffer.concat([index, iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}
