import { defineModule } from "#server/platform/module.ts";
import type { Sellable } from "./sellable.ts";

export { loadItems, sellableOf, sellablesOf, toWished, type Sellers } from "./registry.ts";
export type {
  Delivery,
  ItemCard,
  ItemReference,
  NewLine,
  OrderEvent,
  OrderParts,
  Returnable,
  SaleItem,
  Sellable,
  SoldLine,
  SoldUnit,
  UnitMoney,
  WishedLine,
} from "./sellable.ts";

declare module "#server/platform/module.ts" {
  interface ModuleParts {
    /** A kind of thing that the module sells. Orders price, deliver, show and refund it without knowing the module. */
    sellable?: Sellable;
  }
}

/** What an order can be for: modules contribute their kinds, and orders find them here. */
export const sellables = defineModule("sellables", () => ({}));
