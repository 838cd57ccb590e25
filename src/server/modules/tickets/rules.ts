import type { TypeOnSale } from "#server/modules/events/index.ts";
import type { SaleItem } from "#server/modules/purchasables/index.ts";

/** The kind of tickets among everything that is sold. */
export const ticketKind = "ticket";

/** A ticket type as orders sell it. */
export const toSaleItem = (type: TypeOnSale): SaleItem => ({
  kind: ticketKind,
  itemId: type.id,
  name: type.name,
  currency: type.currency,
  eventId: type.eventId,
  unitCents: type.priceCents,
  feeCents: type.feeCents,
  minimumCents: type.pricing === "open" ? (type.minimumCents ?? 0) : null,
  minPerOrder: type.minPerOrder,
  maxPerOrder: type.maxPerOrder,
  maxPerPerson: type.maxPerPerson,
  stockId: type.stockId,
  saleVersion: type.saleVersion,
  draws: type.draws,
  closed: type.status === "on_sale" ? null : closedReason(type),
  isHidden: type.visibility === "draft" || type.isHidden,
  accessCode: type.accessCode,
  piecesPerUnit: type.ticketsPerUnit,
  refundUntil: type.refundUntil,
  refundFees: type.refundFees,
  handling: "none",
  weightGrams: 0,
  taxCategory: null,
});

function closedReason({ status, waitsFor }: Pick<TypeOnSale, "status" | "waitsFor">): string {
  if (status !== "scheduled") return "sales have ended";
  return waitsFor === null ? "sales haven't started yet" : "opens when the previous price tier sells out";
}
