import { createHmac, timingSafeEqual } from "node:crypto";
import { preparedKey } from "./prepared-keys.ts";

/** One word of what a link is for: an id, a version, seconds since 1970 when it expires, or encoded data. */
export type Part = string | number;

/** What a signature covers. Another purpose, or another site's secret, makes another signature. */
export const macOf = (secret: Buffer, purpose: string, subject: Part[]): Buffer =>
  createHmac("sha256", preparedKey(secret))
    .update([purpose, ...subject].join(":"))
    .digest();

/** The key of a link that names its subject elsewhere, 22 characters: 128 bits of HMAC. Nothing is stored. */
export const linkKey = (secret: Buffer, purpose: string, ...subject: Part[]): string =>
  macOf(secret, purpose, subject).subarray(0, 16).toString("base64url");

/** Compares texts in constant time. As texts, because several spellings of base64 decode to the same bytes. */
export function isSameText(expected: string, actual: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(actual)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** True for the key of this purpose and subject. */
export const isLinkKey = (text: string, secret: Buffer, purpose: string, ...subject: Part[]): boolean =>
  isSameText(linkKey(secret, purpose, ...subject), text);

/** A token that carries its subject: its parts, letters, digits, `-` and `_`, and then their key, with dots between. */
export const signLink = (secret: Buffer, purpose: string, ...subject: Part[]): string =>
  [...subject, linkKey(secret, purpose, ...subject)].join(".");

/** The subject of a token; undefined if this site didn't sign it for this purpose. The caller checks when it expires. */
export function readLink(text: string, secret: Buffer, purpose: string): string[] | undefined {
  const subject = text.split(".");
  const key = subject.pop()!;
  const isPlain = subject.every((part) => /^[\w-]+$/.test(part));
  return isPlain && isLinkKey(key, secret, purpose, ...subject) ? subject : undefined;
}

/** A code of eight digits to type instead of a link; its subject says for how long it's valid. */
export const linkCode = (secret: Buffer, purpose: string, ...subject: Part[]): string =>
  String(macOf(secret, purpose, subject).readUIntBE(0, 6) % 100_000_000).padStart(8, "0");
