import { sql } from "kysely";
import { client, type Site } from "#testing/site.ts";
import { flow } from "../flow.ts";
import { countRows, compareOrder, setUpOrder } from "./scenes.ts";

/** Returns what differs from one cart that has only this line. */
async function compareCart({ db }: Pick<Site, "db">, userId: number, itemId: number, quantity: number) {
  const { rows } = await sql<{ line: string }>`
    select c.user_id || ': ' || coalesce(l.item_id || ' x ' || l.quantity, 'empty') as line
    from carts c left join cart_lines l on l.cart_id = c.id`.execute(db);
  const [is, must] = [rows.map(({ line }) => line).join(), `${userId}: ${itemId} x ${quantity}`];
  return is === must ? [] : [`the carts have ${is}, must have ${must}`];
}

/** Filling a cart, and what happens to it when its visitor signs in. */
export const cartFlows = [
  flow({
    name: "an item is put in a cart",
    covers: ["PUT /api/cart/lines"],
    needsNoTransaction: "Setting the same quantity again makes the same line",
    async prepare(site) {
      const person = await site.as("user");
      return { token: person.token, userId: person.id, variantId: await site.create.variant() };
    },
    async run({ send }, { token, variantId }) {
      const body = { kind: "variant", itemId: variantId, quantity: 2 };
      await send({ method: "PUT", path: "/api/cart/lines", token, body });
    },
    check: (site, { userId, variantId }) => compareCart(site, userId, variantId, 2),
  }),
  flow({
    name: "a browser's cart comes along when its visitor signs in",
    covers: ["GET /api/cart"],
    needsNoTransaction: "Of an item that both carts have the larger quantity stays, so moving it again moves the same",
    async prepare(site) {
      const variantId = await site.create.variant();
      const body = { kind: "variant", itemId: variantId, quantity: 2 };
      const added = await site.anon.post("/api/cart", body);
      const cookie = String(added.headers["set-cookie"]).split(";")[0]!;
      const person = await site.as("user");
      return { token: person.token, userId: person.id, cookie, variantId };
    },
    async run({ send }, { token, cookie }) {
      await send({ method: "GET", path: "/api/cart", token, cookie });
    },
    async check(site, { userId, variantId }) {
      const left = await countRows(site, "carts where user_id is null");
      return [
        ...(await compareCart(site, userId, variantId, 2)),
        ...(left > 0 ? [`${left} carts of browsers are left`] : []),
      ];
    },
  }),
  flow({
    name: "what was bought leaves the buyer's cart",
    covers: ["POST /api/payments/sandbox/{ref}/complete"],
    async prepare(site) {
      const scene = await setUpOrder(site, { quantity: 2, page: true });
      const body = { kind: "ticket", itemId: scene.ticketTypeId, quantity: 3 };
      await client(site.app, 0, scene.token).post("/api/cart", body);
      const { rows } = await sql<{ userId: number }>`select user_id as "userId" from carts`.execute(site.db);
      return { ...scene, userId: rows[0]!.userId };
    },
    async run({ send }, { pagePath }) {
      await send({ path: `${pagePath}/complete`, body: { outcome: "approve" }, orRefused: [409] });
    },
    async check(site, scene) {
      return [
        ...(await compareOrder(site, scene, { status: "paid", tickets: 2, sold: 2 })),
        ...(await compareCart(site, scene.userId, scene.ticketTypeId, 1)),
      ];
    },
  }),
];
