import { createHmac, timingSafeEqual } from "node:crypto";

/** The promoter that a secret link names. */
interface NamedByKey {
  id: number;
  version: number;
}

/**
 * The secret in the URL of a promoter's results page: the promoter, the version of their link, and our signature.
 * Renewing the link raises its version, and older links stop working.
 */
export function promoterKey({ id, version }: NamedByKey, key: Buffer): string {
  return `${id}.${version}.${sign(id, version, key)}`;
}

/** The promoter that a secret names if we signed it; otherwise undefined. */
export function readPromoterKey(text: string, key: Buffer): NamedByKey | undefined {
  const match = /^([1-9]\d{0,14})\.([1-9]\d{0,8})\.([\w-]{22})$/.exec(text);
  if (match === null) return undefined;
  const [id, version] = [Number(match[1]), Number(match[2])];
  // Compared as text: several spellings would decode to the same bytes.
  const isOurs = timingSafeEqual(Buffer.from(match[3]!), Buffer.from(sign(id, version, key)));
  return isOurs ? { id, version } : undefined;
}

function sign(id: number, version: number, key: Buffer): string {
  return createHmac("sha256", key).update(`promoter:${id}:${version}`).digest().subarray(0, 16).toString("base64url");
}
