import { createHmac, timingSafeEqual } from "node:crypto";
import { AppError } from "#server/platform/app-error.ts";

/** Seconds by which a webhook event's time can be off: older ones could be replays. */
const toleranceSeconds = 300;

/** Signs a webhook event as the sandbox does: `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
export function signWebhookEvent(body: string, key: Buffer, nowMs = Date.now()): string {
  const time = Math.floor(nowMs / 1000);
  return `t=${time},v1=${macOf(time, body, key).toString("hex")}`;
}

/**
 * Checks a webhook event's signature and age against the raw body.
 *
 * @throws AppError `bad_signature`
 */
export function checkWebhookEvent(header: unknown, body: string, key: Buffer, nowMs = Date.now()): void {
  const match = typeof header === "string" ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : null;
  if (match === null) throw new AppError("bad_signature");
  const time = Number(match[1]);
  const given = Buffer.from(match[2]!, "hex");
  const fresh = Math.abs(nowMs / 1000 - time) <= toleranceSeconds;
  if (!fresh || !timingSafeEqual(given, macOf(time, body, key))) throw new AppError("bad_signature");
}

function macOf(time: number, body: string, key: Buffer): Buffer {
  return createHmac("sha256", key).update(`${time}.${body}`).digest();
}
