import type { Queryable } from "#server/platform/db/database.ts";
import { formatMoney } from "#server/platform/format.ts";
import {
  commissionOf,
  countsFor,
  discountedUnits,
  discountLines,
  feeAfterDiscount,
  ticketCount,
  type CodeRefusal,
  type CodeTerms,
  type LinkTerms,
  type OfferLine,
} from "./rules.ts";
import * as store from "./store.ts";

/**
 * What an order comes with besides tickets: the promo code that the buyer typed, the promoter link that they came by.
 */
interface OfferNames {
  promoCode?: string | undefined;
  via?: string | undefined;
}

/** The codes and links in a batch of orders. */
export interface Offers {
  codes: CodeTerms[];
  links: LinkTerms[];
}

/** Reads the codes and links of a batch of orders; a batch without any costs no query. */
export async function loadOffers(db: Queryable, requests: OfferNames[]): Promise<Offers> {
  const codeTexts = requests.flatMap(({ promoCode }) => promoCode || []);
  const vias = requests.flatMap(({ via }) => via || []);
  return { codes: await store.findCodes(db, codeTexts), links: await store.findLinks(db, vias) };
}

/** The discount of one order: the discount of each line, how many of its units share it, and the fees that are left. */
export interface Discounted {
  code: CodeTerms;
  /** One entry per line, in order. */
  lines: { discountCents: number; feeCents: number; discountedUnits: number }[];
}

/** Why a code doesn't apply; `isUnknown` when it doesn't exist, which counts as a guess. */
interface CodeError {
  message: string;
  isUnknown: boolean;
}

/**
 * Applies a promo code to an order's lines. A code for the event goes before the same code for all events. Case and
 * surrounding spaces don't matter.
 */
export function applyCode(
  { codes }: Offers,
  codeText: string,
  lines: OfferLine[],
  currency: string,
): Discounted | CodeError {
  const named = codes.filter(({ code }) => code.toUpperCase() === codeText.toUpperCase());
  const code = named
    .filter(({ eventId }) => eventId === null || lines.some((line) => line.eventId === eventId))
    .toSorted((a, b) => rank(a) - rank(b))[0];
  if (code === undefined) {
    return named.length > 0
      ? { message: refusalLabels.not_for_these, isUnknown: false }
      : { message: "We can't find that promo code", isUnknown: true };
  }
  const discounts = discountLines(code, lines, currency);
  if (!Array.isArray(discounts)) return { message: refusalLabel(discounts, code, currency), isUnknown: false };
  const units = discountedUnits(code, lines);
  return {
    code,
    lines: lines.map((line, index) => ({
      discountedUnits: units[index]!,
      discountCents: discounts[index]!,
      feeCents: feeAfterDiscount(line, discounts[index]!),
    })),
  };
}

const refusalLabels: Record<Exclude<CodeRefusal, "below_minimum">, string> = {
  paused: "This code can't be used right now",
  ended: "This code has ended",
  scheduled: "This code isn't active yet",
  expired: "This code has expired",
  not_for_these: "This code doesn't work for these tickets",
  nothing_to_pay: "These tickets are already free",
};

function refusalLabel(refusal: CodeRefusal, { minimumCents }: CodeTerms, currency: string): string {
  if (refusal !== "below_minimum") return refusalLabels[refusal];
  return `This code is for orders of ${formatMoney(minimumCents ?? 0, currency)} or more`;
}

/** Ended codes go last; codes for the event go first. */
const rank = ({ status, eventId }: CodeTerms) => (status === "ended" ? 2 : 0) + (eventId === null ? 1 : 0);

/** What a promoter gets for a sale through their link. */
export interface Credit {
  link: LinkTerms;
  /** Tickets that count against the allocation. */
  ticketCount: number;
  commissionCents: number;
}

/**
 * Credits an order to the promoter whose link it came by. An unknown link, a paused one or one for another event
 * credits nobody, and the sale goes on.
 *
 * @param lines with discount and fees as they are charged
 */
export function creditLink(
  { links }: Offers,
  via: string | undefined,
  lines: (OfferLine & { discountCents: number })[],
): Credit | undefined {
  const link = links.find(({ linkCode }) => linkCode.toUpperCase() === via?.toUpperCase());
  const counted = link === undefined ? [] : lines.filter((line) => countsFor(link, line));
  if (link === undefined || counted.length === 0) return undefined;
  return { link, ticketCount: ticketCount(counted), commissionCents: commissionOf(link, lines) };
}
