import type { FeeRule } from "#contract/fees.ts";
import type { DeskTicketType, Standing } from "#contract/ticket-types.ts";
import { formatMoney } from "#web/lib/money.ts";
import type { BadgeTone } from "#web/ui/badge.tsx";

/** "83 sold, 4 held of 260" */
export const standingWords = ({ capacity, sold, held }: Standing) =>
  `${sold} sold${held > 0 ? `, ${held} held` : ""} of ${capacity}`;

/** Who carries a night's fees, in words. */
export function feeWords(rule: FeeRule, currency: string): { title: string; text: string } {
  if (rule.kind === "absorbed") {
    return { title: "The house carries them", text: "Guests pay what you set. No fee is named anywhere." };
  }
  if (rule.kind === "by_type") {
    return { title: "Each ticket type says", text: "Of what guests pay, each type names the share that is fee." };
  }
  const percent = rule.percentHundredths > 0 ? `${rule.percentHundredths / 100} %` : "";
  const amount = rule.ticketCents > 0 ? `${formatMoney(rule.ticketCents, currency)} a ticket` : "";
  const sum = [percent, amount].filter(Boolean).join(" and ") || "nothing yet";
  return {
    title: `Guests carry them: ${sum}`,
    text: "They come on top of what you set, and are part of the price that guests see first.",
  };
}

/** What a unit costs, in words. */
export function priceWords({ pricing, priceCents, minimumCents }: DeskTicketType, currency: string): string {
  if (pricing === "free") return "Free";
  if (pricing === "open") return `From ${formatMoney(minimumCents ?? 0, currency)}, as they like`;
  return formatMoney(priceCents, currency);
}

/** How a type stands, as a badge. */
export function stateOf({ status, isHidden, opensAfterId, openedAt }: DeskTicketType): {
  label: string;
  tone: BadgeTone;
} {
  if (isHidden) return { label: "Hidden", tone: "plain" };
  if (status === "on_sale") return { label: "On sale", tone: "good" };
  if (status === "sold_out") return { label: "Sold out", tone: "gone" };
  if (status === "ended") return { label: "Ended", tone: "plain" };
  return { label: opensAfterId !== null && openedAt === null ? "Waiting" : "Scheduled", tone: "soon" };
}
