import { createHmac } from "node:crypto";
import type { LinkPurpose } from "./link-store.ts";

/**
 * The secret of a link: 192 bits of HMAC over the row's id. Any node can write it into an email at any time, and it is
 * stored nowhere; the row has its hash.
 */
export function linkToken(purpose: LinkPurpose, linkId: string, key: Buffer): string {
  return createHmac("sha256", key).update(`${purpose}:${linkId}`).digest().subarray(0, 24).toString("base64url");
}

/** The URL of a link. Its base is the configured URL, whatever host a request named. */
export function linkAddress(purpose: LinkPurpose, token: string, baseUrl: string): string {
  return purpose === "reset"
    ? `${baseUrl}/password-reset?token=${token}`
    : `${baseUrl}/my-tickets?confirm-email=${token}`;
}
