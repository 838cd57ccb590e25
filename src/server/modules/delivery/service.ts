import type { DeliverySettings, saveDelivery } from "#contract/delivery/settings.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { OrderDelivery } from "#contract/delivery/of-order.ts";
import { fieldError, requireVersion } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { shownAs } from "#server/platform/shown.ts";
import { untilFree } from "#contract/delivery/rules.ts";
import * as store from "./store.ts";
import { refuseRates, refuseTaxes } from "./table-rules.ts";
import { addressLines } from "#contract/orders/texts.ts";

/** The shipping rates and sales tax that apply to the next order, with the version that a save names. */
export const readDeliverySettings = ({ db }: Pick<Deps, "db">): Promise<DeliverySettings> => store.findSettings(db);

/**
 * Replaces shipping rates and sales tax: all of them or nothing. They apply to the next order; placed orders keep theirs.
 *
 * Safe under concurrency: one save at a time, and nobody overwrites a version that they haven't seen.
 *
 * @throws AppError `invalid_input` naming the row | `edited_meanwhile`
 */
export function saveDeliverySettings(
  { db, bus }: Pick<Deps, "db" | "bus">,
  staff: Principal,
  { version, rates, taxes }: BodyOf<typeof saveDelivery>,
): Promise<DeliverySettings> {
  const problem = refuseRates(rates) ?? refuseTaxes(taxes);
  if (problem !== undefined) throw fieldError(problem.path, problem.message);
  return inTransaction(db, async (tx) => {
    await store.lockSettings(tx);
    const held = await store.findSettings(tx);
    requireVersion(held, version);
    await store.replaceTables(tx, rates, taxes);
    const saved = await store.findSettings(tx);
    const logged = (from: DeliverySettings) => ({ shippingRates: from.rates, salesTax: from.taxes });
    await bus.emit(tx, "settings.changed", [{ staff, before: logged(held), after: logged(saved) }]);
    return saved;
  });
}

/** Where the products of orders go, by order; orders with nothing to deliver are left out. One statement. */
export async function findDeliveries(db: Queryable, orderIds: string[]): Promise<Map<string, OrderDelivery>> {
  const rows = await store.findDeliveries(db, orderIds);
  return new Map(rows.map((row) => [row.orderId, shownAs(OrderDelivery)(row)]));
}

/**
 * Cents of shipped products until the first shipping rate of any state is free: 0 if one is, null if none ever is.
 *
 * @param goodsCents what a cart has of shipped products
 */
export async function findUntilFreeShipping(db: Queryable, goodsCents: number): Promise<number | null> {
  return untilFree(await store.findRates(db), goodsCents);
}

/** The lines of the address that an order is shipped to, from the name on; empty for a pickup. */
export async function findAddressLines(db: Queryable, orderId: string): Promise<string[]> {
  const address = (await findDeliveries(db, [orderId])).get(orderId)?.address;
  return address === null || address === undefined ? [] : addressLines(address);
}
