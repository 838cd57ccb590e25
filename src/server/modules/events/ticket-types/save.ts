import { repriced, type FeeRule } from "#contract/events/fees.ts";
import { raiseSaleVersion, countShared, createStock, lockStock, setCapacity } from "#server/modules/inventory/index.ts";
import { AppError, fieldError } from "#server/platform/app-error.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { lockRecord, type EventRecord } from "../editing/store.ts";
import { openPriceTiers } from "./sale-store.ts";
import * as store from "./store.ts";

/** What an event sells. */
export interface Sale {
  event: EventRecord;
  types: store.AdminTicketTypeRow[];
  pools: store.PoolRow[];
}

/** Reads what an event sells. */
export async function findSale(db: Queryable, event: EventRecord): Promise<Sale> {
  const pools = await store.findPools(db, event.id);
  return { event, pools, types: await store.findAdminTicketTypes(db, event.id) };
}

/** All stock of an event: of its types, its pools and its people. */
export const stocksOf = ({ event, types, pools }: Sale): number[] =>
  [...types, ...pools, event].flatMap(({ stockId }) => stockId ?? []);

/**
 * Locks an event's sale for a change: the event first, then all of its stock in id order. None of it can be held or sold
 * until the transaction ends.
 *
 * @throws AppError `not_found`
 */
export async function lockSale(tx: Tx, eventId: number): Promise<Sale> {
  const sale = await findSale(tx, await lockRecord(tx, eventId));
  await lockStock(tx, stocksOf(sale));
  // Read under the lock what sales may have changed before it.
  return { ...sale, types: await store.findAdminTicketTypes(tx, eventId) };
}

/**
 * Creates a ticket type with a stock of its capacity.
 *
 * @returns its id
 */
export async function saveTicketType(tx: Tx, draft: store.TicketTypeDraft): Promise<number> {
  const stockId = await createStock(tx, { kind: "ticket_type", capacity: draft.capacity });
  const id = await store.insertType(tx, draft, stockId);
  if ((draft.poolIds ?? []).length > 0) await store.setPoolsOfType(tx, id, draft.poolIds!);
  if (draft.opensAfterId) await openPriceTiers(tx, [draft.opensAfterId]);
  return id;
}

/**
 * Changes a ticket type. One on sale keeps its sold and held units: its capacity never falls below those, its orders
 * keep their prices, and an order being placed is priced again.
 *
 * @throws AppError `capacity_taken` | `has_sales` for a number of tickets that orders rely on
 */
export async function changeTicketType(
  tx: Tx,
  sale: Sale,
  type: store.AdminTicketTypeRow,
  draft: store.TicketTypeDraft,
): Promise<void> {
  const { id } = type;
  if (type.hasOrders && type.ticketsPerUnit !== draft.ticketsPerUnit) {
    const message = "This ticket type has orders, so the number it admits can't change";
    throw fieldError("ticketsPerUnit", message, "has_sales");
  }
  if (type.hasOrders && type.isStreamPass !== (draft.isStreamPass ?? false)) {
    const message = "This ticket type has orders, so whether it admits people can't change";
    throw fieldError("isStreamPass", message, "has_sales");
  }
  await setCapacity(tx, type.stockId, draft.capacity);
  // Open the tiers that the type's sales have triggered so far, however it sells from now on.
  await openPriceTiers(tx, [id]);
  const hasNewLimits =
    type.minPerOrder !== draft.minPerOrder ||
    type.maxPerOrder !== draft.maxPerOrder ||
    type.maxPerPerson !== (draft.maxPerPerson ?? null);
  await store.updateType(tx, id, draft, hasNewLimits);
  await raiseSaleVersion(tx, [type.stockId]);

  const poolIds = draft.poolIds ?? [];
  await store.setPoolsOfType(tx, id, poolIds);
  const changed = sale.pools.filter((pool) => type.poolIds.includes(pool.id) !== poolIds.includes(pool.id));
  for (const pool of changed) await recount(tx, pool, await findDrawing(tx, pool));
  const before = [...sale.types, draft];
  await openPriceTiers(tx, [...new Set(before.flatMap((other) => other.opensAfterId ?? []))]);
}

/**
 * Recounts a stock from the types that draw on it.
 *
 * @throws AppError `capacity_taken`
 */
export async function recount(
  tx: Tx,
  { stockId, counts }: Pick<store.PoolRow, "stockId" | "counts">,
  types: store.AdminTicketTypeRow[],
): Promise<void> {
  const draws = types.map((type) => ({ stockId: type.stockId, each: counts === "people" ? type.ticketsPerUnit : 1 }));
  await countShared(tx, stockId, draws);
}

/** The types of an event that draw on a pool now. */
export async function findDrawing(tx: Tx, pool: store.PoolRow): Promise<store.AdminTicketTypeRow[]> {
  const types = await store.findAdminTicketTypes(tx, pool.eventId);
  return types.filter((type) => type.poolIds.includes(pool.id));
}

/**
 * Sets who pays an event's fees, and updates its fixed prices.
 *
 * @throws AppError `invalid_input`
 */
export async function saveFees(tx: Tx, { event, types }: Sale, rule: FeeRule): Promise<void> {
  const priced = types.filter(({ pricing }) => pricing === "fixed");
  const prices = priced.map((type) => ({ id: type.id, ...repriced(type, type.ticketsPerUnit, rule) }));
  const nothing = priced.find((_, index) => prices[index]!.priceCents === 0);
  if (nothing !== undefined) {
    throw new AppError("invalid_input", { message: `The price of “${nothing.name}” must be higher than its fee` });
  }
  await store.setFeeRule(tx, event.id, rule);
  await store.setPrices(tx, prices);
  await raiseSaleVersion(
    tx,
    priced.map(({ stockId }) => stockId),
  );
}
