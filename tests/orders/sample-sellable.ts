import { sql } from "kysely";
import { createStock } from "#server/modules/inventory/index.ts";
import type { SaleItem, Sellable } from "#server/modules/sellables/index.ts";
import { defineModule, type Module } from "#server/platform/module.ts";
import type { Site } from "#tests/kit/site.ts";

/** What was delivered, by line: how many units, and whether that was stopped. */
export interface Delivered {
  orderId: string;
  units: number;
  isFrozen: boolean;
  isVoid: boolean;
}

/** A kind of thing that only tests sell: for no event, with a stock of its own. Everything is in memory but its stock. */
export function createSampleShop() {
  const items = new Map<number, SaleItem>();
  const delivered = new Map<string, Delivered>();
  const ofOrders = (orderIds: string[]) => [...delivered.values()].filter(({ orderId }) => orderIds.includes(orderId));
  const sample: Sellable = {
    kind: "sample",
    noun: "sample",
    load: (_, ids) => Promise.resolve(ids.flatMap((id) => items.get(id) ?? [])),
    showLine: () => ({}),
    deliver(_, lines) {
      for (const { id, orderId, quantity } of lines) {
        delivered.set(id, { orderId, units: quantity, isFrozen: false, isVoid: false });
      }
      return Promise.resolve();
    },
    freeze(_, orderIds) {
      for (const each of ofOrders(orderIds)) each.isFrozen = true;
      return Promise.resolve();
    },
    unfreeze(_, orderIds) {
      for (const each of ofOrders(orderIds)) each.isFrozen = false;
      return Promise.resolve();
    },
    voidOrders(_, orderIds) {
      for (const each of ofOrders(orderIds)) each.isVoid = true;
      return Promise.resolve([]);
    },
  };
  const shop: Module = defineModule("sample-shop", () => ({ sellable: sample }));

  /** Puts an item on sale. */
  async function sell(site: Site, more: Partial<SaleItem> & { capacity?: number } = {}): Promise<number> {
    const { capacity = 5, ...terms } = more;
    const stockId = await createStock(site.db, { kind: "variant", capacity });
    const { rows } = await sql<{
      version: number;
    }>`select sale_version as version from stock where id = ${stockId}`.execute(site.db);
    items.set(stockId, {
      kind: "sample",
      itemId: stockId,
      name: "Yard Shirt",
      currency: "USD",
      eventId: null,
      unitCents: 3000,
      feeCents: 0,
      minimumCents: null,
      minPerOrder: 1,
      maxPerOrder: 4,
      maxPerPerson: null,
      stockId,
      saleVersion: rows[0]!.version,
      draws: [],
      closed: null,
      isHidden: false,
      accessCode: null,
      piecesPerUnit: 1,
      refundUntil: undefined,
      refundFees: false,
      ...terms,
    });
    return stockId;
  }

  const of = (orderId: string) => ofOrders([orderId])[0];
  return { shop, sell, of };
}
