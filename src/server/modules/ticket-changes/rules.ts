import type { ErrorCode } from "#contract/errors.ts";
import type { OrderStatus } from "#contract/orders/orders.ts";
import type { TicketToChange } from "#server/modules/tickets/index.ts";
import type { TypeOnSale } from "#server/modules/events/index.ts";

/** Why a ticket change is refused. */
export interface Refusal {
  code: ErrorCode;
  message: string;
}

/** Why a ticket can't be changed at all; undefined if it can. */
export function refuseChange(ticket: TicketToChange, orderStatus: OrderStatus): Refusal | undefined {
  if (orderStatus !== "paid" && orderStatus !== "partially_refunded") {
    return { code: "order_closed", message: "Only tickets in a paid order can be changed" };
  }
  if (ticket.status !== "valid") return { code: "order_closed", message: `This ticket is already ${ticket.status}` };
  if (ticket.isAdmitted) return { code: "ticket_admitted", message: "This ticket is already checked in" };
  return undefined;
}

/** A type's current price: an open price counts with its minimum. */
export const priceOf = (type: Pick<TypeOnSale, "pricing" | "priceCents" | "minimumCents">) =>
  type.pricing === "open" ? (type.minimumCents ?? 0) : type.priceCents;

/**
 * What a ticket brought in: its unit price, before any code, minus what was refunded since. Tickets of a package count
 * with their share.
 */
export const paidOf = ({ unitCents, ticketsPerUnit }: TicketToChange, returnedCents: number) =>
  Math.max(0, Math.floor(unitCents / ticketsPerUnit) - returnedCents);

/**
 * Why the difference of a move can't be refunded; undefined if it can. A checked-in guest also gets what they overpaid.
 */
export function refuseDifference(ticket: TicketToChange, orderStatus: OrderStatus): Refusal | undefined {
  const refusal = refuseChange({ ...ticket, isAdmitted: false }, orderStatus);
  if (refusal !== undefined) return refusal;
  if (ticket.isFrozen) return { code: "payment_disputed", message: "The payment for this ticket is disputed" };
  return undefined;
}

/** Why a spot can't be released or taken for this ticket alone. */
export function refuseMovingSpot({ ticketsPerUnit }: TicketToChange): Refusal | undefined {
  return ticketsPerUnit === 1
    ? undefined
    : {
        code: "order_closed",
        message: "Tickets in a package share one spot, so a single ticket can't release it",
      };
}

/** Why nobody can be moved to a type; undefined if they can while something is left. */
export function refuseType(type: TypeOnSale, event: { isOver: boolean; status: string }): Refusal | undefined {
  if (event.isOver) return { code: "sales_closed", message: "This event is over" };
  if (event.status === "canceled") return { code: "sales_closed", message: "This event was canceled" };
  if (type.ticketsPerUnit !== 1) return { code: "sales_closed", message: "A single ticket can't move into a package" };
  return undefined;
}

/** Why a ticket can't be moved to a type; undefined if it can while something is left. */
export function refuseMove(
  ticket: TicketToChange,
  to: TypeOnSale,
  event: { isOver: boolean; status: string },
  money: { currency: string; isComp: boolean; waiveDifference: boolean; paidCents: number },
): Refusal | undefined {
  if (ticket.isFrozen) return { code: "payment_disputed", message: "The payment for this ticket is disputed" };
  const refusal = refuseMovingSpot(ticket) ?? refuseType(to, event);
  if (refusal !== undefined) return refusal;
  if (to.currency !== money.currency) return { code: "sales_closed", message: "That event uses another currency" };
  const difference = priceOf(to) - money.paidCents;
  if (difference > 0 && !money.isComp && !money.waiveDifference) {
    return {
      code: "costs_more",
      message: "The new ticket type costs more than was paid. Waive the difference to continue.",
    };
  }
  return undefined;
}
