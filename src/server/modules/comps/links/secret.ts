import { mailboxOf } from "#contract/email-address.ts";
import { createHmac, timingSafeEqual } from "node:crypto";

/** The secret in a claim link's URL: the batch and our signature of 128 bits. */
export function claimKey(batchId: string, key: Buffer): string {
  return `${Buffer.from(batchId.replaceAll("-", ""), "hex").toString("base64url")}.${sign(batchId, key)}`;
}

/** The batch that a secret names if we signed it; otherwise undefined. */
export function readClaimKey(text: string, key: Buffer): string | undefined {
  const match = /^([\w-]{22})\.([\w-]{22})$/.exec(text);
  if (match === null) return undefined;
  const hex = Buffer.from(match[1]!, "base64url").toString("hex");
  const batchId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  // Compared as text: several spellings would decode to the same bytes.
  return timingSafeEqual(Buffer.from(text), Buffer.from(claimKey(batchId, key))) ? batchId : undefined;
}

const sign = (batchId: string, key: Buffer) =>
  createHmac("sha256", key).update(`claim:${batchId}`).digest().subarray(0, 16).toString("base64url");

/** What is kept of an email that claimed: it tells whether the same mailbox comes again, not what it is. */
export const claimantOf = (email: string, key: Buffer): Buffer =>
  createHmac("sha256", key)
    .update(`claimant:${mailboxOf(email)}`)
    .digest();
