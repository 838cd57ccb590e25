import type { EventDetail } from "#contract/events/events.ts";
import { type Line, linesOf, type Picks, totalOf } from "#web/features/tickets/picks.ts";
import { readCode } from "#web/lib/offers.ts";
import { paths } from "#web/lib/paths.ts";

/**
 * The checkout URL's query. All of it is a hint: the server calculates prices from its own rows.
 *
 * `tickets=12:2,13:1` is ticket type and quantity; `amounts=13:1550` is the buyer's price for one pay-what-you-want unit, in cents.
 */
export type CheckoutQuery = {
  eventId: number;
  title: string;
  amountCents: number | undefined;
  picks: Picks;
  accessCode: string | undefined;
  /** The promo code to apply. */
  promo: string | undefined;
};

/** The checkout URL for the selected lines. */
export function checkoutAddress(
  event: Pick<EventDetail, "id" | "title" | "currency">,
  lines: Line[],
  codes: { accessCode?: string | undefined; promo?: string | undefined } = {},
): string {
  const open = lines.filter(({ type }) => type.pricing === "open");
  const hint = {
    eventId: event.id,
    title: event.title,
    amount: totalOf(lines),
    currency: event.currency,
    tickets: lines.map(({ type, quantity }) => `${type.id}:${quantity}`).join(","),
    amounts: open.map(({ type, unitCents }) => `${type.id}:${unitCents}`).join(","),
    ...codes,
  };
  return paths.checkout(hint);
}

/** The selected lines and their total at current prices, before any promo code. */
export const sumsOf = ({ currency }: Pick<EventDetail, "currency">, lines: Line[]) => ({
  lines: lines.map(({ type, quantity, unitCents }) => ({
    name: type.name,
    quantity,
    totalCents: unitCents * quantity,
    feeCents: type.feeCents * quantity,
  })),
  totalCents: totalOf(lines),
  currency,
});

/** True for the checkout of the cart. Its promo code is in the URL like that of an event's checkout. */
export const isCartCheckout = (search: URLSearchParams): boolean => search.get("cart") === "1";

/** Reads the URL's query; undefined if it names no event. Malformed pairs are dropped. */
export function readCheckoutQuery(search: URLSearchParams): CheckoutQuery | undefined {
  const eventId = readWhole(search.get("eventId"));
  if (!eventId) return undefined;
  const amounts = new Map(readPairs(search.get("amounts")));
  const picks: Record<number, Picks[number]> = {};
  for (const [typeId, quantity] of readPairs(search.get("tickets"))) {
    const amountCents = amounts.get(typeId);
    if (typeId > 0 && quantity > 0) picks[typeId] = { quantity, ...(amountCents === undefined ? {} : { amountCents }) };
  }
  return {
    eventId,
    title: search.get("title") ?? "",
    amountCents: readWhole(search.get("amount")),
    picks,
    accessCode: readCode(search.get("accessCode")),
    promo: readCode(search.get("promo")),
  };
}

/**
 * The lines a visitor came to buy. A link with only an amount, as in old emails and posters, means the first ticket type
 * whose price divides that amount.
 */
export function wantedLines(event: EventDetail, { picks, amountCents }: CheckoutQuery): Line[] {
  if (Object.keys(picks).length > 0) return linesOf(event.ticketTypes, picks);
  if (!amountCents) return [];
  const guess = event.ticketTypes.find(
    ({ pricing, priceCents }) => pricing === "fixed" && priceCents > 0 && amountCents % priceCents === 0,
  );
  const lines = guess ? linesOf([guess], { [guess.id]: { quantity: amountCents / guess.priceCents } }) : [];
  return totalOf(lines) === amountCents ? lines : [];
}

/** What differs between the URL and what is on sale now; `isShort` if tickets are missing, not only the price changed. */
export type Change = { isShort: boolean; promisedCents: number | undefined };

export function changeSince({ picks, amountCents }: CheckoutQuery, lines: Line[]): Change | undefined {
  const isShort =
    Object.keys(picks).length > lines.length ||
    lines.some(({ type, quantity }) => quantity < (picks[type.id]?.quantity ?? 0));
  const isDearer = amountCents !== undefined && amountCents !== totalOf(lines);
  return isShort || isDearer ? { isShort, promisedCents: isDearer ? amountCents : undefined } : undefined;
}

const readPairs = (text: string | null) =>
  [...(text ?? "").matchAll(/(?<=^|,)(\d{1,15}):(\d{1,9})(?=,|$)/g)].map(
    ([, id, value]) => [Number(id), Number(value)] as const,
  );

const readWhole = (text: string | null) => (text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined);
