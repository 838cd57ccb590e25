import { mailboxOf } from "#contract/email-address.ts";
import { readOldClaim } from "#server/platform/old-links.ts";
import { readLink, signLink } from "#server/platform/signed-links.ts";
import { createHmac } from "node:crypto";

/** The secret in a claim link's URL: the batch, signed. */
export const claimKey = (batchId: string, key: Buffer): string => signLink(key, "claim", batchId);

/** The batch that a secret names if we signed it; otherwise undefined. */
export const readClaimKey = (text: string, key: Buffer): string | undefined =>
  (readLink(text, key, "claim") ?? readOldClaim(text, key))?.[0];

/** What is kept of an email that claimed: it tells whether the same mailbox comes again, not what it is. */
export const claimantOf = (email: string, key: Buffer): Buffer =>
  createHmac("sha256", key)
    .update(`claimant:${mailboxOf(email)}`)
    .digest();
