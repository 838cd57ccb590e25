import type { LastBuyer, Order } from "#contract/orders/orders.ts";
import type { OrderDelivery } from "#contract/delivery/of-order.ts";
import { AppError } from "#server/platform/app-error.ts";
import { coalesce } from "#server/platform/coalesce.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { hasRole, type Principal } from "#server/platform/http/principal.ts";
import { findDeliveries } from "#server/modules/delivery/index.ts";
import { findLatestAttempts } from "#server/modules/payments/index.ts";
import {
  purchasablesOf,
  type OrderParts,
  type Returnable,
  type Sellers,
  type SoldLine,
} from "#server/modules/purchasables/index.ts";
import { showOrder, showRefund, toLine } from "./show.ts";
import { findRefundsOf, findSoldOrders } from "./refunds/store.ts";
import { findLastBuyer } from "./records-store.ts";
import * as store from "./store.ts";
import { isSameText, linkKey } from "#server/platform/signed-links.ts";

/** An order with what decides who can see it; see `requireOrderAccess()`. */
interface FoundOrder {
  ownerId: number;
  /** Which of the order's links are valid. */
  linkVersion: number;
  order: Order;
}

/** Reads whole orders, all of them with one query per table. */
export async function readOrders(deps: Deps, db: Queryable, ids: string[]): Promise<Map<string, FoundOrder>> {
  const rows = await store.findOrders(db, ids);
  if (rows.length === 0) return new Map();
  const lines = Map.groupBy(await store.findLines(deps, db, ids), (line) => line.orderId);
  const payments = await findLatestAttempts(db, ids);
  const refunded = rows.filter((row) => row.status === "refunded" || row.status === "partially_refunded");
  const refunds = Map.groupBy(
    await findRefundsOf(
      db,
      refunded.map((row) => row.id),
    ),
    (refund) => refund.orderId,
  );
  const partsOf = await findParts(deps, db, rows, lines);
  const deliveries = await findOwnDeliveries(deps, db, lines);
  const paid = rows.filter((row) => row.paidAt !== null).map((row) => row.id);
  const returnable = await findReturnable(deps, db, paid);
  return new Map(
    rows.map((row) => {
      const orderLines = lines.get(row.id) ?? [];
      const parts = partsOf.get(row.id) ?? [];
      const order = showOrder(row, {
        lines: orderLines.map((line) => toLine(deps, line)),
        events: parts.flatMap(({ events = [] }) => events),
        delivery: deliveries.get(row.id),
        payment: payments.get(row.id),
        tickets: parts.flatMap(({ tickets = [] }) => tickets),
        returnable: returnable.get(row.id),
        refunds: (refunds.get(row.id) ?? []).map(showRefund),
      });
      return [row.id, { ownerId: row.userId, linkVersion: row.linkVersion, order }];
    }),
  );
}

/** Where products go, of orders that can have some. */
function findOwnDeliveries(
  sellers: Sellers,
  db: Queryable,
  lines: Map<string, SoldLine[]>,
): Promise<Map<string, OrderDelivery>> {
  const ids = [...lines].flatMap(([id, orderLines]) =>
    purchasablesOf(sellers, orderLines).some(({ mayShip }) => mayShip) ? [id] : [],
  );
  return ids.length === 0 ? Promise.resolve(new Map()) : findDeliveries(db, ids);
}

/** What each kind of line adds to its orders. */
async function findParts(
  sellers: Sellers,
  db: Queryable,
  rows: store.OrderRow[],
  lines: Map<string, SoldLine[]>,
): Promise<Map<string, OrderParts[]>> {
  const parts = new Map<string, OrderParts[]>();
  for (const { kind, findParts: find } of purchasablesOf(sellers, [...lines.values()].flat())) {
    if (find === undefined) continue;
    const orders = rows.flatMap(({ id, paidAt }) => {
      const kindLines = (lines.get(id) ?? []).filter((line) => line.kind === kind);
      return kindLines.length === 0 ? [] : [{ id, isPaid: paidAt !== null, lines: kindLines }];
    });
    for (const [id, part] of await find(db, orders)) parts.set(id, [...(parts.get(id) ?? []), part]);
  }
  return parts;
}

/** What the buyers of paid orders can refund without staff, and on what terms; leaves out orders with nothing. */
export async function findReturnable(
  sellers: Sellers,
  db: Queryable,
  paidIds: string[],
): Promise<Map<string, Returnable>> {
  const returnable = new Map<string, Returnable>();
  const soldIds = paidIds.length === 0 ? [] : await findSoldOrders(db, paidIds);
  if (soldIds.length === 0) return returnable;
  for (const purchasable of purchasablesOf(sellers)) {
    for (const [id, terms] of (await purchasable.findReturnable?.(db, soldIds)) ?? []) returnable.set(id, terms);
  }
  return returnable;
}

/** A person's own unpaid orders whose tickets are on hold, latest first. */
export async function listHeldOrders(deps: Deps, person: Principal): Promise<Order[]> {
  const ids = await store.findHeldOrders(deps.db, person.id);
  const found = await readOrders(deps, deps.db, ids);
  // Between the two reads an order may be paid or expire.
  return ids.flatMap((id) => found.get(id)?.order ?? []).filter(({ holdSecondsLeft }) => holdSecondsLeft !== null);
}

/** A reader of single orders; requests that arrive together share their queries. */
export function createReadOrder(deps: Deps): (id: string) => Promise<FoundOrder | undefined> {
  return coalesce<string, FoundOrder | undefined>({
    async run(ids) {
      const orders = await readOrders(deps, deps.db, ids);
      return ids.map((id) => ({ ok: true, value: orders.get(id) }));
    },
  });
}

/**
 * Lets an order be seen by its buyer, by staff, and by anyone with its signed link; for anyone else it doesn't exist.
 *
 * @param least the role from which staff see it: moderators see an order and its tickets, only admins its documents,
 *   files and deliveries. `granted` if the caller's grants cover it
 * @throws AppError `not_found`
 */
export function requireOrderAccess(
  deps: Deps,
  found: FoundOrder | undefined,
  principal: Principal | undefined,
  shownKey?: string,
  least: "moderator" | "admin" | "granted" = "admin",
): Order {
  if (found === undefined) throw new AppError("not_found");
  const { ownerId, linkVersion, order } = found;
  const isOwner = principal !== undefined && (principal.id === ownerId || hasConfirmed(principal, order.buyer.email));
  if (
    isOwner ||
    least === "granted" ||
    hasRole(principal, least) ||
    opensOrder({ id: order.id, linkVersion }, shownKey, deps.keys["order-links"])
  ) {
    return order;
  }
  throw new AppError("not_found");
}

/** What checkout prefills: name and email of the user's latest order, or the account's confirmed email. */
export async function readLastBuyer(db: Queryable, user: Principal): Promise<LastBuyer> {
  return (await findLastBuyer(db, user.id)) ?? { name: null, email: user.email };
}

/** Orders placed with an address belong to the account that has confirmed it. */
function hasConfirmed(principal: Principal, email: string): boolean {
  return principal.email !== null && principal.email === email;
}

/** An order, and which of its links are valid. */
type LinkedOrder = Pick<store.OrderRow, "id" | "linkVersion">;

/**
 * The key that opens one order without a session: for emails and the return from the payment page. A change of the
 * order's email raises its `linkVersion`, so that earlier keys open nothing.
 */
export function orderLinkKey({ id, linkVersion }: LinkedOrder, key: Buffer): string {
  return linkKey(key, "order", id, ...(linkVersion === 0 ? [] : [linkVersion]));
}

/** True when a key opens this order. */
export function opensOrder(order: LinkedOrder, shownKey: string | undefined, key: Buffer): boolean {
  return shownKey !== undefined && isSameText(orderLinkKey(order, key), shownKey);
}
