import { repriced, type FeeRule } from "#contract/fees.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { changeTerms, countShared, createStock, lockStock, setCapacity } from "#server/modules/inventory/index.ts";
import type { TicketTypeDraft } from "../editing/drafts.ts";
import { openReleases } from "../releases/service.ts";
import * as store from "./store.ts";

/** What a night sells, with all of its stock locked: nothing of it is held or sold until the transaction ends. */
export interface LockedNight {
  event: store.SellingEvent;
  types: store.DeskTypeRow[];
  pools: store.PoolRow[];
}

/**
 * Locks a night's sale for a change: the night first, then all of its stock in id order.
 *
 * @throws AppError `not_found`
 */
export async function lockNight(tx: Tx, eventId: number): Promise<LockedNight> {
  const event = await store.lockEvent(tx, eventId);
  if (event === undefined) throw new AppError("not_found");
  const pools = await store.findPools(tx, eventId);
  const stocks = [...(await store.findDeskTypes(tx, eventId)), ...pools].map(({ stockId }) => stockId);
  await lockStock(tx, event.stockId === null ? stocks : [...stocks, event.stockId]);
  // What sales may have changed until the lock was there is read under it.
  return { event, pools, types: await store.findDeskTypes(tx, eventId) };
}

/**
 * Saves a ticket type. A new one gets a stock of its capacity. One that sells keeps what was sold and held: its capacity
 * never goes under that, its orders keep their prices, and whoever is just being sold one is priced anew.
 *
 * @returns its id
 * @throws AppError `not_found` | `capacity_taken` | `has_sales` for a number of tickets that orders rely on
 */
export async function saveTicketType(tx: Tx, draft: TicketTypeDraft): Promise<number> {
  if (draft.id !== undefined) return changeTicketType(tx, draft.id, draft);
  const stockId = await createStock(tx, { kind: "ticket_type", capacity: draft.capacity });
  const id = await store.insertType(tx, draft, stockId);
  if ((draft.poolIds ?? []).length > 0) await store.setPoolsOfType(tx, id, draft.poolIds!);
  if (draft.opensAfterId) await openReleases(tx, [draft.opensAfterId]);
  return id;
}

async function changeTicketType(tx: Tx, id: number, draft: TicketTypeDraft): Promise<number> {
  const night = await lockNight(tx, draft.eventId);
  const type = night.types.find((candidate) => candidate.id === id);
  if (type === undefined) throw new AppError("not_found");
  if (type.hasOrders && type.ticketsPerUnit !== draft.ticketsPerUnit) {
    const message = "There are orders already: how many tickets a unit brings has to stay";
    throw new AppError("has_sales", { message, errors: [{ message, path: "ticketsPerUnit" }] });
  }
  await setCapacity(tx, type.stockId, draft.capacity);
  // What has opened the next release so far stays counted, however the type sells from now on.
  await openReleases(tx, [id]);
  const hasNewLimits =
    type.minPerOrder !== draft.minPerOrder ||
    type.maxPerOrder !== draft.maxPerOrder ||
    type.maxPerPerson !== (draft.maxPerPerson ?? null);
  await store.updateType(tx, id, draft, hasNewLimits);
  await changeTerms(tx, [type.stockId]);

  const poolIds = draft.poolIds ?? [];
  await store.setPoolsOfType(tx, id, poolIds);
  const changed = night.pools.filter((pool) => type.poolIds.includes(pool.id) !== poolIds.includes(pool.id));
  for (const pool of changed) await recount(tx, pool, draft.eventId);
  const before = [...night.types, { id, opensAfterId: draft.opensAfterId ?? null }];
  await openReleases(tx, [...new Set(before.flatMap((other) => other.opensAfterId ?? []))]);
  return id;
}

/** Counts a pool anew from the types that draw on it now. */
export async function recount(tx: Tx, pool: store.PoolRow, eventId: number): Promise<void> {
  const types = (await store.findDeskTypes(tx, eventId)).filter((type) => type.poolIds.includes(pool.id));
  await countShared(
    tx,
    pool.stockId,
    types.map((type) => ({ stockId: type.stockId, each: pool.counts === "people" ? type.ticketsPerUnit : 1 })),
  );
}

/**
 * Says who carries a night's fees, and brings its fixed prices to it.
 *
 * @throws AppError `invalid_input`
 */
export async function saveFees(tx: Tx, { event, types }: LockedNight, rule: FeeRule): Promise<void> {
  const priced = types.filter(({ pricing }) => pricing === "fixed");
  const prices = priced.map((type) => ({ id: type.id, ...repriced(type, type.ticketsPerUnit, rule) }));
  const nothing = priced.find((_, index) => prices[index]!.priceCents === 0);
  if (nothing !== undefined) {
    throw new AppError("invalid_input", { message: `The price of “${nothing.name}” is nothing but fee` });
  }
  await store.setFeeRule(tx, event.id, rule);
  await store.setPrices(tx, prices);
  await changeTerms(
    tx,
    priced.map(({ stockId }) => stockId),
  );
}
