import { findOrders, lockOrders, type OrderRow } from "#server/modules/orders/index.ts";
import { lockMoney } from "#server/modules/payments/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { findDisputed } from "./list-store.ts";
import { countUnits, statusOf, toUnits, type UnitState } from "./rules.ts";
import * as store from "./store.ts";

/** An order with products, and where each of their units is. */
export interface OrderState {
  order: OrderRow;
  /** Undefined if nothing of it is shipped or picked up, or it was never paid. */
  fulfillment: store.FulfillmentRow | undefined;
  lines: store.ProductLine[];
  /** Of lines that are shipped or picked up. */
  units: UnitState[];
  /** A bank disputes its payment. */
  isOnHold: boolean;
  /** Its money is gone: nothing more is sent. */
  isOver: boolean;
}

/** Reads an order without a lock. @throws AppError `not_found` */
export async function readState(db: Queryable, orderId: string): Promise<OrderState> {
  const [order] = await findOrders(db, [orderId]);
  return stateOf(db, requireFound(order), await findDisputed(db, orderId));
}

/**
 * Locks an order's payments and the order, so that refunds, disputes and other staff wait until what is sent now is
 * stored, and reads it.
 *
 * @throws AppError `not_found`
 */
export async function lockState(tx: Tx, orderId: string): Promise<OrderState> {
  const payments = await lockMoney(tx, [orderId]);
  const [order] = await lockOrders(tx, [orderId]);
  return stateOf(
    tx,
    requireFound(order),
    payments.some(({ isDisputed }) => isDisputed),
  );
}

async function stateOf(db: Queryable, order: OrderRow, isOnHold: boolean): Promise<OrderState> {
  const fulfillment = await store.findFulfillment(db, order.id);
  const lines = await store.findProductLines(db, [order.id]);
  const physical = lines.filter(({ kind }) => kind === "physical");
  const units = fulfillment === undefined ? [] : toUnits(physical, await store.findUnitRecords(db, order.id));
  return { order, fulfillment, lines, units, isOnHold, isOver: order.status === "refunded" };
}

/**
 * Makes sure that units of an order can be sent now.
 *
 * @throws AppError `order_closed` | `payment_disputed`
 */
export function requireSendable({ order, fulfillment, isOnHold, isOver }: OrderState): store.FulfillmentRow {
  if (isOver) throw new AppError("order_closed", { message: "This order was refunded, so nothing of it is sent" });
  if (fulfillment === undefined) {
    const message = order.paidAt === null ? "This order isn't paid" : "This order has nothing to send";
    throw new AppError("order_closed", { message });
  }
  if (isOnHold) throw new AppError("payment_disputed");
  return fulfillment;
}

/** Stores how far an order is, after its units changed. The caller has locked the order. */
export async function refreshStatus(tx: Tx, orderId: string): Promise<void> {
  const { fulfillment, units, isOver } = await readState(tx, orderId);
  if (fulfillment === undefined) return;
  await store.setStatus(tx, orderId, statusOf(fulfillment.method, countUnits(units, isOver)));
}
