import { defineModule } from "#server/platform/module.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { Purchasable, SentUnit } from "./purchasable.ts";

export { findSentUnits, loadItems, purchasableOf, purchasablesOf, toWished, type Sellers } from "./registry.ts";
export type {
  Delivery,
  ItemCard,
  ItemReference,
  NewLine,
  OrderEvent,
  OrderParts,
  Returnable,
  SaleItem,
  Purchasable,
  SentUnit,
  SoldLine,
  SoldUnit,
  UnitMoney,
  WishedLine,
} from "./purchasable.ts";

declare module "#server/platform/module-parts.ts" {
  interface ModuleParts {
    /** A kind of thing that the module sells. Orders price, deliver, show and refund it without knowing the module. */
    purchasable?: Purchasable;
    /** Units of some orders that the module shipped or handed over. */
    findSent?: (db: Queryable, orderIds: string[]) => Promise<SentUnit[]>;
  }
}

/** What an order can be for: modules contribute their kinds, and orders find them here. */
export const purchasables = defineModule("purchasables", () => ({}));
