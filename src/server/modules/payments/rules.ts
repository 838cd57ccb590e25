/** States of one payment attempt. `captured` and what follows it are money; the rest is not. */
export type PaymentStatus =
  | "starting"
  | "open"
  | "processing"
  | "declined"
  | "cancelled"
  | "expired"
  | "captured"
  | "refunding"
  | "refunded";

/** What a provider says of its own session. */
export type SessionState = "open" | "processing" | "declined" | "approved" | "cancelled" | "expired";

/** Legal moves of a payment attempt. Money may arrive after an attempt was given up: that is told, never ignored. */
export const paymentMoves: Record<PaymentStatus, readonly PaymentStatus[]> = {
  starting: ["open", "processing", "declined", "cancelled", "expired", "captured", "refunding"],
  open: ["processing", "declined", "cancelled", "expired", "captured", "refunding"],
  processing: ["declined", "cancelled", "expired", "captured", "refunding"],
  declined: ["open", "processing", "cancelled", "expired", "captured", "refunding"],
  cancelled: ["captured", "refunding"],
  expired: ["captured", "refunding"],
  // Money that is there stays `captured` until all of it is on its way back; `refunded` is not the end of it, since a
  // bank may send back what the provider had sent.
  captured: ["refunding"],
  refunding: ["refunded"],
  refunded: ["refunding"],
};

const wanted: Record<SessionState, PaymentStatus> = {
  open: "open",
  processing: "processing",
  declined: "declined",
  approved: "captured",
  cancelled: "cancelled",
  expired: "expired",
};

/** Where a payment goes when its provider says so; undefined when it stays, as on a repeated or outdated notice. */
export function nextStatus(current: PaymentStatus, session: SessionState): PaymentStatus | undefined {
  const next = wanted[session];
  return paymentMoves[current].includes(next) ? next : undefined;
}

/** True while the provider may still take the money. */
export function isLive(status: PaymentStatus): boolean {
  return status === "starting" || status === "open" || status === "processing" || status === "declined";
}
