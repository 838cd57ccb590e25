import type { RefundPolicy } from "#contract/events/editing.ts";
import type { OrderRefund } from "#contract/refunds/of-order.ts";
import { refundedText } from "#contract/refunds/texts.ts";
import type { EventDetail, RefundTerms, TicketType } from "#contract/events/events.ts";
import { formatDay, formatTime } from "#web/lib/dates.ts";
import { formatMoney } from "#web/lib/money.ts";
import type { CalloutTone } from "#web/ui/callout.tsx";
import type { Step } from "#web/ui/steps.tsx";

/** "Fri, Nov 27 at 8:00 PM", in the event's time zone. */
export const formatUntil = (instant: string, timeZone: string) =>
  `${formatDay(instant, timeZone)} at ${formatTime(instant, timeZone)}`;

/** An event's refund policy in one sentence. */
export function returnSentence(terms: RefundTerms | null, timeZone: string): string {
  if (terms === null) return "No refunds unless the event is canceled.";
  const fees = terms.withFees ? "including fees" : "excluding fees";
  return `Refunds are available until ${formatUntil(terms.until, timeZone)}, ${fees}.`;
}

/** The same for an event all of whose tickets are free: there is nothing to refund, but tickets can be canceled. */
export const freeReturnSentence = (terms: RefundTerms | null, timeZone: string): string | undefined =>
  terms === null ? undefined : `You can cancel free tickets until ${formatUntil(terms.until, timeZone)}.`;

/** What an event's page says about refunds: its real policy, by the prices of its tickets. */
export function refundSentence({
  refunds,
  timeZone,
  ticketTypes,
}: Pick<EventDetail, "refunds" | "timeZone"> & { ticketTypes: Pick<TicketType, "pricing">[] }): string | undefined {
  const isFree = ticketTypes.length > 0 && ticketTypes.every(({ pricing }) => pricing === "free");
  return isFree ? freeReturnSentence(refunds, timeZone) : returnSentence(refunds, timeZone);
}

/** The refund terms that a policy gives an event that starts at this time. */
export function termsOf(policy: RefundPolicy, startsAt: string): RefundTerms | null {
  if (policy.kind === "none") return null;
  const { withFees } = policy;
  if (policy.kind === "until") return { until: policy.until, withFees };
  const until = new Date(Date.parse(startsAt) - policy.hours * 3_600_000);
  return { until: until.toISOString(), withFees };
}

/** A refund's status as text. It never says more than the payment provider has confirmed. */
export function refundLabels(
  refund: OrderRefund,
  currency: string,
): { title: string; text: string; tone: CalloutTone } {
  const amount = formatMoney(refund.amountCents, currency);
  const what = { units: refundedText(refund), difference: "the price difference", amount: "part of what you paid" }[
    refund.kind
  ];
  if (refund.amountCents === 0) {
    return { title: `${what} canceled`, text: "You paid nothing, so there's nothing to refund.", tone: "plain" };
  }
  if (refund.status === "failed") {
    return {
      title: `Your ${amount} refund is delayed`,
      text: `We couldn't send it yet. We're working on it, and you don't need to do anything. It's for ${what}.`,
      tone: "soon",
    };
  }
  if (refund.status === "pending") {
    return {
      title: `Your ${amount} refund is on its way`,
      text: `For ${what}. It goes to your original payment method. Banks take 5 to 10 days to show it.`,
      tone: "plain",
    };
  }
  const text = refund.byHand ? `For ${what}.` : `For ${what}. It should show on your statement within a few days.`;
  return {
    title: refund.byHand ? `We paid you back ${amount}` : `Your ${amount} refund is with your bank`,
    text,
    tone: "good",
  };
}

/**
 * The steps of a refund. The last one happens at the bank: no one reports it to us, so it never counts as done. A
 * refund paid another way skips the payment provider's steps.
 */
export function refundSteps(
  refund: Pick<OrderRefund, "status" | "byHand" | "createdAt" | "doneAt">,
): (Step & { at?: string })[] {
  const decided = { key: "decided", label: "Approved", state: "done", at: refund.createdAt } as const;
  const done = refund.status === "done";
  const at = refund.doneAt ? { at: refund.doneAt } : {};
  if (refund.byHand && done) return [decided, { key: "paid", label: "Paid to you", state: "done", ...at }];
  if (refund.status === "failed") {
    return [
      decided,
      { key: "sent", label: "We're on it", state: "trouble" },
      { key: "arrived", label: "On your statement", state: "ahead" },
    ];
  }
  return [
    decided,
    { key: "sent", label: done ? "With your bank" : "On its way", state: done ? "done" : "now", ...at },
    {
      key: "arrived",
      label: "On your statement",
      note: done ? "in a few days" : "in 5 to 10 days",
      state: done ? "now" : "ahead",
    },
  ];
}
