import type { Cart, CartLine } from "#contract/carts.ts";
import { eventDate } from "#web/lib/dates.ts";

/** What of a cart can be bought now, as an order's lines. */
export const linesOfCart = ({ lines }: Cart) =>
  lines.flatMap(({ kind, itemId, buyable }) => (buyable > 0 ? [{ kind, itemId, quantity: buyable }] : []));

/** What a line of a cart's order is called, with the date of its event. */
const nameOf = ({ title, name, event }: Pick<CartLine, "title" | "name" | "event">) => ({
  name: name === "" ? title : `${title} · ${name}`,
  date: event === null ? undefined : eventDate(event),
});

/** The lines of a quote, named as the cart names them. */
export const withCartNames = <Line extends { kind: string; itemId: number; name: string }>(
  lines: Line[],
  cart: Pick<Cart, "lines">,
): (Line & { date?: string | undefined })[] =>
  lines.map((line) => {
    const known = cart.lines.find(({ kind, itemId }) => kind === line.kind && itemId === line.itemId);
    return known ? { ...line, ...nameOf(known) } : line;
  });

/** The cart's lines and their total at today's prices, before delivery and any promo code. */
export const sumsOfCart = ({ lines, subtotalCents, currency }: Cart) => ({
  lines: lines
    .filter(({ buyable }) => buyable > 0)
    .map((line) => ({
      ...nameOf(line),
      quantity: line.buyable,
      totalCents: line.totalCents,
      feeCents: 0,
    })),
  totalCents: subtotalCents,
  currency,
});
