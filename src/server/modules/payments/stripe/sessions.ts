import type Stripe from "stripe";
import type { ProviderSession, SessionRequest, SessionToExpire } from "../provider.ts";
import type { SessionStatus } from "../provider.ts";
import { isReplayed, isRefused, knownOf, keysOf, type Gate } from "./gate.ts";

type Session = Stripe.Checkout.Session;

/** The provider closes a page by itself at least half an hour after opening it. We close it sooner. */
const backstopSeconds = 45 * 60;
const expand = ["payment_intent"];

/** The request to the provider: identical for the same attempt, or the provider would refuse to repeat it. */
function paramsOf(request: SessionRequest): Stripe.Checkout.SessionCreateParams {
  const metadata = { payment_id: request.paymentId, order_id: request.subjectId };
  return {
    mode: "payment",
    // Only payment methods that confirm at once: tickets are not held for days.
    allowed_payment_method_types: ["card", ...request.methods],
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: request.currency.toLowerCase(),
          unit_amount: request.amountCents,
          product_data: { name: request.description },
        },
      },
    ],
    client_reference_id: request.subjectId,
    metadata,
    payment_intent_data: { metadata, description: request.description },
    success_url: request.returnUrl,
    cancel_url: request.cancelUrl,
    expires_at: Math.floor(request.expiresAt.getTime() / 1000) + backstopSeconds,
  };
}

/** Payment pages for buyers, one per attempt. */
export function sessionsOf(stripe: Stripe, gate: Gate) {
  /**
   * The attempt's id is the key, so asking twice opens one page. If the provider stored a failure under it, the next
   * key is used: nobody ever learned the address of such a page, so no buyer can pay twice through it.
   */
  async function open(request: SessionRequest): Promise<Session> {
    let last: unknown;
    for (const idempotencyKey of keysOf(request.paymentId)) {
      try {
        return await gate("open", () => stripe.checkout.sessions.create(paramsOf(request), { idempotencyKey }));
      } catch (error) {
        if (!isReplayed(error)) throw error;
        last = error;
      }
    }
    throw last;
  }

  async function find(ref: string): Promise<ProviderSession | undefined> {
    const session = await knownOf(gate("read", () => stripe.checkout.sessions.retrieve(ref, { expand })));
    return session && asSession(session);
  }

  return {
    async openSession(request: SessionRequest): Promise<{ ref: string; url: string }> {
      const { id, url } = await open(request);
      // A page that was closed under its key has no address anymore: the attempt is over.
      if (url === null) throw new Error(`The page for payment ${request.paymentId} is closed`);
      return { ref: id, url };
    },
    findSession: find,
    /**
     * A page that we never heard of may still have been opened: asking again under the same key finds it, or opens one
     * that nobody knows, and this closes either one. A refusal because too little time is left means that there is
     * none: a used key returns its result before any check.
     */
    async expireSession(attempt: SessionToExpire): Promise<ProviderSession> {
      let ref = attempt.ref;
      try {
        ref ??= (await open(attempt)).id;
      } catch (error) {
        if (!isRefused(error)) throw error;
        const { paymentId, amountCents, currency } = attempt;
        return { ref: null, paymentId, amountCents, currency, status: "expired", chargeRef: null };
      }
      const known = ref;
      try {
        const closed = asSession(await gate("expire", () => stripe.checkout.sessions.expire(known, { expand })));
        if (closed !== undefined) return closed;
      } catch (error) {
        // It can't be closed anymore: it is paid, or closed already.
        if (!isRefused(error)) throw error;
      }
      const found = await find(known);
      if (found === undefined) throw new Error(`The payment provider can't find its own page ${known}`);
      return found;
    },
  };
}

/** A provider's page as our session; undefined for a page on the same account that isn't ours. */
function asSession(session: Session): ProviderSession | undefined {
  const paymentId = session.metadata?.payment_id;
  if (paymentId === undefined || session.amount_total === null || session.currency === null) return undefined;
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const status = statusOf(session, intent);
  return {
    ref: session.id,
    paymentId,
    status,
    amountCents: session.amount_total,
    currency: session.currency.toUpperCase(),
    chargeRef: status === "approved" ? (intent?.id ?? null) : null,
  };
}

function statusOf(session: Session, intent: Stripe.PaymentIntent | null): SessionStatus {
  if (session.status === "expired") return "expired";
  if (session.status === "open") return intent?.last_payment_error ? "declined" : "open";
  if (session.payment_status === "paid") return "approved";
  // Complete and unpaid: the money is pending, or it failed and this page can't be used again.
  const isOver = intent?.status === "requires_payment_method" || intent?.status === "canceled";
  return isOver ? "canceled" : "processing";
}
