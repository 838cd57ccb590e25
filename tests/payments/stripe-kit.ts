import { expect } from "vitest";
import { startFakeStripe, type FakeStripe, type FakeStripeOptions } from "#testing/fake-stripe/index.ts";
import type { Carrier } from "#testing/fake-stripe/webhook-events.ts";
import { startFaultProxy } from "#testing/fault-proxy.ts";
import { createSite, draft, type Client, type Site, type SiteOptions, paymentPageOf } from "#testing/site.ts";

/** Delivers the processor's webhook events to a site that doesn't listen on a port. */
export const carryTo =
  (site: Site): Carrier =>
  async (body, headers) => {
    const url = "/api/payments/webhooks/stripe";
    return (await site.app.server.inject({ method: "POST", url, headers, payload: body })).statusCode;
  };

/** A site whose payments go to a fake processor of its own, which sends it webhook events. */
export async function createStripeSite(options: SiteOptions & { stripe?: FakeStripeOptions; at?: FakeStripe } = {}) {
  const stripe = options.at ?? (await startFakeStripe(options.stripe));
  const site = await createSite({ ...options, settings: { ...stripe.settings, ...options.settings } });
  if (options.at === undefined) stripe.webhookEvents.sendTo(carryTo(site));
  return {
    ...site,
    stripe,
    async close() {
      await site.close();
      if (options.at === undefined) await stripe.close();
    },
  };
}
export type StripeSite = Awaited<ReturnType<typeof createStripeSite>>;

/**
 * A processor behind a faulty connection. `settings` point a site to it; buyers' pages and webhook events bypass that
 * connection.
 */
export async function startFarStripe(options: FakeStripeOptions = {}) {
  const stripe = await startFakeStripe(options);
  const line = await startFaultProxy({ host: "127.0.0.1", port: Number(new URL(stripe.url).port) });
  return {
    stripe,
    line,
    settings: { STRIPE_API_BASE: `http://127.0.0.1:${line.port}` },
    async close() {
      await line.close();
      await stripe.close();
    },
  };
}
export type FarStripe = Awaited<ReturnType<typeof startFarStripe>>;

/** An order with an open payment page at the processor. */
export async function openOrder(
  site: Site,
  options: { quantity?: number; ticketTypeId?: number; buyer?: Client } = {},
) {
  const buyer = options.buyer ?? (await site.as("guest"));
  const ticketTypeId = options.ticketTypeId ?? (await site.create.ticketType({ capacity: 10, priceCents: 2500 }));
  const placed = await buyer.post("/api/orders", draft([{ ticketTypeId, quantity: options.quantity ?? 1 }]));
  expect(placed.status).toBe(201);
  const payment = await buyer.post(`/api/orders/${placed.body.id}/payment`);
  const session = payment.status === 200 ? new URL(paymentPageOf(payment)).pathname.split("/").at(-1)! : "";
  const read = async () => (await buyer.get(`/api/orders/${placed.body.id}`)).body;
  return { id: placed.body.id, buyer, ticketTypeId, payment, session, read };
}
