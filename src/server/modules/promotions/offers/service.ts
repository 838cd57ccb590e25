import type { Queryable } from "#server/platform/db/database.ts";
import { formatMoney } from "#server/platform/format.ts";
import {
  commissionOf,
  countsFor,
  discountLines,
  feeAfterDiscount,
  ticketCount,
  type CodeRefusal,
  type CodeTerms,
  type LinkTerms,
  type OfferLine,
} from "./rules.ts";
import * as store from "./store.ts";

/** What a buyer brings besides tickets: a promo code they typed, a promoter's link they came by. */
export interface Asked {
  promoCode?: string | undefined;
  via?: string | undefined;
}

/** Codes and links that a batch of orders asks for. */
export interface Offers {
  codes: CodeTerms[];
  links: LinkTerms[];
}

const none: Offers = { codes: [], links: [] };

/** Reads the codes and links of a batch of orders; orders without any cost nothing. */
export async function loadOffers(db: Queryable, asked: Asked[]): Promise<Offers> {
  const words = [...new Set(asked.flatMap(({ promoCode }) => promoCode || []))];
  const vias = [...new Set(asked.flatMap(({ via }) => via || []))];
  if (words.length === 0 && vias.length === 0) return none;
  return {
    codes: words.length === 0 ? [] : await store.findCodes(db, words),
    links: vias.length === 0 ? [] : await store.findLinks(db, vias),
  };
}

/** The discount of one order: what each line costs less, and the fees' share that is left. */
export interface Discounted {
  code: CodeTerms;
  /** One entry per line, in order. */
  lines: { discountCents: number; feeCents: number }[];
}

/** Why a code does nothing; `isUnknown` when nobody made such a code, which counts as a guess. */
export interface CodeFault {
  message: string;
  isUnknown: boolean;
}

/**
 * Applies a promo code to an order's lines. A code for the night goes before one of the same word for all nights.
 * Capitals and blanks around it make no difference.
 */
export function applyCode(
  { codes }: Offers,
  word: string,
  lines: OfferLine[],
  currency: string,
): Discounted | CodeFault {
  const nights = new Set(lines.map((line) => line.eventId));
  const meant = codes.filter(
    ({ code, eventId }) => code.toUpperCase() === word.toUpperCase() && (eventId === null || nights.has(eventId)),
  );
  const code = meant.toSorted((a, b) => rank(a) - rank(b))[0];
  if (code === undefined) {
    const isOfOtherNight = codes.some((other) => other.code.toUpperCase() === word.toUpperCase());
    return isOfOtherNight
      ? { message: refusalWords.not_for_these, isUnknown: false }
      : { message: "There is no such promo code", isUnknown: true };
  }
  const discounts = discountLines(code, lines, currency);
  if (!Array.isArray(discounts)) return { message: wordsOf(discounts, code, currency), isUnknown: false };
  return {
    code,
    lines: lines.map((line, index) => ({
      discountCents: discounts[index]!,
      feeCents: feeAfterDiscount(line, discounts[index]!),
    })),
  };
}

const refusalWords: Record<Exclude<CodeRefusal, "below_minimum">, string> = {
  paused: "This code cannot be used right now",
  ended: "This code is over",
  scheduled: "This code is not valid yet",
  expired: "This code has expired",
  not_for_these: "This code is not for these tickets",
  nothing_to_pay: "There is nothing to pay for these tickets",
};

function wordsOf(refusal: CodeRefusal, { minimumCents }: CodeTerms, currency: string): string {
  if (refusal !== "below_minimum") return refusalWords[refusal];
  return `This code is for orders of ${formatMoney(minimumCents ?? 0, currency)} or more`;
}

/** One that ended goes last; one for the night goes first. */
const rank = ({ status, eventId }: CodeTerms) => (status === "ended" ? 2 : 0) + (eventId === null ? 1 : 0);

/** What a sale through a promoter's link is to that promoter. */
export interface Credit {
  link: LinkTerms;
  /** Tickets that count against the allocation. */
  ticketCount: number;
  commissionCents: number;
}

/**
 * Credits an order to the promoter whose link it came by. A link nobody made, one that is paused or one for another night
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
