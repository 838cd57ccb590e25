import type { TypeOnSale } from "#server/modules/events/index.ts";
import type { ClaimLine } from "#server/modules/inventory/index.ts";

/** What a comp takes out of the stock: the same as a sale of as many. */
export function claimsOf(type: TypeOnSale, quantity: number): ClaimLine[] {
  const units = { stockId: type.stockId, quantity };
  if (type.eventStockId === null) return [units];
  return [units, { stockId: type.eventStockId, quantity: quantity * type.ticketsPerUnit }];
}

/** A line that costs nothing, whatever the type's price is. */
export function compLine(type: TypeOnSale, quantity: number) {
  return {
    ticketTypeId: type.id,
    eventId: type.eventId,
    name: type.name,
    quantity,
    unitCents: 0,
    feeCents: 0,
    totalCents: 0,
    ticketsPerUnit: type.ticketsPerUnit,
  };
}
