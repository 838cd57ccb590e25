import { sql, type RawBuilder } from "kysely";
import { compsTables } from "#server/modules/comps/tables.ts";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { promotionsTables } from "#server/modules/promotions/tables.ts";
import { fieldError } from "#server/platform/app-error.ts";

/** Where orders came from: sold or comp, with which promo code, by whose link. */
interface Origin {
  kind?: "sold" | "comp" | undefined;
  code?: string | undefined;
  promoterId?: number | undefined;
}

/** Filters by an order's id, for lists of one event or one customer: no index leads from an origin to its orders. */
export const cameBy = (orderId: RawBuilder<unknown>) => ({
  kind(kind: "sold" | "comp"): RawBuilder<unknown> {
    const isGiven = sql`exists (select from ${compsTables.comps} g where g.order_id = ${orderId})`;
    return kind === "comp" ? isGiven : sql`not ${isGiven}`;
  },
  code: (code: string): RawBuilder<unknown> =>
    code === ""
      ? sql`true`
      : sql`exists (select from ${ordersTables.orders} w where w.id = ${orderId} and upper(w.promo_code) = upper(${code}))`,
  promoterId: (promoterId: number): RawBuilder<unknown> => sql`
    exists (select from ${promotionsTables.promotion_redemptions} u where u.order_id = ${orderId} and u.promoter_id = ${promoterId})`,
});

/** @throws AppError `invalid_input` when an origin filter has no event or customer filter with it */
export function requireSome({ kind, code, promoterId }: Origin): void {
  const path = [kind && "kind", code && "code", promoterId === undefined ? "" : "promoterId"].find(Boolean);
  if (!path) return;
  throw fieldError(path, "Choose an event or a customer first");
}
