import type { RefundPolicy } from "#contract/event-editing.ts";
import type { OrderRefund } from "#contract/order-refunds.ts";
import type { RefundTerms } from "#contract/events.ts";
import { formatDay, formatTime } from "#web/lib/dates.ts";
import { formatMoney } from "#web/lib/money.ts";
import type { NoticeTone } from "#web/ui/notice.tsx";
import type { Step } from "#web/ui/steps.tsx";

/** "Fri, Nov 27 at 8:00 PM", on the clock of the night. */
export const formatUntil = (instant: string, timeZone: string) =>
  `${formatDay(instant, timeZone)} at ${formatTime(instant, timeZone)}`;

/** What a night promises to those who may not come after all, in one sentence. */
export function returnSentence(terms: RefundTerms | null, timeZone: string): string {
  if (terms === null) return "Tickets are not taken back, unless the night is called off.";
  const fees = terms.withFees ? "fees included" : "without the fees";
  return `Tickets can be returned until ${formatUntil(terms.until, timeZone)}, ${fees}.`;
}

/** What a night's policy comes to for a night that begins then. */
export function termsOf(policy: RefundPolicy, startsAt: string): RefundTerms | null {
  if (policy.kind === "none") return null;
  const { withFees } = policy;
  if (policy.kind === "until") return { until: policy.until, withFees };
  const until = new Date(Date.parse(startsAt) - policy.hours * 3_600_000);
  return { until: until.toISOString(), withFees };
}

/** What became of money that goes back: never more than the provider has said. */
export function refundWords(refund: OrderRefund, currency: string): { title: string; text: string; tone: NoticeTone } {
  const amount = formatMoney(refund.amountCents, currency);
  const count = refund.ticketIds.length;
  const what = refund.keepsTickets
    ? "the difference to a place that costs less"
    : count === 1
      ? "1 ticket"
      : `${count} tickets`;
  if (refund.amountCents === 0) {
    return { title: `${what} given back`, text: "There was nothing to pay for, so nothing is owed.", tone: "plain" };
  }
  if (refund.status === "failed") {
    return {
      title: `${amount} is still to come`,
      text: `We could not send it back yet. We are on it; there is nothing you need to do. It is for ${what}.`,
      tone: "soon",
    };
  }
  if (refund.status === "pending") {
    return {
      title: `${amount} is on its way back to you`,
      text: `For ${what}. It goes the way you paid; banks take 5 to 10 days to show it.`,
      tone: "plain",
    };
  }
  const text = refund.byHand ? `For ${what}.` : `For ${what}. It shows on your statement within a few days.`;
  return {
    title: refund.byHand ? `We paid ${amount} back to you` : `${amount} is back with your bank`,
    text,
    tone: "good",
  };
}

/**
 * The stations of money that goes back. The last one is the bank's: nobody tells us of it, so it is never called done. What was
 * paid by other means takes none of the provider's way.
 */
export function refundSteps(
  refund: Pick<OrderRefund, "status" | "byHand" | "createdAt" | "doneAt">,
): (Step & { at?: string })[] {
  const decided = { key: "decided", label: "Given back", state: "done", at: refund.createdAt } as const;
  const done = refund.status === "done";
  const at = refund.doneAt ? { at: refund.doneAt } : {};
  if (refund.byHand && done) return [decided, { key: "paid", label: "Paid to you", state: "done", ...at }];
  if (refund.status === "failed") {
    return [
      decided,
      { key: "sent", label: "We are on it", state: "trouble" },
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
