import { randomBytes } from "node:crypto";

/** The processor's own names for its objects: amounts in minor units, times in Unix seconds. */
export interface SessionEntry {
  id: string;
  object: "checkout.session";
  status: "open" | "complete" | "expired";
  payment_status: "paid" | "unpaid";
  amount_total: number;
  currency: string;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  payment_intent: string | null;
  success_url: string;
  cancel_url: string;
  expires_at: number;
  created: number;
  url: string | null;
  livemode: boolean;
  intent_metadata: Record<string, string>;
  title: string;
  payment_method_types: string[];
}

export interface IntentEntry {
  id: string;
  object: "payment_intent";
  status: "requires_payment_method" | "processing" | "succeeded" | "canceled";
  amount: number;
  amount_received: number;
  currency: string;
  metadata: Record<string, string>;
  latest_charge: string | null;
  last_payment_error: { code: string; message: string } | null;
  created: number;
  livemode: boolean;
}

export interface ChargeEntry {
  id: string;
  object: "charge";
  status: "succeeded";
  paid: true;
  amount: number;
  amount_refunded: number;
  currency: string;
  payment_intent: string;
  metadata: Record<string, string>;
  disputed: boolean;
  payment_method_details: { type: string };
  created: number;
  livemode: boolean;
}

export interface RefundEntry {
  id: string;
  object: "refund";
  status: "pending" | "succeeded" | "failed";
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  metadata: Record<string, string>;
  failure_reason?: string;
  created: number;
}

export interface DisputeEntry {
  id: string;
  object: "dispute";
  status: "needs_response" | "under_review" | "won" | "lost";
  amount: number;
  currency: string;
  charge: string;
  payment_intent: string;
  reason: string;
  evidence_details: { due_by: number | null };
  balance_transactions: { id: string; object: "balance_transaction"; amount: number }[];
  created: number;
  livemode: boolean;
}

export type Entry = SessionEntry | IntentEntry | ChargeEntry | RefundEntry | DisputeEntry;

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;

/** An error in the processor's words. */
export class Refusal extends Error {
  readonly status: number;
  readonly error: { type: string; code?: string; message: string };

  constructor(status: number, error: Refusal["error"]) {
    super(error.message);
    this.status = status;
    this.error = error;
  }
}

const invalid = (message: string, code?: string) =>
  new Refusal(400, { type: "invalid_request_error", message, ...(code === undefined ? {} : { code }) });

function requireOffered({ payment_method_types }: SessionEntry, method: string): void {
  if (!payment_method_types.includes(method)) throw invalid(`The payment method type "${method}" is not allowed`);
}

/** The processor's data. The product can write here only through its API. */
export class Books {
  readonly sessions = new Map<string, SessionEntry>();
  readonly intents = new Map<string, IntentEntry>();
  readonly charges = new Map<string, ChargeEntry>();
  readonly refunds = new Map<string, RefundEntry>();
  readonly disputes = new Map<string, DisputeEntry>();
  /** The result of the next refunds; `succeeded` unless a test sets another. */
  refundsEnd: RefundEntry["status"] = "succeeded";
  /** Tests that move the product's clock must move this one too. */
  clockOffsetSeconds = 0;

  readonly livemode: boolean;

  constructor(livemode: boolean) {
    this.livemode = livemode;
  }

  /** An independent copy of the books. */
  copy(): Books {
    const copy = new Books(this.livemode);
    const { sessions, intents, charges, refunds, disputes } = structuredClone({ ...this });
    Object.assign(copy, { sessions, intents, charges, refunds, disputes });
    copy.refundsEnd = this.refundsEnd;
    copy.clockOffsetSeconds = this.clockOffsetSeconds;
    return copy;
  }

  now(): number {
    return Math.floor(Date.now() / 1000) + this.clockOffsetSeconds;
  }

  openSession(
    entry: Pick<SessionEntry, "amount_total" | "currency" | "client_reference_id" | "metadata" | "success_url"> &
      Pick<SessionEntry, "cancel_url" | "expires_at" | "intent_metadata" | "payment_method_types" | "title">,
    pageBase: string,
  ): SessionEntry {
    const minutes = (entry.expires_at - this.now()) / 60;
    if (!(minutes >= 29.9 && minutes <= 24 * 60)) {
      throw invalid(
        "The `expires_at` timestamp must be between 30 minutes and 24 hours from now.",
        "parameter_invalid",
      );
    }
    if (!(entry.amount_total > 0)) throw invalid("Amount must be positive", "parameter_invalid_integer");
    const id = newId("cs_test");
    const session: SessionEntry = {
      ...entry,
      id,
      object: "checkout.session",
      status: "open",
      payment_status: "unpaid",
      payment_intent: null,
      created: this.now(),
      url: `${pageBase}/pay/${id}`,
      livemode: this.livemode,
    };
    this.sessions.set(id, session);
    return session;
  }

  expireSession(id: string): SessionEntry {
    const session = this.session(id);
    if (session.status !== "open") {
      throw invalid('Only Checkout Sessions with a status in ["open"] can be expired.', "checkout_session_not_open");
    }
    Object.assign(session, { status: "expired", url: null });
    return session;
  }

  session(id: string): SessionEntry {
    const session = this.sessions.get(id);
    if (session === undefined) {
      throw new Refusal(404, {
        type: "invalid_request_error",
        code: "resource_missing",
        message: `No such session: ${id}`,
      });
    }
    if (session.status === "open" && session.expires_at <= this.now())
      Object.assign(session, { status: "expired", url: null });
    return session;
  }

  private intentOf(session: SessionEntry): IntentEntry {
    const known = session.payment_intent === null ? undefined : this.intents.get(session.payment_intent);
    if (known !== undefined) return known;
    const intent: IntentEntry = {
      id: newId("pi"),
      object: "payment_intent",
      status: "requires_payment_method",
      amount: session.amount_total,
      amount_received: 0,
      currency: session.currency,
      metadata: session.intent_metadata,
      latest_charge: null,
      last_payment_error: null,
      created: this.now(),
      livemode: this.livemode,
    };
    this.intents.set(intent.id, intent);
    session.payment_intent = intent.id;
    return intent;
  }

  decline(id: string, method = "card"): SessionEntry {
    const session = this.openOne(id);
    requireOffered(session, method);
    this.intentOf(session).last_payment_error =
      method === "card"
        ? { code: "card_declined", message: "Your card was declined." }
        : { code: "payment_method_provider_decline", message: "The payment method's provider declined the payment." };
    return session;
  }

  /** The buyer confirmed a slow payment: the session is complete, and the money is on its way. */
  payLate(id: string, method = "card"): SessionEntry {
    const session = this.openOne(id);
    requireOffered(session, method);
    this.intentOf(session).status = "processing";
    return Object.assign(session, { status: "complete" as const, url: null });
  }

  /** The money arrives: immediately in an open session, or late in a complete one. */
  pay(id: string, method = "card"): SessionEntry {
    const session = this.session(id);
    requireOffered(session, method);
    const late = session.status === "complete" && session.payment_status === "unpaid";
    if (session.status !== "open" && !late) throw invalid("This session is not open", "checkout_session_not_open");
    const intent = this.intentOf(session);
    const charge: ChargeEntry = {
      id: newId("ch"),
      object: "charge",
      status: "succeeded",
      paid: true,
      amount: intent.amount,
      amount_refunded: 0,
      currency: intent.currency,
      payment_intent: intent.id,
      metadata: intent.metadata,
      disputed: false,
      payment_method_details: { type: method },
      created: this.now(),
      livemode: this.livemode,
    };
    this.charges.set(charge.id, charge);
    Object.assign(intent, { status: "succeeded", latest_charge: charge.id, amount_received: intent.amount });
    return Object.assign(session, { status: "complete" as const, payment_status: "paid" as const, url: null });
  }

  /** A slow payment that failed. */
  failLate(id: string): SessionEntry {
    const session = this.session(id);
    this.intentOf(session).status = "requires_payment_method";
    return session;
  }

  private openOne(id: string): SessionEntry {
    const session = this.session(id);
    if (session.status !== "open") throw invalid("This session is not open", "checkout_session_not_open");
    return session;
  }

  chargeOf(intentId: string): ChargeEntry {
    const charge = [...this.charges.values()].find((entry) => entry.payment_intent === intentId);
    if (charge === undefined) throw invalid(`No such payment_intent: ${intentId}`, "resource_missing");
    return charge;
  }

  refund(intentId: string, amount: number | undefined, metadata: Record<string, string>): RefundEntry {
    const charge = this.chargeOf(intentId);
    const left = charge.amount - charge.amount_refunded;
    const requested = amount ?? left;
    if (charge.disputed) throw invalid("Charge is disputed", "charge_disputed");
    if (left === 0) throw invalid("Charge has already been refunded.", "charge_already_refunded");
    if (requested > left || requested <= 0) throw invalid("Refund amount is greater than unrefunded amount on charge");
    const refund: RefundEntry = {
      id: newId("re"),
      object: "refund",
      status: this.refundsEnd,
      amount: requested,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: intentId,
      metadata,
      created: this.now(),
      ...(this.refundsEnd === "failed" ? { failure_reason: "lost_or_stolen_card" } : {}),
    };
    this.refunds.set(refund.id, refund);
    if (refund.status !== "failed") charge.amount_refunded += requested;
    return refund;
  }

  endRefund(id: string, status: "succeeded" | "failed"): RefundEntry {
    const refund = this.refunds.get(id)!;
    if (status === "failed" && refund.status !== "failed") {
      this.charges.get(refund.charge)!.amount_refunded -= refund.amount;
      refund.failure_reason = "expired_or_canceled_card";
    }
    return Object.assign(refund, { status });
  }

  dispute(chargeId: string, amount?: number): DisputeEntry {
    const charge = this.charges.get(chargeId)!;
    charge.disputed = true;
    const dispute: DisputeEntry = {
      id: newId("dp"),
      object: "dispute",
      status: "needs_response",
      amount: amount ?? charge.amount - charge.amount_refunded,
      currency: charge.currency,
      charge: charge.id,
      payment_intent: charge.payment_intent,
      reason: "fraudulent",
      evidence_details: { due_by: this.now() + 7 * 86_400 },
      balance_transactions: [],
      created: this.now(),
      livemode: this.livemode,
    };
    this.disputes.set(dispute.id, dispute);
    return dispute;
  }

  /** Moves a dispute's money: away from the organizer, or back. */
  moveDisputed(id: string, direction: "withdrawn" | "reinstated"): DisputeEntry {
    const dispute = this.disputes.get(id)!;
    const amount = direction === "withdrawn" ? -dispute.amount : dispute.amount;
    dispute.balance_transactions.push({ id: newId("txn"), object: "balance_transaction", amount });
    return dispute;
  }

  closeDispute(id: string, status: "won" | "lost"): DisputeEntry {
    const dispute = this.disputes.get(id)!;
    if (status === "won") this.charges.get(dispute.charge)!.disputed = false;
    return Object.assign(dispute, { status });
  }
}
