import type { Order } from "#contract/orders.ts";

/**
 * An order's status in words. `moves` is whether waiting can change it, `way` is what the buyer can do now.
 * It depends on our own order and its latest payment, never on the URL.
 */
export type Status = {
  kind: "tickets" | "waiting" | "over";
  headline: string;
  text: string;
  moves: boolean;
  way?: "pay" | "choose";
};

const checking: Status = {
  kind: "waiting",
  headline: "Checking your payment",
  text: "We're checking with your bank. This takes a few seconds. Your tickets are on hold in the meantime.",
  moves: true,
};
const bankWorks: Status = {
  ...checking,
  text: "Your bank is still processing it. You can close this page. We'll email your tickets as soon as the payment goes through.",
};
const making: Status = {
  ...checking,
  headline: "Payment received",
  text: "We're issuing your tickets.",
};
const declined: Status = {
  ...checking,
  headline: "Payment declined",
  text: "You weren't charged, and your tickets are still on hold. Try again or use another card.",
  way: "pay",
};
const unfinished: Status = {
  ...declined,
  headline: "Not paid yet",
  text: "The payment wasn't completed. You weren't charged, and your tickets are still on hold.",
};
const expired: Status = {
  kind: "over",
  headline: "Time ran out",
  text: "The tickets went back on sale before a payment arrived. You weren't charged.",
  moves: false,
  way: "choose",
};
const released: Status = {
  ...expired,
  headline: "Tickets released",
  text: "You released these tickets. You weren't charged.",
};
const lateMoney: Status = {
  ...checking,
  headline: "Payment processing",
  text: "Your hold expired before your bank finished. If the payment goes through, you'll get these tickets if they're still available, or a full refund if not.",
};
const refunding: Status = {
  ...expired,
  headline: "Your refund is on its way",
  text: "Your payment arrived after your hold expired, and the tickets were gone by then. We're refunding all of it. Banks take 5 to 10 days to show it.",
  moves: true,
};
const refunded: Status = {
  ...expired,
  headline: "Refunded",
  text: "This order was refunded. Its tickets are no longer valid.",
};
const tickets: Status = { kind: "tickets", headline: "You're in", text: "", moves: false };

type StatusInput = Pick<Order, "status"> & { payment: Pick<NonNullable<Order["payment"]>, "status"> | null };

export function statusOf({ status, payment }: StatusInput): Status {
  const paymentStatus = payment?.status;
  if (status === "paid" || status === "partially_refunded") return tickets;
  if (status === "refunded" || paymentStatus === "refunded") return refunded;
  if (paymentStatus === "refunding") return refunding;
  if (paymentStatus === "captured") return making;
  if (status === "expired" || status === "canceled") {
    if (paymentStatus === "processing") return lateMoney;
    return status === "expired" ? expired : released;
  }
  if (paymentStatus === "processing") return bankWorks;
  if (paymentStatus === "declined") return declined;
  return paymentStatus === "expired" || status === "awaiting_payment" ? unfinished : checking;
}

/** True while the order can still be paid for or released. */
export const isHeld = (order: Pick<Order, "status"> | undefined) =>
  order?.status === "awaiting_payment" || order?.status === "paying";

const firstPauseMs = 1000;
const longestPauseMs = 5000;

/** How long to wait before checking again: a second at first, growing to five. */
export const pauseBeforePoll = (polls: number) =>
  Math.min(longestPauseMs, Math.round(firstPauseMs * 1.25 ** Math.max(0, polls - 3)));
