import { defineModule } from "#server/platform/module.ts";

import { promotionAdminRoutes } from "./admin-routes.ts";
import { promotionsRoutes } from "./routes.ts";

/** Promo codes and promoters. */
export const promotions = defineModule("promotions", ({ deps }) => ({
  routes(context) {
    promotionsRoutes(context, deps);
    promotionAdminRoutes(context, deps);
  },
}));
