import { sql } from "kysely";
import { draft, type Client, type OrderLines, type Site } from "#testing/site.ts";

/** The units of a variant's own stock. */
export async function stockOf(site: Site, variantId: number): Promise<{ held: number; sold: number }> {
  const { rows } = await sql<{ held: number; sold: number }>`
    select s.held, s.sold from variants v join stock s on s.id = v.stock_id where v.id = ${variantId}`.execute(site.db);
  return rows[0]!;
}

/** Places an order that is downloaded or picked up; the tests' variants are digital where delivery doesn't matter. */
export const place = (buyer: Client, lines: OrderLines, more: object = {}) =>
  buyer.post("/api/orders", draft(lines, more));

/** A digital product with this many units on hand of each of some variants. */
export async function createDigital(
  site: Site,
  onHands: number[],
  more: Parameters<Site["create"]["variant"]>[0] = {},
) {
  const options = onHands.map((_, index) => `No. ${index + 1}`);
  const productId = await site.create.product({
    kind: "digital",
    taxCategory: "digital",
    options: [{ name: "Edition", values: options }],
  });
  const variantIds: number[] = [];
  for (const [index, onHand] of onHands.entries()) {
    variantIds.push(await site.create.variant({ productId, options: [options[index]!], onHand, ...more }));
  }
  return { productId, variantIds };
}
