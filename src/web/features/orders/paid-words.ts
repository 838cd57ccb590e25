import type { EventState } from "#contract/events.ts";

type Paid = {
  /** Tickets of the order that were not given back, and how many of them are on hold. */
  count: number;
  frozen: number;
  state: EventState;
  email: string;
};

/** What the page of a paid order says first: its title, and the sentence around the night's name. */
export function paidWords({ count, frozen, state, email }: Paid): { title: string; before: string; after: string } {
  const tickets = count === 1 ? "ticket" : `${count} tickets`;
  if (count === 0) return { title: "Given back", before: "All tickets of this order were given back", after: "." };
  if (state === "cancelled")
    return {
      title: "Cancelled",
      before: count === 1 ? "You have a ticket" : `You have ${tickets}`,
      after: ", which does not take place.",
    };
  if (frozen === count) {
    return {
      title: "On hold",
      before: `Your ${tickets}`,
      after: ` ${count === 1 ? "lets" : "let"} nobody in for now.`,
    };
  }
  const before = `Here ${count === 1 ? "is" : "are"} your ${tickets}`;
  if (state === "postponed") {
    return {
      title: "Postponed",
      before,
      after: `. The night has no new date yet: keep ${count === 1 ? "it" : "them"}.`,
    };
  }
  if (frozen > 0) return { title: "You are in", before, after: ". Not all of them open the door right now." };
  return { title: "You are in", before, after: `. We send ${count === 1 ? "it" : "them"} to ${email} as well.` };
}
