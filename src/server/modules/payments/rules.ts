import type { ProviderRefundStatus, SessionStatus } from "./provider.ts";

/** Statuses of a refund. `pending` is still to be sent or on its way. */
export type RefundStatus = ProviderRefundStatus;

/**
 * Legal status changes of a refund. A bank can return money of a refund that the provider had called done; a failed
 * refund stays failed, and another attempt is another refund.
 */
const refundMoves: Record<RefundStatus, readonly RefundStatus[]> = {
  pending: ["done", "failed"],
  done: ["failed"],
  failed: [],
};

/** True when a provider's report changes a refund's status; repeated and old reports don't. */
export function moves(current: RefundStatus, next: RefundStatus): boolean {
  return refundMoves[current].includes(next);
}

/** Statuses of one payment attempt. `captured` and those after it have money; the rest don't. */
export const paymentStatuses = [
  "starting",
  "open",
  "processing",
  "declined",
  "canceled",
  "expired",
  "captured",
  "refunding",
  "refunded",
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/**
 * Legal status changes of a payment attempt. Money can arrive after an attempt was given up: this is reported, never
 * ignored.
 */
const paymentMoves: Record<PaymentStatus, readonly PaymentStatus[]> = {
  starting: ["open", "processing", "declined", "canceled", "expired", "captured", "refunding"],
  open: ["processing", "declined", "canceled", "expired", "captured", "refunding"],
  processing: ["declined", "canceled", "expired", "captured", "refunding"],
  declined: ["open", "processing", "canceled", "expired", "captured", "refunding"],
  canceled: ["captured", "refunding"],
  expired: ["captured", "refunding"],
  // Captured money stays `captured` until all of it is being refunded; `refunded` is not final, since a bank can return
  // a refund that the provider had sent.
  captured: ["refunding"],
  refunding: ["refunded"],
  refunded: ["refunding"],
};

const statusOfSession: Record<SessionStatus, PaymentStatus> = {
  open: "open",
  processing: "processing",
  declined: "declined",
  approved: "captured",
  canceled: "canceled",
  expired: "expired",
};

/**
 * The next status of a payment when its provider reports this state; undefined when it stays, as on a repeated or
 * outdated webhook event.
 */
export function nextStatus(current: PaymentStatus, session: SessionStatus): PaymentStatus | undefined {
  const next = statusOfSession[session];
  return paymentMoves[current].includes(next) ? next : undefined;
}

/** True while the provider may still capture the money. */
export function isLive(status: PaymentStatus): boolean {
  return status === "starting" || status === "open" || status === "processing" || status === "declined";
}

/** A dispute is `open` until the buyer's bank decides it. */
export const disputeStatuses = ["open", "won", "lost"] as const;
export type DisputeStatus = (typeof disputeStatuses)[number];

/** How a bank can decide. */
export type DisputeOutcome = Exclude<DisputeStatus, "open">;

/** Legal status changes of a dispute; a bank's decision is final. */
const disputeMoves: Record<DisputeStatus, readonly DisputeStatus[]> = {
  open: ["won", "lost"],
  won: [],
  lost: [],
};

/** What a provider's report changes about a dispute. */
interface DisputeChange {
  /** The bank has decided. */
  outcome: DisputeOutcome | undefined;
  /** The bank took money from us, or returned it. */
  money: "withdrawn" | "reinstated" | undefined;
}

/**
 * What is new in a provider's report on a dispute that we know as `known`. Repeated and old reports change nothing: a
 * decision is final, and the money of a decided dispute moves only as decided.
 */
export function changeOf(
  known: { status: DisputeStatus; isWithdrawn: boolean },
  report: { status: DisputeStatus; withdrawn: boolean },
): DisputeChange {
  const outcome =
    report.status !== "open" && disputeMoves[known.status].includes(report.status) ? report.status : undefined;
  const status = outcome ?? known.status;
  const mayWithdraw = status !== "won";
  const mayReturn = status === "won";
  const money =
    report.withdrawn && !known.isWithdrawn && mayWithdraw
      ? "withdrawn"
      : !report.withdrawn && known.isWithdrawn && mayReturn
        ? "reinstated"
        : undefined;
  return { outcome, money };
}
