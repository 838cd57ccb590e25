import type { Cart, CartChange } from "#contract/carts.ts";
import { findUntilFreeShipping } from "#server/modules/delivery/index.ts";
import { findAvailable } from "#server/modules/inventory/index.ts";
import { loadItems, purchasablesOf, type ItemCard, type ItemReference } from "#server/modules/purchasables/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { formatMoney } from "#server/platform/format.ts";
import type { RecordSource } from "#server/platform/personal-records.ts";
import { maxCartLines } from "#contract/carts.ts";
import { ensureCart, findCart, type CookieChange, type Visitor } from "./owners.ts";
import {
  ownUnitsOf,
  quantityAfter,
  refuseChange,
  showCart,
  showLine,
  unitsOf,
  type ChangeMode,
  type StoredLine,
} from "./rules.ts";
import * as store from "./store.ts";

/** A cart, and what its browser's cookie becomes. */
interface OpenCart {
  cart: Cart;
  cookie: CookieChange;
}

const keyOf = ({ kind, itemId }: ItemReference) => `${kind} ${itemId}`;

/** A visitor's cart with today's prices and what is left; empty without one. Five queries, however many lines. */
export async function readCart(deps: Deps, visitor: Visitor): Promise<OpenCart> {
  const { cartId, cookie } = await findCart(deps.db, visitor);
  return { cart: await showCartOf(deps, visitor, cartId), cookie };
}

/**
 * Sets how many units of an item a visitor's cart has, or adds to them; 0 removes the line. Makes the cart if there is
 * none. It holds no stock and no price: an order does. Changes of one cart wait for each other.
 *
 * @throws AppError `not_found` for what visitors can't see or no cart can have | `sales_closed` | `over_limit`
 */
export async function changeCart(
  deps: Deps,
  visitor: Visitor,
  change: CartChange,
  mode: ChangeMode,
): Promise<OpenCart> {
  const { db } = deps;
  const found = await findCart(db, visitor);
  const { kind, itemId } = change;
  if (change.quantity === 0) {
    const { cartId, cookie } = found;
    if (cartId !== undefined) {
      await inTransaction(db, async (tx) => {
        await store.touchCart(tx, cartId);
        await store.deleteLine(tx, cartId, change);
      });
    }
    return { cart: await showCartOf(deps, visitor, cartId), cookie };
  }
  const [item] = await loadItems(deps, db, [{ kind, itemId }]);
  const seller = purchasablesOf(deps, [change])[0];
  if (requireFound(seller).describe === undefined) throw new AppError("not_found");
  const sold = requireFound(item);
  const { cartId, cookie } = await inTransaction(db, async (tx) => {
    const ensuredCart = await ensureCart(tx, visitor);
    const lines = await store.findLines(tx, ensuredCart.cartId);
    const had = lines.find((line) => keyOf(line) === keyOf(change))?.quantity ?? 0;
    const quantity = quantityAfter(change, mode, had);
    const refusal = refuseChange(sold, { quantity, had, lines: lines.length });
    if (refusal !== undefined) throw new AppError(refusal.code, { message: refusal.message });
    await store.touchCart(tx, ensuredCart.cartId);
    const unitCents = change.unitCents ?? sold.unitCents;
    await store.setLine(tx, ensuredCart.cartId, { kind, itemId, quantity, unitCents });
    return ensuredCart;
  });
  return { cart: await showCartOf(deps, visitor, cartId), cookie: cookie ?? found.cookie };
}

async function showCartOf(deps: Deps, visitor: Visitor, cartId: number | undefined): Promise<Cart> {
  const stored = cartId === undefined ? [] : await store.findLines(deps.db, cartId);
  return stored.length === 0 ? showCart([], "USD") : showStored(deps, visitor, stored);
}

async function showStored(deps: Deps, { user }: Visitor, stored: StoredLine[]): Promise<Cart> {
  const { db } = deps;
  const items = await loadItems(deps, db, stored);
  const stockIds = items.flatMap(({ stockId, draws }) => [stockId, ...draws.map((draw) => draw.stockId)]);
  const [levels, cards, holds] = await Promise.all([
    findAvailable(db, [...new Set(stockIds)]),
    describeItems(deps, db, stored),
    user === undefined ? [] : store.findOwnHolds(db, user.id),
  ]);
  const itemOf = new Map(items.map((item) => [keyOf(item), item]));
  const lines = stored.flatMap((line) => {
    const item = itemOf.get(keyOf(line));
    const card = cards.get(keyOf(line));
    // What was deleted has no name anymore.
    if (item === undefined || card === undefined) return [];
    return [
      showLine(line, { item, card, ...unitsOf(item, levels), ownHold: ownUnitsOf(item, levels, holds) }, formatMoney),
    ];
  });
  const goods = lines.filter(({ isPhysical }) => isPhysical).reduce((sum, { totalCents }) => sum + totalCents, 0);
  const untilFree = goods === 0 ? null : await findUntilFreeShipping(db, goods);
  return showCart(lines, items[0]?.currency ?? "USD", untilFree);
}

async function describeItems(deps: Deps, db: Queryable, references: ItemReference[]): Promise<Map<string, ItemCard>> {
  const cards = new Map<string, ItemCard>();
  for (const { kind, describe } of purchasablesOf(deps, references)) {
    const ids = references.filter((line) => line.kind === kind).map(({ itemId }) => itemId);
    for (const [itemId, card] of (await describe?.(db, ids)) ?? []) cards.set(keyOf({ kind, itemId }), card);
  }
  return cards;
}

/** The cart of an account. */
export const cartRecords: RecordSource = {
  async read(db, { id }) {
    const cart = await store.findCartOf(db, id);
    return cart === undefined ? null : { updatedAt: cart.updatedAt, lines: await store.findLines(db, cart.id) };
  },
  forget: (tx, { id }) => store.deleteCartOf(tx, id),
  count: (db, id) => store.countLinesOf(db, id),
  async move(tx, fromId, toId) {
    const cart = await store.findCartOf(tx, fromId);
    if (cart === undefined) return;
    await store.lockCarts(tx, fromId, null);
    const targetId = await store.ensureCartOf(tx, toId);
    await store.mergeCarts(tx, cart.id, targetId, maxCartLines);
  },
};
