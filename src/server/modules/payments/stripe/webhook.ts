import type { IncomingHttpHeaders } from "node:http";
import { Stripe } from "stripe";
import type { StripeSettings } from "#server/config.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { VerifiedWebhook } from "../provider.ts";

/** Seconds by which a webhook event's time can be off, either way: older ones could be replays. */
const toleranceSeconds = 300;

/**
 * The subject of each event type. Other types are stored and need nothing: `charge.refunded` repeats `refund.created`.
 */
const kinds: Record<string, VerifiedWebhook["kind"]> = {
  "checkout.session.completed": "session",
  "checkout.session.async_payment_succeeded": "session",
  "checkout.session.async_payment_failed": "session",
  "checkout.session.expired": "session",
  "refund.created": "refund",
  "refund.updated": "refund",
  "refund.failed": "refund",
  "charge.dispute.created": "dispute",
  "charge.dispute.updated": "dispute",
  "charge.dispute.funds_withdrawn": "dispute",
  "charge.dispute.funds_reinstated": "dispute",
  "charge.dispute.closed": "dispute",
};

/**
 * Reads a webhook event: signed by the provider with our secret over exactly these bytes, recent, of the mode that our
 * key is for (live or test), and from our own account.
 *
 * @throws AppError `bad_signature`
 */
export function readWebhook(settings: StripeSettings, headers: IncomingHttpHeaders, rawBody: string): VerifiedWebhook {
  const header = headers["stripe-signature"];
  if (typeof header !== "string") throw new AppError("bad_signature", { message: "The webhook isn't signed" });
  let webhookEvent: Stripe.Event;
  try {
    webhookEvent = Stripe.webhooks.constructEvent(rawBody, header, settings.webhookSecret, toleranceSeconds);
  } catch (error) {
    throw new AppError("bad_signature", { cause: error });
  }
  // The library refuses only webhook events that are too old.
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(header)?.[1]);
  if (!(signedAt <= Date.now() / 1000 + toleranceSeconds)) throw refused("is dated in the future");
  if (webhookEvent.livemode !== settings.live) throw refused(`is in ${webhookEvent.livemode ? "live" : "test"} mode`);
  if (webhookEvent.account !== undefined) throw refused("belongs to another account");
  const about = (webhookEvent as { data?: { object?: { id?: unknown } } }).data?.object?.id;
  if (typeof webhookEvent.id !== "string" || typeof about !== "string") throw refused("has no subject");
  return { webhookEventId: webhookEvent.id, kind: kinds[webhookEvent.type] ?? "other", ref: about };
}

const refused = (why: string) => new AppError("bad_signature", { message: `The webhook ${why}` });
