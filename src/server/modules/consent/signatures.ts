import { createHmac, timingSafeEqual } from "node:crypto";
import { readOldToken } from "#server/platform/old-links.ts";
import { readLink, signLink } from "#server/platform/signed-links.ts";

/** Signs a value for an emailed link. A token of one use doesn't work for another. */
export const toToken = (secret: Buffer, use: string, value: unknown): string =>
  signLink(secret, use, Buffer.from(JSON.stringify(value)).toString("base64url"));

/** The value of a token; undefined if it isn't one of ours. */
export function fromToken(secret: Buffer, use: string, token: string): unknown {
  const [payload] = readLink(token, secret, use) ?? readOldToken(token, secret, use) ?? [];
  return payload === undefined ? undefined : JSON.parse(Buffer.from(payload, "base64url").toString());
}

/** How old a report may be: a recorded one can't be replayed later. */
const reportSeconds = 300;

/**
 * Whether a report of the email provider is signed with our secret: the header is `t=<unix seconds>,v1=<hex>`, an HMAC
 * with SHA-256 of `<t>.<body>`.
 */
export function isSigned(secret: string, header: string, body: string, nowMs: number): boolean {
  const parts = new Map(header.split(",").map((part) => part.trim().split("=", 2) as [string, string]));
  const [at, signature] = [parts.get("t") ?? "", parts.get("v1") ?? ""];
  if (!/^\d{1,12}$/.test(at) || Math.abs(nowMs / 1000 - Number(at)) > reportSeconds) return false;
  const right = createHmac("sha256", secret).update(`${at}.${body}`).digest();
  const bytes = Buffer.from(signature, "hex");
  return bytes.length === right.length && timingSafeEqual(bytes, right);
}
