import { sql } from "kysely";
import { createStock } from "#server/modules/inventory/index.ts";
import type { SaleItem, Purchasable } from "#server/modules/purchasables/index.ts";
import { defineModule, type Module } from "#server/platform/module.ts";
import { completePage, draft, type Client, type Site, paymentPageOf } from "#testing/site.ts";

/** What was delivered, by line: how many units, and whether that was stopped. */
export interface Delivered {
  orderId: string;
  units: number;
  isFrozen: boolean;
  isVoid: boolean;
}

/** How many samples an order has, what its shipping costs, and the tax on the samples. Cents. */
export type Shipped = [quantity: number, shippingCents: number, taxCents: number];

/** A kind of thing that only tests sell: for no event, with a stock of its own. Everything is in memory but its stock. */
export function createSampleShop() {
  const items = new Map<number, SaleItem>();
  const delivered = new Map<string, Delivered>();
  const ofOrders = (orderIds: string[]) => [...delivered.values()].filter(({ orderId }) => orderIds.includes(orderId));
  const sample: Purchasable = {
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
  const shop: Module = defineModule("sample-shop", () => ({ purchasable: sample }));

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
      handling: "none",
      weightGrams: 0,
      taxCategory: null,
      ...terms,
    });
    return stockId;
  }

  /** A paid order of samples and a ticket. */
  async function buyShipped(site: Site, buyer: Client, [quantity, shippingCents, taxCents]: Shipped) {
    const item = await sell(site, { name: "Dock Tee" });
    const ticketTypeId = await site.create.ticketType({ priceCents: 2500, capacity: 5 });
    const lines = [
      { kind: "sample", itemId: item, quantity },
      { ticketTypeId, quantity: 1 },
    ];
    const placed = await buyer.post("/api/orders", draft(lines));
    const { id } = placed.body;
    await sql`update order_lines set tax_cents = ${taxCents} where order_id = ${id} and kind = 'sample'`.execute(
      site.db,
    );
    await sql`
      update orders set shipping_cents = ${shippingCents}, tax_cents = ${taxCents},
        total_cents = total_cents + ${shippingCents + taxCents} where id = ${id}`.execute(site.db);
    await sql`
      insert into order_deliveries (order_id, method, rate_name, price_cents, name, line1, city, state, zip)
      values (${id}, 'ship', 'Ground', ${shippingCents}, 'Marva Bright', '1 Shore Road', 'Brooklyn', 'NY', '11231')`.execute(
      site.db,
    );
    const payment = await buyer.post(`/api/orders/${id}/payment`);
    await completePage(buyer, paymentPageOf(payment), "approve");
    const { body: order } = await buyer.get(`/api/orders/${id}`);
    if (order.status !== "paid") throw new Error(`The order is ${order.status}`);
    return { item, order, lineId: order.lines[0]!.id };
  }

  const of = (orderId: string) => ofOrders([orderId])[0];
  return { shop, sell, of, buyShipped };
}
