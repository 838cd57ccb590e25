import type { FeeRule } from "#contract/events/fees.ts";
import type { AdminTicketType, StockCounts } from "#contract/events/ticket-types.ts";
import { formatMoney } from "#web/lib/money.ts";
import { type BadgeLabel, gone, good, plain, soon } from "#web/ui/badge.tsx";

/** "83 of 260 taken, 4 on hold". What is taken is sold, issued for free, or not back on sale. */
export const stockText = ({ capacity, sold, held }: StockCounts) =>
  `${sold} of ${capacity} taken${held > 0 ? `, ${held} on hold` : ""}`;

/** Who pays an event's fees, as text. */
export function feeLabels(rule: FeeRule, currency: string): { title: string; text: string } {
  if (rule.kind === "absorbed") {
    return { title: "The organizer pays", text: "Buyers pay the price you set. No fee is shown." };
  }
  if (rule.kind === "by_type") {
    return { title: "Set by ticket type", text: "Each type sets how much of its price is fees." };
  }
  const percent = rule.percentHundredths > 0 ? `${rule.percentHundredths / 100}%` : "";
  const amount = rule.ticketCents > 0 ? `${formatMoney(rule.ticketCents, currency)} per ticket` : "";
  const sum = [percent, amount].filter(Boolean).join(" and ") || "nothing yet";
  return {
    title: `Buyers pay: ${sum}`,
    text: "We add fees to the price you set. Buyers see the total from the start.",
  };
}

/** The price of a unit, as text. */
export function priceLabel({ pricing, priceCents, minimumCents }: AdminTicketType, currency: string): string {
  if (pricing === "free") return "Free";
  if (pricing === "open") return `Pay what you want, from ${formatMoney(minimumCents ?? 0, currency)}`;
  return formatMoney(priceCents, currency);
}

/** The status of a ticket type, as a badge. */
export function statusOf({ status, isHidden, opensAfterId, openedAt }: AdminTicketType): BadgeLabel {
  if (isHidden) return plain("Hidden");
  if (status === "on_sale") return good("On sale");
  if (status === "in_carts") return soon("All in carts");
  if (status === "sold_out") return gone("Sold out");
  if (status === "ended") return plain("Ended");
  return soon(opensAfterId !== null && openedAt === null ? "Waiting" : "Scheduled");
}
