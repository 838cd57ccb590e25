import type { TypeOnSale } from "#server/modules/events/index.ts";

/** A line that costs nothing, whatever the ticket type's price is. */
export function compLine(type: TypeOnSale, quantity: number) {
  return {
    ticketTypeId: type.id,
    eventId: type.eventId,
    name: type.name,
    quantity,
    unitCents: 0,
    feeCents: 0,
    totalCents: 0,
    discountCents: 0,
    ticketsPerUnit: type.ticketsPerUnit,
  };
}
