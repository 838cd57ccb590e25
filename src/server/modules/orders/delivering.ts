import type { DeliveryChoice } from "#contract/delivery/delivery.ts";
import type { QuoteDraft } from "#contract/orders/orders.ts";
import type { DeliveryOptions } from "#contract/delivery/of-order.ts";
import {
  needsDelivery,
  prepareDelivery,
  quoteDelivery,
  taxPlacedDelivery,
  type ParcelLine,
} from "#server/modules/delivery/index.ts";
import { purchasablesOf, type SaleItem } from "#server/modules/purchasables/index.ts";
import { AppError, fieldError } from "#server/platform/app-error.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { itemKey, withDelivery, type PricedOrder } from "./rules.ts";

/** The lines of an order as its delivery sees them. */
function toParcel({ lines }: PricedOrder, items: Map<string, SaleItem>): ParcelLine[] {
  return lines.map((line) => {
    const { handling, weightGrams, taxCategory } = items.get(itemKey(line))!;
    const { quantity, unitCents, discountCents, discountedUnits = 0 } = line;
    return { handling, weightGrams, taxCategory, quantity, unitCents, discountCents, discountedUnits };
  });
}

const byKey = (items: SaleItem[]) => new Map(items.map((item) => [itemKey(item), item]));

/**
 * Adds shipping and sales tax to orders that have something to deliver, as their buyers chose. Others stay as they are:
 * a batch without any takes no statement, any other takes one.
 *
 * @returns in order, each order or what is wrong with its delivery
 */
export async function withDeliveries(
  db: Queryable,
  priced: (PricedOrder | AppError)[],
  choices: (DeliveryChoice | undefined)[],
  items: SaleItem[],
): Promise<(PricedOrder | AppError)[]> {
  if (!needsDelivery(items)) return priced;
  const known = byKey(items);
  const parcels = priced.flatMap((order, index) => {
    const lines = order instanceof AppError ? [] : toParcel(order, known);
    return needsDelivery(lines) ? [{ index, lines, choice: choices[index] }] : [];
  });
  const prepared = await prepareDelivery(db, parcels);
  const delivered = [...priced];
  for (const [place, { index }] of parcels.entries()) {
    const answer = prepared[place]!;
    delivered[index] =
      "message" in answer
        ? fieldError(answer.path, answer.message)
        : withDelivery(priced[index] as PricedOrder, answer, answer);
  }
  return delivered;
}

/** An order that was placed before, with the tax that is due where it goes. Its shipping costs what it did. */
export async function withPlacedDelivery(
  db: Queryable,
  orderId: string,
  order: PricedOrder,
  items: SaleItem[],
): Promise<PricedOrder> {
  const lines = toParcel(order, byKey(items));
  if (!needsDelivery(lines)) return order;
  return withDelivery(order, await taxPlacedDelivery(db, orderId, lines, order.shippingCents));
}

/** What an order would cost with its delivery, so far as that is known, and how it can be delivered. */
export async function quoteWithDelivery(
  { db, ...sellers }: Pick<Deps, "db" | "contributed">,
  order: PricedOrder,
  wish: QuoteDraft["delivery"],
  items: SaleItem[],
): Promise<{ order: PricedOrder; options: DeliveryOptions | null }> {
  const lines = toParcel(order, byKey(items));
  if (!needsDelivery(lines)) return { order, options: null };
  const eventIds: number[] = [];
  for (const { kind, findPickupEvents } of purchasablesOf(sellers, order.lines)) {
    const ids = order.lines.flatMap((line) => (line.kind === kind ? [line.itemId] : []));
    eventIds.push(...((await findPickupEvents?.(db, ids)) ?? []));
  }
  const { price, options } = await quoteDelivery(db, lines, wish, eventIds);
  return { order: withDelivery(order, price), options };
}
