import { sql, type RawBuilder } from "kysely";
import { ordersTables } from "#server/modules/orders/tables.ts";
import { AppError } from "#server/platform/app-error.ts";

/** Where orders came from: sold or comp, with which promo code, by whose link. */
export interface Origin {
  kind?: "sold" | "comp" | undefined;
  code?: string | undefined;
  promoterId?: number | undefined;
}

/** Conditions on an order's id, for lists of one event or one customer: no index leads from an origin to its orders. */
export function cameBy({ kind, code, promoterId }: Origin, orderId: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const parts: RawBuilder<unknown>[] = [];
  if (kind !== undefined) {
    const isGiven = sql`exists (select from ${ordersTables.comps} g where g.order_id = ${orderId})`;
    parts.push(kind === "comp" ? isGiven : sql`not ${isGiven}`);
  }
  if (code !== undefined && code !== "") {
    parts.push(
      sql`exists (select from ${ordersTables.orders} w where w.id = ${orderId}
        and upper(w.promo_code) = upper(${code}))`,
    );
  }
  if (promoterId !== undefined) {
    parts.push(sql`
      exists (select from promotion_redemptions u where u.order_id = ${orderId} and u.promoter_id = ${promoterId})`);
  }
  return parts;
}

/** @throws AppError `invalid_input` when an origin filter has no event or customer filter with it */
export function requireSome({ kind, code, promoterId }: Origin): void {
  const path = [kind && "kind", code && "code", promoterId === undefined ? "" : "promoterId"].find(Boolean);
  if (path === undefined || path === "") return;
  const message = "Choose an event or a customer first";
  throw new AppError("invalid_input", { message, errors: [{ message, path }] });
}
