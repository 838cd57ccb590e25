import { defineModule } from "#server/platform/module.ts";
import { cartDays } from "./cookie.ts";
import { cartRoutes } from "./routes.ts";
import { cartRecords } from "./service.ts";
import * as store from "./store.ts";

const sixHoursMs = 6 * 60 * 60 * 1000;

/** What visitors want to buy together, before it is an order. */
export const carts = defineModule("carts", ({ deps }) => ({
  routes: (context) => cartRoutes(context, deps),
  on(bus) {
    // What was bought leaves the buyer's cart, whether or not the order was placed from it.
    bus.on("order.paid", async (tx, paid) => {
      const orderIds = paid.map(({ orderId }) => orderId);
      if ((await store.lockCartsOfOrders(tx, orderIds)).length > 0) await store.removeBought(tx, orderIds);
    });
  },
  jobs: [{ name: "old-carts", everyMs: sixHoursMs, run: () => store.purgeCarts(deps.db, cartDays) }],
  personalData: { cart: cartRecords },
}));
