import { sql } from "kysely";
import type { Cart } from "#contract/carts.ts";
import { createBrowser } from "#tests/accounts/browser.ts";
import type { Site } from "#testing/site.ts";

export type Browser = ReturnType<typeof createBrowser>;
type Reply = { status: number; body: Cart & { code?: string; message?: string } };

/** A browser that has never been here. */
export const openBrowser = (site: Site) => createBrowser(site.app.server);

/** A browser with this person's session. */
export function browserOf(site: Site, { token }: { token: string | undefined }): Browser {
  const browser = openBrowser(site);
  browser.cookies.set("sg_session", token!);
  return browser;
}

const item = (itemId: number, quantity: number) => ({ kind: "variant", itemId, quantity });

export const readCart = async (browser: Browser): Promise<Cart> =>
  (await browser.get("/api/cart")).body as unknown as Cart;

export const add = (browser: Browser, itemId: number, quantity = 1, more: object = {}) =>
  browser.post("/api/cart", { ...item(itemId, quantity), ...more }) as unknown as Promise<Reply>;

export const set = (browser: Browser, itemId: number, quantity: number, more: object = {}) =>
  browser.send("PUT", "/api/cart/lines", { ...item(itemId, quantity), ...more }) as unknown as Promise<Reply>;

/** What a cart has, as `{ item: quantity }`. */
export const unitsOf = ({ lines }: Pick<Cart, "lines">) =>
  Object.fromEntries(lines.map(({ itemId, quantity }) => [itemId, quantity]));

export async function countCarts(site: Site): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from carts`.execute(site.db);
  return rows[0]!.count;
}

const login = { username: "marva", password: "Long-enough-1" };

/** Makes the test's account and signs in to it. */
export const register = (browser: Browser) => browser.post("/api/auth/register", { ...login, displayName: "Marva" });

export const signIn = (browser: Browser) => browser.post("/api/auth/login", login);
