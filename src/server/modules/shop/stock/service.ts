import { type AdminVariant, type adjustStock as contract, StockChange } from "#contract/shop/products.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { lockStock, resizeStock } from "#server/modules/inventory/index.ts";
import { fieldError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { shownAs } from "#server/platform/shown.ts";
import { isEndless } from "../editing/rules.ts";
import { getAdminProduct } from "../editing/service.ts";
import * as store from "./store.ts";

/** A change that staff make to a variant's stock. */
interface StockWish extends Pick<BodyOf<typeof contract>, "reason" | "units" | "note"> {
  variantId: number;
  staffId: number;
}

/**
 * Changes a variant's stock and its history, in the caller's transaction. `counted` sets the units on hand, those on
 * hold included; every other reason adds or removes some. Never less than what is sold and held: the stock is locked, so
 * no sale comes in between.
 *
 * @returns units added or removed
 * @throws AppError `not_found` | `invalid_input` for a change of nothing | `capacity_taken`, with the minimum
 */
async function changeStock(tx: Tx, { variantId, staffId, reason, units, note }: StockWish): Promise<number> {
  const { stockId } = requireFound(await store.findVariantStock(tx, variantId));
  const level = requireFound((await lockStock(tx, [stockId])).get(stockId));
  if (reason === "counted" ? units < 0 : units === 0) {
    throw fieldError("units", reason === "counted" ? "Enter how many there are" : "Enter how many units");
  }
  if (isEndless(level.capacity) && reason !== "counted") {
    throw fieldError("units", "This variant doesn't run out. Set a count first");
  }
  const capacity = reason === "counted" ? level.sold + units : level.capacity + units;
  if (!(await resizeStock(tx, stockId, capacity))) throw tooFew(reason, level);
  const change = { variantId, staffId, reason, note, units: capacity - level.capacity, onHand: capacity - level.sold };
  await store.insertChanges(tx, [change]);
  return change.units;
}

function tooFew(reason: string, { capacity, sold, held }: { capacity: number; sold: number; held: number }) {
  const free = Math.max(0, capacity - sold - held);
  const message =
    reason === "counted"
      ? `Unpaid orders have ${held} on hold, so there are at least that many on hand`
      : free === 0
        ? "None can be removed: all are sold or on hold"
        : `Only ${free} can be removed: the rest is sold or on hold`;
  return fieldError("units", message, "capacity_taken");
}

/**
 * Receives, counts or writes off units of a variant. The same Idempotency-Key changes them once.
 *
 * @returns the variant as it is then
 * @throws AppError `not_found` | `invalid_input` | `capacity_taken` | `idempotency_key_reused`
 */
export async function adjustStock(
  { db, nudge }: Deps,
  staff: Principal,
  variantId: number,
  { body, idempotency }: { body: BodyOf<typeof contract>; idempotency: IdempotencyClaim },
): Promise<PreparedReply> {
  const reply = await inTransaction(db, async (tx) => {
    const { stockId, productId, sku } = requireFound(await store.findVariantStock(tx, variantId));
    // A repeated request waits here and then finds the reply of the first one.
    await lockStock(tx, [stockId]);
    return answerOnce(
      tx,
      idempotency,
      async () => {
        const units = await changeStock(tx, { variantId, staffId: staff.id, ...body });
        const target = { kind: "product", id: productId } as const;
        await recordAction(tx, { staff, action: "stock.changed", target, after: { sku, reason: body.reason, units } });
        return findAdminVariant(tx, productId, variantId);
      },
      200,
    );
  });
  nudge("back-in-stock");
  nudge("low-stock");
  return reply;
}

async function findAdminVariant(db: Queryable, productId: number, variantId: number): Promise<AdminVariant> {
  const { variants } = await getAdminProduct(db, productId);
  return requireFound(variants.find(({ id }) => id === variantId));
}

/**
 * What changed a variant's stock besides its sales, latest first.
 *
 * @throws AppError `not_found`
 */
export async function listStockChanges(db: Queryable, variantId: number): Promise<{ items: StockChange[] }> {
  requireFound(await store.findVariantStock(db, variantId));
  return { items: (await store.findChanges(db, variantId)).map(shownAs(StockChange)) };
}

/**
 * Tells staff once about each dip below a variant's threshold, by units that aren't sold; what carts hold may come back.
 * The mark and the email are one transaction. Safe on several nodes at once.
 *
 * @returns true when more are waiting
 */
export async function sendLowStockAlerts({ db, bus }: Deps): Promise<boolean> {
  const notifiedCount = await inTransaction(db, async (tx) => {
    await store.endDips(tx);
    const low = await store.claimLow(tx);
    if (low.length > 0) await bus.emit(tx, "variant.low_stock", [{ variants: low }]);
    return low.length;
  });
  return notifiedCount === 200;
}
