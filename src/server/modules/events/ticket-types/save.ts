import { repriced, type FeeRule } from "#contract/fees.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { raiseSaleVersion, countShared, createStock, lockStock, setCapacity } from "#server/modules/inventory/index.ts";
import type { TicketTypeDraft } from "../editing/drafts.ts";
import { openPriceTiers } from "../price-tiers/service.ts";
import * as store from "./store.ts";

/** What an event sells, with all of its stock locked: none of it can be held or sold until the transaction ends. */
export interface LockedSale {
  event: store.SellingEvent;
  types: store.AdminTicketTypeRow[];
  pools: store.PoolRow[];
}

/**
 * Locks an event's sale for a change: the event first, then all of its stock in id order.
 *
 * @throws AppError `not_found`
 */
export async function lockSale(tx: Tx, eventId: number): Promise<LockedSale> {
  const event = await store.lockEvent(tx, eventId);
  if (event === undefined) throw new AppError("not_found");
  const pools = await store.findPools(tx, eventId);
  const stocks = [...(await store.findAdminTicketTypes(tx, eventId)), ...pools].map(({ stockId }) => stockId);
  await lockStock(tx, event.stockId === null ? stocks : [...stocks, event.stockId]);
  // Read under the lock what sales may have changed before it.
  return { event, pools, types: await store.findAdminTicketTypes(tx, eventId) };
}

/**
 * Saves a ticket type. A new one gets a stock of its capacity. One on sale keeps its sold and held units: its capacity
 * never falls below those, its orders keep their prices, and an order being placed is priced again.
 *
 * @returns its id
 * @throws AppError `not_found` | `capacity_taken` | `has_sales` for a number of tickets that orders rely on
 */
export async function saveTicketType(tx: Tx, draft: TicketTypeDraft): Promise<number> {
  if (draft.id !== undefined) return changeTicketType(tx, draft.id, draft);
  const stockId = await createStock(tx, { kind: "ticket_type", capacity: draft.capacity });
  const id = await store.insertType(tx, draft, stockId);
  if ((draft.poolIds ?? []).length > 0) await store.setPoolsOfType(tx, id, draft.poolIds!);
  if (draft.opensAfterId) await openPriceTiers(tx, [draft.opensAfterId]);
  return id;
}

async function changeTicketType(tx: Tx, id: number, draft: TicketTypeDraft): Promise<number> {
  const sale = await lockSale(tx, draft.eventId);
  const type = sale.types.find((candidate) => candidate.id === id);
  if (type === undefined) throw new AppError("not_found");
  if (type.hasOrders && type.ticketsPerUnit !== draft.ticketsPerUnit) {
    const message = "This ticket type has orders, so the number it admits can't change";
    throw new AppError("has_sales", { message, errors: [{ message, path: "ticketsPerUnit" }] });
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
  for (const pool of changed) await recount(tx, pool, draft.eventId);
  const before = [...sale.types, { id, opensAfterId: draft.opensAfterId ?? null }];
  await openPriceTiers(tx, [...new Set(before.flatMap((other) => other.opensAfterId ?? []))]);
  return id;
}

/** Recounts a pool from the types that draw on it now. */
export async function recount(tx: Tx, pool: store.PoolRow, eventId: number): Promise<void> {
  const types = (await store.findAdminTicketTypes(tx, eventId)).filter((type) => type.poolIds.includes(pool.id));
  await countShared(
    tx,
    pool.stockId,
    types.map((type) => ({ stockId: type.stockId, each: pool.counts === "people" ? type.ticketsPerUnit : 1 })),
  );
}

/**
 * Sets who pays an event's fees, and updates its fixed prices.
 *
 * @throws AppError `invalid_input`
 */
export async function saveFees(tx: Tx, { event, types }: LockedSale, rule: FeeRule): Promise<void> {
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
