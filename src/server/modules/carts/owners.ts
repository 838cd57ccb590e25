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
  const own = rows.find(({ userId }) => userId === (user?.id ?? null));
  const others = rows.find((row) => row !== own && tokenHash !== undefined && row.tokenHash?.equals(tokenHash));
  // A cart whose guest became a member is found by that member only.
  const left = user !== undefined && (others?.userId === null || others?.role === "guest") ? others : undefined;
  return { own, left };
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
  const { own, left } = sortCarts(visitor, await store.findCarts(db, user?.id ?? null, tokenHash));
  const isKnown = isMember(visitor) && own !== undefined && own.tokenHash !== null;
  if (user === undefined || (left === undefined && !isKnown)) {
    return { cartId: own?.id, cookie: isMember(visitor) && tokenHash !== null ? null : undefined };
  }
  const cartId = await inTransaction(db, (tx) => adoptCart(tx, visitor, user.id));
  return { cartId, cookie: isMember(visitor) ? null : undefined };
}

async function adoptCart(tx: Tx, visitor: Visitor, userId: number): Promise<number> {
  const { tokenHash = null } = visitor;
  await store.ensureCartOf(tx, userId);
  const { own, left } = sortCarts(visitor, await store.lockCarts(tx, userId, tokenHash));
  if (left !== undefined) await store.mergeCarts(tx, left.id, own!.id, maxCartLines);
  if (isMember(visitor)) await store.setToken(tx, own!.id, null);
  else if (left !== undefined) await store.setToken(tx, own!.id, tokenHash);
  return own!.id;
}

/**
 * A visitor's cart, made if there is none, and locked until the transaction ends. The caller has called `findCart`, so
 * that nothing is left to merge.
 */
export async function ensureCart(tx: Tx, visitor: Visitor): Promise<{ cartId: number; cookie?: CookieChange }> {
  const { user, tokenHash = null } = visitor;
  if (isMember(visitor)) return { cartId: await store.ensureCartOf(tx, user!.id) };
  if (user !== undefined) await store.ensureCartOf(tx, user.id);
  const { own } = sortCarts(visitor, await store.lockCarts(tx, user?.id ?? null, tokenHash));
  if (own !== undefined && tokenHash !== null && own.tokenHash?.equals(tokenHash)) return { cartId: own.id };
  const created = createCartToken();
  if (own === undefined) return { cartId: await store.insertBrowserCart(tx, created.tokenHash), cookie: created.token };
  await store.setToken(tx, own.id, created.tokenHash);
  return { cartId: own.id, cookie: created.token };
}
