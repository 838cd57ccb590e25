import {
  findSentUnits,
  purchasableOf,
  type Sellers,
  type SoldLine,
  type SoldUnit,
} from "#server/modules/purchasables/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { OrderRow } from "../store.ts";
import { unitKey } from "./rules.ts";
import { findRefundedUnits, type RefundedUnit } from "./store.ts";

/** What the lines of one order delivered, kind by kind, sorted by line and position; its shipping comes last. */
export async function findUnits(
  sellers: Sellers,
  db: Queryable,
  order: Pick<OrderRow, "id" | "shippingCents" | "shippingTaxCents" | "buyerName">,
  lines: SoldLine[],
): Promise<SoldUnit[]> {
  const units: SoldUnit[] = [];
  const plain: SoldLine[] = [];
  for (const [kind, kindLines] of Map.groupBy(lines, (line) => line.kind)) {
    const { findUnits: find } = purchasableOf(sellers, kind);
    if (find === undefined) plain.push(...kindLines);
    else units.push(...(await find(db, order.id)));
  }
  const isShipped = order.shippingCents + order.shippingTaxCents > 0;
  if (plain.length === 0 && !isShipped) return units;
  const refunded = new Map((await findRefundedUnits(db, order.id)).map((unit) => [unitKey(unit), unit]));
  const sent = new Set((await findSentUnits(sellers, db, [order.id])).map(unitKey));
  const add = (unit: BareUnit) =>
    units.push({ ...toUnit(unit, order.buyerName, refunded.get(unitKey(unit))), isSent: sent.has(unitKey(unit)) });
  for (const { id, kind, itemId, name, eventId, quantity, piecesPerUnit } of plain) {
    for (let position = 1; position <= quantity * piecesPerUnit; position++) {
      add({ lineId: id, position, kind, itemId, itemName: name, eventId });
    }
  }
  if (isShipped) add({ lineId: null, position: 0, kind: shippingKind, itemId: 0, itemName: "Shipping", eventId: null });
  return units;
}

/** The kind of the unit that is an order's shipping: nobody sells it by itself. */
export const shippingKind = "shipping";

type BareUnit = Pick<SoldUnit, "lineId" | "position" | "kind" | "itemId" | "itemName" | "eventId">;

/** A unit without a row of its own: what is known of it is its refunds. */
function toUnit(unit: BareUnit, holderName: string, refunded: RefundedUnit | undefined): SoldUnit {
  const isRefunded = refunded?.isEnded ?? false;
  return {
    ...unit,
    ticketId: null,
    holderName,
    status: isRefunded ? "refunded" : "valid",
    isRefunded,
    isAdmitted: false,
    admittedAt: null,
    isFrozen: false,
    stockReturned: refunded?.stockReturned ?? false,
    returned: refunded?.returned ?? { netCents: 0, feeCents: 0, taxCents: 0 },
    spotCents: null,
  };
}
