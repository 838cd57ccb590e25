export { owedCommission, usesWithOrders } from "./columns.ts";
export { promotionDeskRoutes } from "./admin-routes.ts";
export { promotionsRoutes } from "./routes.ts";
export { createPromoCode, setPromoCodeState } from "./codes/service.ts";
export { createPromoter } from "./promoters/service.ts";
export { createCodeGuesses, UnknownPromoCode, type CodeGuesses } from "./offers/guesses.ts";
export {
  applyCode,
  creditLink,
  loadOffers,
  type Asked,
  type Credit,
  type Discounted,
  type Offers,
} from "./offers/service.ts";
export { insertUses, type NewUse } from "./offers/store.ts";
export { cameBy, requireSome, type Origin } from "./origin-store.ts";
