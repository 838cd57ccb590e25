import { counted } from "#web/admin-kit/figures.tsx";
import type { Discount, PromoCode, PromoCodeStatus } from "#contract/promotions/promo-codes.ts";
import type { Commission, Promoter } from "#contract/promotions/promoters.ts";
import { formatMoney } from "#web/lib/money.ts";
import { paths, withQuery } from "#web/lib/paths.ts";
import { type BadgeLabel, gold, gone, good, plain, soon } from "#web/ui/badge.tsx";

export type Promotion = PromoCode | Promoter;

/** The statuses of codes; links have some of them. */
export const statuses: Record<PromoCodeStatus, BadgeLabel> = {
  active: good("Active"),
  scheduled: soon("Scheduled"),
  paused: soon("Paused"),
  used_up: gold("Used up"),
  expired: plain("Expired"),
  ended: gone("Ended"),
};

/** "20% off", "$5.00 off each ticket". */
export function discountText(discount: Discount, currency: string): string {
  if (discount.kind === "percent") return `${discount.percent}% off`;
  return `${formatMoney(discount.amountCents, currency)} off ${discount.kind === "per_order" ? "the order" : "each ticket"}`;
}

/** What a commission is of: "10% of sales before fees", "$4.00 per paid ticket". Refunds lower it. */
export function commissionText(commission: Commission, currency: string): string {
  if (commission.kind === "none") return "No commission";
  if (commission.kind === "percent") return `${commission.percent}% of sales before fees`;
  return `${formatMoney(commission.amountCents, currency)} per paid ticket`;
}

/** The limits of a code besides its event: "2 per person · minimum $50.00". */
export function conditionsText({ personLimit, unitLimit, minimumCents, currency, ticketTypes }: PromoCode): string {
  return [
    ticketTypes.length > 0 ? `only ${ticketTypes.map(({ name }) => name).join(", ")}` : "",
    personLimit === null ? "" : `${personLimit} per person`,
    unitLimit === null ? "" : `up to ${counted(unitLimit, "ticket")} per order`,
    minimumCents ? `minimum ${formatMoney(minimumCents, currency)}` : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

/** The link that applies a code; only an event page accepts one. */
export const codeAddress = ({ event, code }: Pick<PromoCode, "event" | "code">) =>
  event && withQuery(paths.event(event), { promo: code });

/** The link whose sales count for a promoter. */
export const promoterAddress = ({ event, linkCode }: Pick<Promoter, "event" | "linkCode">) =>
  withQuery(event ? paths.event(event) : paths.events(), { via: linkCode });
