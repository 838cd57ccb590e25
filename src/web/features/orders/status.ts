import type { Order } from "#contract/orders/orders.ts";
import { type Things, thingsOf } from "#contract/orders/texts.ts";
import { paths } from "#web/lib/paths.ts";

/**
 * An order's status in words. `moves` is whether waiting can change it, `way` is what the buyer can do now.
 * It depends on our own order and its latest payment, never on the URL.
 */
export type Status = {
  kind: "done" | "waiting" | "over";
  headline: string;
  text: string;
  moves: boolean;
  way?: "pay" | "choose";
};

/** A status as it is for orders of only tickets, and for all others. */
type StatusTexts = Omit<Status, "headline" | "text"> & {
  headline: string | Record<Things, string>;
  text: Record<Things, string>;
};

/** The sentence for tickets; the same about items unless that says something else. */
const forThings = (tickets: string, items = tickets.replaceAll("tickets", "items")): Record<Things, string> => ({
  tickets,
  items,
});

const checking: StatusTexts = {
  kind: "waiting",
  headline: "Checking your payment",
  text: forThings("We're checking with your bank. This takes a few seconds. Your tickets are on hold in the meantime."),
  moves: true,
};
const bankWorks: StatusTexts = {
  ...checking,
  text: forThings(
    "Your bank is still processing it. You can close this page. We'll email your tickets as soon as the payment goes through.",
    "Your bank is still processing it. You can close this page. We'll email you as soon as the payment goes through.",
  ),
};
const making: StatusTexts = {
  ...checking,
  headline: "Payment received",
  text: forThings("We're issuing your tickets.", "We're completing your order."),
};
const declined: StatusTexts = {
  ...checking,
  headline: "Payment declined",
  text: forThings("You weren't charged, and your tickets are still on hold. Try again or use another card."),
  way: "pay",
};
const unfinished: StatusTexts = {
  ...declined,
  headline: "Not paid yet",
  text: forThings("The payment wasn't completed. You weren't charged, and your tickets are still on hold."),
};
const expired: StatusTexts = {
  kind: "over",
  headline: "Time ran out",
  text: forThings("The tickets went back on sale before a payment arrived. You weren't charged."),
  moves: false,
  way: "choose",
};
const released: StatusTexts = {
  ...expired,
  headline: forThings("Tickets released", "Items released"),
  text: forThings("You released these tickets. You weren't charged."),
};
const lateMoney: StatusTexts = {
  ...checking,
  headline: "Payment processing",
  text: forThings(
    "Your hold expired before your bank finished. If the payment goes through, you'll get these tickets if they're still available, or a full refund if not.",
  ),
};
const refunding: StatusTexts = {
  ...expired,
  headline: "Your refund is on its way",
  text: forThings(
    "Your payment arrived after your hold expired, and the tickets were gone by then. We're refunding all of it. Banks take 5 to 10 days to show it.",
  ),
  moves: true,
};
const refunded: StatusTexts = {
  ...expired,
  headline: "Refunded",
  text: forThings("This order was refunded. Its tickets are no longer valid.", "This order was refunded."),
};
const done: StatusTexts = { kind: "done", headline: "You're in", text: forThings(""), moves: false };

type StatusInput = Pick<Order, "status"> & { lines: { kind: string }[] } & {
  payment: Pick<NonNullable<Order["payment"]>, "status"> | null;
};

export function statusOf(order: StatusInput): Status {
  const message = saidOf(order);
  const things = thingsOf(order);
  const headline = typeof message.headline === "string" ? message.headline : message.headline[things];
  return { ...message, headline, text: message.text[things] };
}

function saidOf({ status, payment }: StatusInput): StatusTexts {
  const paymentStatus = payment?.status;
  if (status === "paid" || status === "partially_refunded") return done;
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

/** Where its buyer can choose again: its event, all events if it was for several, or the shop. */
export function chooseAgainAddress({ event, events, lines }: Pick<Order, "event" | "events" | "lines">): string {
  if (event && events.length === 1) return paths.event(event);
  return thingsOf({ lines }) === "tickets" ? paths.events() : paths.shop();
}
