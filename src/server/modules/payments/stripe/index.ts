import type { StripeSettings } from "#server/config.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { PaymentProvider } from "../provider.ts";
import { createClient } from "./client.ts";
import { disputesOf } from "./disputes.ts";
import { createGate } from "./gate.ts";
import { listMoney } from "./money-list.ts";
import { refundsOf } from "./refunds.ts";
import { sessionsOf } from "./sessions.ts";
import { readWebhook } from "./webhook.ts";

/** Stripe as a payment provider: see docs/how-it-works/stripe.md. */
export function createStripe(db: Database, settings: StripeSettings): PaymentProvider {
  const stripe = createClient(settings);
  const gate = createGate(db);
  const sessions = sessionsOf(stripe, gate);
  return {
    name: "stripe",
    ...sessions,
    ...refundsOf(stripe, gate, sessions.findSession),
    ...disputesOf(stripe, gate),
    listMoney: (span) => listMoney(stripe, gate, span),
    readWebhook: (headers, rawBody) => readWebhook(settings, headers, rawBody),
  };
}
