import { maxCartLines } from "#contract/carts.ts";
import { inTransaction, type Database, type Tx } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { createCartToken } from "./cookie.ts";
import * as store from "./store.ts";

/** Who asks for a cart: the signed-in user if there is one, and the hash of the token that the browser sent. */
export interface Visitor {
  user: Pick<Principal, "id" | "role"> | undefined;
  tokenHash: Buffer | undefined;
}

/** What the browser's cookie becomes: a new token, null for none; undefined leaves it as it is. */
export type CookieChange = string | null | undefined;

const isMember = ({ user }: Visitor) => user !== undefined && user.role !== "guest";

/** The carts of a visitor: their own, and another one that only their browser knows and that becomes theirs. */
function sortCarts({ user, tokenHash }: Visitor, rows: store.CartRow[]) {
  const ownCart = rows.find(({ userId }) => userId === (user?.id ?? null));
  const others = rows.find((row) => row !== ownCart && tokenHash !== undefined && row.tokenHash?.equals(tokenHash));
  // A cart whose guest became a member is found by that member only.
  const left = user !== undefined && (others?.userId === null || others?.role === "guest") ? others : undefined;
  return { ownCart, left };
}

/**
 * Finds a visitor's cart. If a user has signed in and their browser has a cart, its lines move to the user's cart,
 * exactly once: both are locked, and whoever comes second finds that the browser's cart is gone.
 *
 * A guest's cart stays known to the browser, so that it comes along when the guest signs in as a member. A member's
 * isn't: after they sign out, the browser doesn't show it.
 *
 * @returns the id of the cart; undefined without one
 */
export async function findCart(
  db: Database,
  visitor: Visitor,
): Promise<{ cartId: number | undefined; cookie?: CookieChange }> {
  const { user, tokenHash = null } = visitor;
  if (user === undefined && tokenHash === null) return { cartId: undefined };
  const { ownCart, left } = sortCarts(visitor, await store.findCarts(db, user?.id ?? null, tokenHash));
  const isKnown = isMember(visitor) && ownCart !== undefined && ownCart.tokenHash !== null;
  if (user === undefined || (left === undefined && !isKnown)) {
    return { cartId: ownCart?.id, cookie: isMember(visitor) && tokenHash !== null ? null : undefined };
  }
  const cartId = await inTransaction(db, (tx) => adoptCart(tx, visitor, user.id));
  return { cartId, cookie: isMember(visitor) ? null : undefined };
}

async function adoptCart(tx: Tx, visitor: Visitor, userId: number): Promise<number> {
  const { tokenHash = null } = visitor;
  await store.ensureCartOf(tx, userId);
  const { ownCart, left } = sortCarts(visitor, await store.lockCarts(tx, userId, tokenHash));
  if (left !== undefined) await store.mergeCarts(tx, left.id, ownCart!.id, maxCartLines);
  if (isMember(visitor)) await store.setToken(tx, ownCart!.id, null);
  else if (left !== undefined) await store.setToken(tx, ownCart!.id, tokenHash);
  return ownCart!.id;
}

/**
 * A visitor's cart, made if there is none, and locked until the transaction ends. The caller has called `findCart`, so
 * that nothing is left to merge.
 */
export async function ensureCart(tx: Tx, visitor: Visitor): Promise<{ cartId: number; cookie?: CookieChange }> {
  const { user, tokenHash = null } = visitor;
  if (isMember(visitor)) return { cartId: await store.ensureCartOf(tx, user!.id) };
  if (user !== undefined) await store.ensureCartOf(tx, user.id);
  const { ownCart } = sortCarts(visitor, await store.lockCarts(tx, user?.id ?? null, tokenHash));
  if (ownCart !== undefined && tokenHash !== null && ownCart.tokenHash?.equals(tokenHash))
    return { cartId: ownCart.id };
  const created = createCartToken();
  if (ownCart === undefined)
    return { cartId: await store.insertBrowserCart(tx, created.tokenHash), cookie: created.token };
  await store.setToken(tx, ownCart.id, created.tokenHash);
  return { cartId: ownCart.id, cookie: created.token };
}
