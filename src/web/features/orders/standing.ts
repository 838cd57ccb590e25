import type { Order } from "#contract/orders.ts";
import type { NoticeTone } from "#web/ui/notice.tsx";

/**
 * How an order stands, in words that are true. `moves` is whether waiting can change it, `way` what the buyer can do now.
 * It rests on our own order and its latest payment, never on what the address says.
 */
export type Standing = {
  kind: "tickets" | "waiting" | "over";
  headline: string;
  text: string;
  tone: NoticeTone;
  moves: boolean;
  way?: "pay" | "choose";
};

const checking: Standing = {
  kind: "waiting",
  headline: "Checking your payment",
  text: "We are asking the bank. This takes a few seconds; your tickets are set aside meanwhile.",
  tone: "plain",
  moves: true,
};
const bankWorks: Standing = {
  ...checking,
  text: "The bank is still working on it. You can close this page: we mail your tickets to you the moment the money is here.",
};
const making: Standing = {
  ...checking,
  headline: "Payment received",
  text: "Your tickets are being made out.",
  tone: "good",
};
const declined: Standing = {
  kind: "waiting",
  headline: "The bank declined",
  text: "Nothing was charged, and your tickets are still set aside. Try again, with another card if you have one.",
  tone: "bad",
  moves: true,
  way: "pay",
};
const unfinished: Standing = {
  kind: "waiting",
  headline: "Not paid yet",
  text: "The payment was not finished. Nothing was charged, and your tickets are still set aside.",
  tone: "soon",
  moves: true,
  way: "pay",
};
const lapsed: Standing = {
  kind: "over",
  headline: "Time ran out",
  text: "The tickets went back on sale before a payment arrived. Nothing was charged.",
  tone: "soon",
  moves: false,
  way: "choose",
};
const givenBack: Standing = {
  ...lapsed,
  headline: "Given back",
  text: "You gave these tickets back. Nothing was charged.",
  tone: "plain",
};
const lateMoney: Standing = {
  kind: "waiting",
  headline: "Payment under way",
  text: "Your hold ended before the bank was done. If the money arrives, you get these tickets if they are still there, and all of it back if not.",
  tone: "soon",
  moves: true,
};
const refunding: Standing = {
  kind: "over",
  headline: "Your money is coming back",
  text: "The payment arrived after your hold had ended, and the tickets were gone by then. We are sending all of it back; banks take a few days to show it.",
  tone: "soon",
  moves: true,
  way: "choose",
};
const refunded: Standing = {
  kind: "over",
  headline: "Refunded",
  text: "This order was given back: its tickets open no door any more.",
  tone: "plain",
  moves: false,
  way: "choose",
};
const tickets: Standing = { kind: "tickets", headline: "You are in", text: "", tone: "good", moves: false };

type Facts = Pick<Order, "status"> & { payment: Pick<NonNullable<Order["payment"]>, "status"> | null };

export function standingOf({ status, payment }: Facts): Standing {
  const paymentStatus = payment?.status;
  if (status === "paid" || status === "partially_refunded") return tickets;
  if (status === "refunded" || paymentStatus === "refunded") return refunded;
  if (paymentStatus === "refunding") return refunding;
  if (paymentStatus === "captured") return making;
  if (status === "expired" || status === "cancelled") {
    if (paymentStatus === "processing") return lateMoney;
    return status === "expired" ? lapsed : givenBack;
  }
  if (paymentStatus === "processing") return bankWorks;
  if (paymentStatus === "declined") return declined;
  return paymentStatus === "expired" || status === "awaiting_payment" ? unfinished : checking;
}

/** True while the order can still be paid or given back. */
export const isHeld = (order: Pick<Order, "status"> | undefined) =>
  order?.status === "awaiting_payment" || order?.status === "paying";

const firstPauseMs = 1000;
const longestPauseMs = 5000;

/** How long to wait before looking again: a second at first, growing to five. */
export const pauseBeforeLook = (looks: number) =>
  Math.min(longestPauseMs, Math.round(firstPauseMs * 1.25 ** Math.max(0, looks - 3)));
