import type { Cart } from "#contract/carts.ts";

/** What of a cart can be bought now, as an order's lines. */
export const linesOfCart = ({ lines }: Cart) =>
  lines.flatMap(({ kind, itemId, buyable }) => (buyable > 0 ? [{ kind, itemId, quantity: buyable }] : []));

/** The cart's lines and their total at today's prices, before delivery and any promo code. */
export const sumsOfCart = ({ lines, subtotalCents, currency }: Cart) => ({
  lines: lines
    .filter(({ buyable }) => buyable > 0)
    .map(({ title, name, buyable, totalCents }) => ({
      name: name === "" ? title : `${title} · ${name}`,
      quantity: buyable,
      totalCents,
      feeCents: 0,
    })),
  totalCents: subtotalCents,
  currency,
});
