import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** What a key's text says: which key it claims to be, and its secret. */
export interface KeyText {
  id: number;
  secret: string;
}

const hashOf = (secret: string) => createHash("sha256").update(secret).digest();

/** A new key's secret, 168 bits, and its hash, the only form that is stored. */
export function createSecret(): { secret: string; secretHash: Buffer } {
  const secret = randomBytes(21).toString("base64url");
  return { secret, secretHash: hashOf(secret) };
}

/** The key as a host puts it into an encoder. It is long enough that no log line shows it. */
export const keyText = ({ id, secret }: KeyText): string => `live_${String(id).padStart(4, "0")}_${secret}`;

/** Reads a key; undefined for anything that isn't written like one. */
export function readKeyText(text: string): KeyText | undefined {
  const match = /^live_(\d{4,15})_([\w-]{28})$/.exec(text);
  return match === null ? undefined : { id: Number(match[1]), secret: match[2]! };
}

/** True if a secret has this hash, checked in constant time. */
export const isSecret = (secret: string, secretHash: Buffer): boolean => timingSafeEqual(hashOf(secret), secretHash);
