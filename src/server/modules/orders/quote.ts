import { Quote, type QuoteDraft } from "#contract/orders.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { findAvailable } from "#server/modules/inventory/index.ts";
import { codeRefused, priceWishes, usedByYou, usedUp } from "./pricing.ts";
import { shownAs } from "#server/platform/shown.ts";
import * as redemptions from "./person-limits/store.ts";

/**
 * What an order would cost this buyer right now, promo code included. Holds nothing: the code can run out before the
 * order is placed, and placing the order decides.
 *
 * @throws AppError `not_found` | `sales_closed` | `over_limit` | `invalid_input` | `code_invalid`
 */
export async function quoteOrder(db: Database, buyer: Principal, draft: QuoteDraft): Promise<Quote> {
  const {
    priced: [order],
  } = await priceWishes(db, [draft]);
  if (order instanceof AppError) throw order;
  const { code } = order!;
  if (code !== undefined) {
    const left = (await findAvailable(db, [code.stockId])).get(code.stockId)?.available ?? 0;
    if (left < 1) throw codeRefused(usedUp);
    if (code.personLimit !== null) {
      const user = { codeId: code.id, userId: buyer.id, email: buyer.email };
      const [used] = await redemptions.countRedemptions(db, [user]);
      if (used! >= code.personLimit) throw codeRefused(usedByYou);
    }
  }
  return shownAs(Quote)({ ...order!, taxCents: 0, shippingCents: 0, promoCode: code?.code ?? null });
}
