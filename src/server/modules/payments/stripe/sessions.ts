import type Stripe from "stripe";
import type { ProviderSession, SessionRequest, SessionToExpire } from "../provider.ts";
import type { SessionState } from "../rules.ts";
import { isKept, isRefused, isUnknown, keysOf, type Gate } from "./gate.ts";

type Session = Stripe.Checkout.Session;

/** The provider closes a page by itself no earlier than half an hour after opening it. We close it sooner. */
const backstopSeconds = 45 * 60;
const expand = ["payment_intent"];

/** What the provider is asked for: the same for the same attempt, or it would refuse to repeat it. */
function paramsOf(request: SessionRequest): Stripe.Checkout.SessionCreateParams {
  const metadata = { payment_id: request.paymentId, order_id: request.subjectId };
  return {
    mode: "payment",
    // Ways to pay that are settled at once: tickets are not set aside for days.
    allowed_payment_method_types: ["card"],
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

/** Pages on which buyers pay, one an attempt. */
export function sessionsOf(stripe: Stripe, gate: Gate) {
  /**
   * The attempt's id is the key, so asking twice opens one page. Where the provider keeps a failure under it, the next key
   * is used: a page whose address nobody ever learned cannot be paid, so no buyer can pay twice by this.
   */
  async function open(request: SessionRequest): Promise<Session> {
    let last: unknown;
    for (const idempotencyKey of keysOf(request.paymentId)) {
      try {
        return await gate("open", () => stripe.checkout.sessions.create(paramsOf(request), { idempotencyKey }));
      } catch (error) {
        if (!isKept(error)) throw error;
        last = error;
      }
    }
    throw last;
  }

  async function find(ref: string): Promise<ProviderSession | undefined> {
    try {
      return asSession(await gate("read", () => stripe.checkout.sessions.retrieve(ref, { expand })));
    } catch (error) {
      if (isUnknown(error)) return undefined;
      throw error;
    }
  }

  return {
    async openSession(request: SessionRequest): Promise<{ ref: string; url: string }> {
      const { id, url } = await open(request);
      // A page that was closed under its key has no address any more: the attempt is over.
      if (url === null) throw new Error(`The page of payment ${request.paymentId} is closed`);
      return { ref: id, url };
    },
    findSession: find,
    /**
     * Where we never heard of a page it may have been opened nevertheless: asking again under the same key finds it, or
     * opens one that nobody knows, and either is closed. A refusal because its time would be too short says that there is
     * none: a key that was used answers before anything is checked.
     */
    async expireSession(attempt: SessionToExpire): Promise<ProviderSession> {
      let ref = attempt.ref;
      try {
        ref ??= (await open(attempt)).id;
      } catch (error) {
        if (!isRefused(error)) throw error;
        const { paymentId, amountCents, currency } = attempt;
        return { ref: null, paymentId, amountCents, currency, state: "expired", chargeRef: null };
      }
      const known = ref;
      try {
        const closed = asSession(await gate("expire", () => stripe.checkout.sessions.expire(known, { expand })));
        if (closed !== undefined) return closed;
      } catch (error) {
        // It cannot be closed any more: it is paid, or closed already.
        if (!isRefused(error)) throw error;
      }
      const found = await find(known);
      if (found === undefined) throw new Error(`The provider does not know its own page ${known}`);
      return found;
    },
  };
}

/** A page as we know pages; undefined for one that is not ours, though on the same account. */
function asSession(session: Session): ProviderSession | undefined {
  const paymentId = session.metadata?.payment_id;
  if (paymentId === undefined || session.amount_total === null || session.currency === null) return undefined;
  const intent = typeof session.payment_intent === "object" ? session.payment_intent : null;
  const state = stateOf(session, intent);
  return {
    ref: session.id,
    paymentId,
    state,
    amountCents: session.amount_total,
    currency: session.currency.toUpperCase(),
    chargeRef: state === "approved" ? (intent?.id ?? null) : null,
  };
}

function stateOf(session: Session, intent: Stripe.PaymentIntent | null): SessionState {
  if (session.status === "expired") return "expired";
  if (session.status === "open") return intent?.last_payment_error ? "declined" : "open";
  if (session.payment_status === "paid") return "approved";
  // Complete and unpaid: the money is on its way, or it came to nothing and this page cannot be used again.
  const isOver = intent?.status === "requires_payment_method" || intent?.status === "canceled";
  return isOver ? "cancelled" : "processing";
}
