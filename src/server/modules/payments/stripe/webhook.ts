import type { IncomingHttpHeaders } from "node:http";
import { Stripe } from "stripe";
import type { StripeSettings } from "#server/config.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { VerifiedWebhook } from "../provider.ts";

/** Seconds by which a notice's time may be off, either way: older ones could be replays of a recording. */
const toleranceSeconds = 300;

/** What each event is about. Others are kept, and need nothing: `charge.refunded` says again what `refund.created` says. */
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
 * Reads a notice: signed by the provider with our secret over these very bytes, fresh, of the kind of money that our key
 * is for, and of our own account.
 *
 * @throws AppError `bad_signature`
 */
export function readWebhook(settings: StripeSettings, headers: IncomingHttpHeaders, rawBody: string): VerifiedWebhook {
  const header = headers["stripe-signature"];
  if (typeof header !== "string") throw new AppError("bad_signature", { message: "The notice is not signed" });
  let event: Stripe.Event;
  try {
    event = Stripe.webhooks.constructEvent(rawBody, header, settings.webhookSecret, toleranceSeconds);
  } catch (error) {
    throw new AppError("bad_signature", { cause: error });
  }
  // The library only refuses notices that are too old.
  const signedAt = Number(/(?:^|,)t=(\d+)/.exec(header)?.[1]);
  if (!(signedAt <= Date.now() / 1000 + toleranceSeconds)) throw refused("is dated in the future");
  if (event.livemode !== settings.live) throw refused(`is of ${event.livemode ? "live" : "test"} mode`);
  if (event.account !== undefined) throw refused("is of another account");
  const about = (event as { data?: { object?: { id?: unknown } } }).data?.object?.id;
  if (typeof event.id !== "string" || typeof about !== "string") throw refused("names nothing");
  return { eventId: event.id, kind: kinds[event.type] ?? "other", ref: about };
}

const refused = (why: string) => new AppError("bad_signature", { message: `The notice ${why}` });
