import type { ProductDetail, Variant } from "#contract/shop/shop.ts";

/** A value for each option of a product, in their order; undefined for one that is still to be chosen. */
export type Picks = (string | undefined)[];

type Chosen = Pick<ProductDetail, "options" | "variants">;

const fits = ({ options }: Variant, picks: Picks) =>
  picks.every((value, at) => value === undefined || options[at] === value);

/**
 * What is chosen when the page opens: the variant that the URL names. Without one, everything but the size of what can
 * be bought first: nobody should get a size that they didn't choose.
 */
export function firstPicks({ options, variants }: Chosen, sku: string | null): Picks {
  const named = variants.find((variant) => variant.sku === sku);
  if (named) return named.options;
  const first = variants.find(({ status }) => status === "on_sale") ?? variants[0];
  return options.map(({ name, values }, at) =>
    values.length > 1 && name.toLowerCase() === "size" ? undefined : first?.options[at],
  );
}

/** The variant that is chosen; undefined until every option has a value. */
export const variantOf = ({ variants }: Chosen, picks: Picks): Variant | undefined =>
  picks.includes(undefined) ? undefined : variants.find((variant) => fits(variant, picks));

/** The choice after one more pick. Other picks stay as far as there is a variant with all of them. */
export function withPick({ variants }: Chosen, picks: Picks, at: number, value: string): Picks {
  let next: Picks = picks.map((_, index) => (index === at ? value : undefined));
  for (const [index, other] of picks.entries()) {
    const tried = next.with(index, index === at ? value : other);
    if (variants.some((variant) => fits(variant, tried))) next = tried;
  }
  return next;
}

/** Whether a value can be bought with the other picks. `gone`: not now. `none`: there is no such variant. */
export function offerOf({ variants }: Chosen, picks: Picks, at: number, value: string): "open" | "gone" | "none" {
  const fitting = variants.filter((variant) => fits(variant, picks.with(at, value)));
  if (fitting.length === 0) return "none";
  return fitting.some(({ status }) => status === "on_sale" || status === "scheduled") ? "open" : "gone";
}

/** The most units that can be added at once. */
export const maxOf = ({ maxPerOrder, left }: Variant) => Math.max(1, Math.min(maxPerOrder, left ?? maxPerOrder));
