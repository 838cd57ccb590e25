import { createHmac, timingSafeEqual } from "node:crypto";

/** A promoter whom a secret link names. */
export interface NamedByKey {
  id: number;
  version: number;
}

/**
 * The secret in the address of a promoter's own page: whom it is for, which of their links it is, and our signature.
 * Renewing the link raises its version, and former ones open nothing.
 */
export function promoterKey({ id, version }: NamedByKey, key: Buffer): string {
  return `${id}.${version}.${sign(id, version, key)}`;
}

/** Whom a secret names, when we signed it; undefined else. */
export function readPromoterKey(text: string, key: Buffer): NamedByKey | undefined {
  const match = /^([1-9]\d{0,14})\.([1-9]\d{0,8})\.([\w-]{22})$/.exec(text);
  if (match === null) return undefined;
  const [id, version] = [Number(match[1]), Number(match[2])];
  // Compared as written: several spellings would decode to the same bytes.
  const isOurs = timingSafeEqual(Buffer.from(match[3]!), Buffer.from(sign(id, version, key)));
  return isOurs ? { id, version } : undefined;
}

function sign(id: number, version: number, key: Buffer): string {
  return createHmac("sha256", key).update(`promoter:${id}:${version}`).digest().subarray(0, 16).toString("base64url");
}
