import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, RestartTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { holdStock, lockClaims, pauseExpiry, resumeExpiry, type Quotas } from "#server/modules/inventory/index.ts";
import { endPayments, type Payments } from "#server/modules/payments/index.ts";
import { creditLink, findOrderLink, loadOffers } from "#server/modules/promotions/index.ts";
import { loadItems, type SaleItem } from "#server/modules/purchasables/index.ts";
import { withPlacedDelivery } from "./delivering.ts";
import { isFree, readShareQuotas, shareLocks } from "./fair-share/service.ts";
import { findNetworks } from "./fair-share/store.ts";
import { recordFreeOrders, recordRedemptions, refuseOverPersonLimit, type Claiming } from "./holding.ts";
import { codeRefused, discountOrder, refuseUsedUp } from "./pricing.ts";
import { claimsOf, holdSeconds, itemKey, sumUp, type PricedOrder } from "./rules.ts";
import { createRefusals, retryOnShortage } from "./stock-shortage.ts";
import * as store from "./store.ts";

/** A promo code for an order that is on hold, and the buyer who adds it. */
interface AddedCode {
  buyer: Principal;
  orderId: string;
  promoCode: string;
  /** The hash of the network that it comes from. */
  network: string;
}

/**
 * Applies a promo code to an unpaid order that has none. The prices in its lines stay, whatever has changed since; so do
 * its shipping and its deadline. A payment page with the former total is closed first: if the buyer paid there meanwhile,
 * the order is paid and the code isn't used. The same code again changes nothing.
 *
 * Safe under concurrency: takes the locks of placing an order, in the same order, and the code's own stock decides who
 * gets its last use. A payment that starts meanwhile waits and then starts with the new total.
 *
 * @throws AppError `not_found` | `order_closed` | `code_invalid` | `free_limit` | `request_in_flight` | `unavailable`
 */
export async function addPromoCode(deps: Deps, payments: Payments, added: AddedCode): Promise<void> {
  const { buyer, orderId, promoCode } = added;
  const [order] = await store.findOrders(deps.db, [orderId]);
  if (order === undefined || order.userId !== buyer.id) throw new AppError("not_found");
  if (hasCode(order, promoCode)) return;
  refuseUnlessOpen(order);
  // Before anything is closed or locked: most codes that don't apply are typing mistakes.
  const { order: priced } = await priceWithCode(deps, deps.db, order, promoCode);
  await refuseUsedUp(deps.db, buyer, priced);
  if (order.status === "paying" && !(await endPayments(deps, payments, orderId))) {
    throw new AppError("order_closed", { message: "This order is already paid" });
  }
  await retryOnShortage(deps, () => inTransaction(deps.db, (tx) => addInTransaction(deps, tx, added)));
}

const hasCode = (order: store.OrderRow, promoCode: string): boolean =>
  order.promoCode?.toUpperCase() === promoCode.toUpperCase();

/** Says why an order can't get a code, if it can't: it is no longer on hold, or it has another one. */
function refuseUnlessOpen({ status, secondsLeft, promoCode }: store.OrderRow): void {
  if (status !== "paying" && (status !== "awaiting_payment" || secondsLeft === 0)) {
    throw new AppError("order_closed", { message: "This order is no longer on hold" });
  }
  if (promoCode !== null) throw codeRefused("This order already has a promo code");
}

async function addInTransaction(deps: Deps, tx: Tx, added: AddedCode): Promise<void> {
  const { orderId, promoCode } = added;
  const [found] = await store.findOrders(tx, [orderId]);
  const { order: priced, items, lineIds } = await priceWithCode(deps, tx, found!, promoCode);
  const { userId, buyerEmail: email, emailConfirmed } = found!;
  const network = deps.config.rateLimits ? added.network : undefined;
  const trust = { counted: network ?? "", isDomain: false, isKnown: false, hasExpired: false, canConfirm: false };
  const claiming: Claiming = { id: orderId, userId, email, emailConfirmed, network, order: priced, ...trust };
  if (network !== undefined) await store.lockBuyers(tx, [userId], shareLocks({ network, email }, priced));
  await lockClaims(tx, [{ lines: priced.claims }]);
  // As in all other transactions: stock, then holds, then the order.
  await pauseExpiry(tx, [orderId]);
  const [order] = await store.lockOrders(tx, [orderId]);
  if (order!.status === "paying") throw new AppError("request_in_flight", { retryAfterSeconds: 1 });
  const resume = () => resumeExpiry(tx, [{ holderId: orderId, expiresAt: order!.holdExpiresAt }]);
  // The same press sent twice.
  if (hasCode(order!, promoCode)) return resume();
  refuseUnlessOpen(order!);
  if (order!.buyerEmail !== email) throw new RestartTransaction("The email of the order changed");

  const [refusal] = await refuseOverPersonLimit(tx, [claiming]);
  if (refusal !== undefined) throw refusal;
  const claim = {
    holderId: orderId,
    lines: [{ stockId: priced.code!.stockId, quantity: 1 }],
    network: (await findNetworks(tx, [orderId])).get(orderId),
  };
  const [shortage] = await holdStock(tx, [claim], holdSeconds, () => readFreeQuotas(deps, tx, claiming, items));
  if (shortage !== undefined) throw await createRefusals(tx)(claiming, shortage, undefined);
  await resume();
  await store.changePrices(tx, orderId, { ...priced, promoCode: priced.code!.code }, lineIds);
  await recordRedemptions(tx, [claiming]);
  await recordFreeOrders(tx, [claiming]);
  return undefined;
}

/** What the buyer can still have for free, if the code makes the order free. What it holds already is counted. */
async function readFreeQuotas(deps: Deps, tx: Tx, wish: Claiming, items: SaleItem[]): Promise<Quotas> {
  const { network } = wish;
  if (network === undefined || !isFree(wish.order)) return { ofHolder: new Map(), used: new Map() };
  const { ofHolder, used } = await readShareQuotas(deps, tx, [{ ...wish, network }], items);
  return {
    ofHolder: new Map([
      [wish.id, ofHolder.get(wish.id)!.filter(({ kind }) => kind === "free" || kind === "free_network")],
    ]),
    used,
  };
}

/** An order as placed, with the code's discount, the tax on what is left, and its promoter's commission. */
async function priceWithCode(
  deps: Deps,
  db: Queryable,
  { id, currency, shippingCents, refundUntil, refundFees }: store.OrderRow,
  promoCode: string,
): Promise<{ order: PricedOrder; items: SaleItem[]; lineIds: string[] }> {
  const lines = await store.findLines(deps, db, [id]);
  const items = await loadItems(deps, db, lines);
  const byKey = new Map(items.map((item) => [itemKey(item), item]));
  const placed: PricedOrder = {
    lines,
    ...sumUp(lines),
    shippingCents,
    shippingTaxCents: 0,
    delivery: undefined,
    currency,
    claims: lines.flatMap((line) => claimsOf(byKey.get(itemKey(line))!, line.quantity)),
    code: undefined,
    credit: undefined,
    promoterId: null,
    limits: [],
    refundUntil,
    refundFees,
  };
  const discounted = discountOrder(placed, promoCode, await loadOffers(db, [{ promoCode }]));
  if (discounted instanceof AppError) throw discounted;
  const charged = await withPlacedDelivery(db, id, discounted, items);
  const link = await findOrderLink(db, id);
  const credit = link && creditLink({ codes: [], links: [link] }, link.linkCode, charged.lines);
  return { order: { ...charged, credit }, items, lineIds: lines.map((line) => line.id) };
}
