import type { EventStatus } from "#contract/events/events.ts";
import type { Order } from "#contract/orders/orders.ts";

type Paid = {
  /** The order's valid tickets, and how many of them are on hold. */
  count: number;
  frozen: number;
  status: EventStatus;
  /** How many events it is for. */
  events?: number;
  email: string;
};

/** What is said of an order's events together: one that still takes place is enough. */
export const commonStatus = (events: { status: EventStatus }[]): EventStatus => {
  const [first] = events;
  return first && events.every(({ status }) => status === first.status) ? first.status : "on";
};

/** The header of a paid order's page: its title, and the sentence around the event's name. */
export function paidLabels({ count, frozen, status, events = 1, email }: Paid): {
  title: string;
  before: string;
  after: string;
} {
  const tickets = count === 1 ? "ticket" : `${count} tickets`;
  if (count === 0) {
    return { title: "No valid tickets", before: "All tickets in this order", after: " were refunded or canceled." };
  }
  if (status === "canceled")
    return {
      title: "Canceled",
      before: count === 1 ? "You have a ticket" : `You have ${tickets}`,
      after: `, which ${events === 1 ? "has" : "have"} been canceled.`,
    };
  if (frozen === count) {
    return {
      title: "On hold",
      before: `Your ${tickets}`,
      after: ` ${count === 1 ? "is" : "are"} on hold and can't be used right now.`,
    };
  }
  const before = `Here ${count === 1 ? "is" : "are"} your ${tickets}`;
  if (status === "postponed") {
    return {
      title: "Postponed",
      before,
      after: `. There's no new date yet, so keep ${count === 1 ? "it" : "them"}.`,
    };
  }
  if (frozen > 0) return { title: "You're in", before, after: ". Some are on hold and can't be used right now." };
  return { title: "You're in", before, after: `. We also emailed ${count === 1 ? "it" : "them"} to ${email}.` };
}

/** The same for an order without tickets. */
export function merchLabels({ status, buyer }: Pick<Order, "status" | "buyer">): ReturnType<typeof paidLabels> {
  if (status === "refunded") return { title: "Refunded", before: "This order", after: " was refunded." };
  return { title: "Thanks for your order", before: "", after: `We emailed your receipt to ${buyer.email}.` };
}
