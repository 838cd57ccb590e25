import { openPromoterPage } from "#contract/promotions/promoters.ts";
import { route } from "#server/platform/http/route.ts";
import { defineModule } from "#server/platform/module.ts";
import { promotionAdminRoutes } from "./admin-routes.ts";
import { promotionSearches } from "./search.ts";
import { openPromoterPage as openPage } from "./promoters/service.ts";
import { nameRows } from "#server/platform/target-names.ts";

export { owedCommission, redemptionsWithOrders } from "./columns.ts";
export { promoCodes } from "./codes/service.ts";
export { promoters } from "./promoters/service.ts";
export { createCodeGuesses, UnknownPromoCode } from "./offers/guesses.ts";
export { applyCode, creditLink, loadOffers, type Credit, type Discounted, type Offers } from "./offers/service.ts";
export { findOrderLink, insertRedemptions } from "./offers/store.ts";

/** Promo codes and promoters. */
export const promotions = defineModule("promotions", ({ deps }) => ({
  targetNames: { promo_code: nameRows("promo_codes", "code"), promoter: nameRows("promoters", "name") },
  routes(context) {
    route(context, openPromoterPage, ({ query }) => openPage(deps, query.key));
    promotionAdminRoutes(context, deps);
  },
  search: promotionSearches(deps.db),
}));
