import type { ErrorCode } from "#contract/errors.ts";
import type { OrderStatus } from "#contract/orders.ts";
import type { TicketToChange } from "#server/modules/tickets/index.ts";
import type { TypeOnSale } from "#server/modules/events/index.ts";

/** Why something about a ticket cannot be done. */
export interface Refusal {
  code: ErrorCode;
  message: string;
}

/** Why a ticket cannot be changed at all; undefined where it can. */
export function refuseChange(ticket: TicketToChange, orderStatus: OrderStatus): Refusal | undefined {
  if (orderStatus !== "paid" && orderStatus !== "partially_refunded") {
    return { code: "order_closed", message: "Only tickets of a paid order can be changed" };
  }
  if (ticket.status !== "valid") return { code: "order_closed", message: `This ticket is ${ticket.status} already` };
  if (ticket.isAdmitted) return { code: "ticket_admitted", message: "Somebody came in with this ticket" };
  return undefined;
}

/** What a type costs anew: an open price counts with its least. */
export const priceOf = (type: Pick<TypeOnSale, "pricing" | "priceCents" | "minimumCents">) =>
  type.pricing === "open" ? (type.minimumCents ?? 0) : type.priceCents;

/**
 * What a ticket brought in: what its unit cost, before any code, without what went back of it since. Tickets of a package
 * cost their share.
 */
export const paidOf = ({ unitCents, ticketsPerUnit }: TicketToChange, returnedCents: number) =>
  Math.max(0, Math.floor(unitCents / ticketsPerUnit) - returnedCents);

/** Why the difference of a move cannot be given back; undefined where it can. Who came in paid too much all the same. */
export function refuseDifference(ticket: TicketToChange, orderStatus: OrderStatus): Refusal | undefined {
  const refusal = refuseChange({ ...ticket, isAdmitted: false }, orderStatus);
  if (refusal !== undefined) return refusal;
  if (ticket.isFrozen) return { code: "payment_disputed", message: "A bank disputes the payment of this ticket" };
  return undefined;
}

/** Why a place cannot be given back or taken for this ticket alone. */
export function refuseMovingPlace({ ticketsPerUnit }: TicketToChange): Refusal | undefined {
  return ticketsPerUnit === 1
    ? undefined
    : {
        code: "order_closed",
        message: "Tickets of a package share one place: it cannot be given back for one of them",
      };
}

/** Why nobody can be moved to a type; undefined where it may be done if something is left. */
export function refuseType(type: TypeOnSale, night: { isOver: boolean; state: string }): Refusal | undefined {
  if (night.isOver) return { code: "sales_closed", message: "This night is over" };
  if (night.state === "cancelled") return { code: "sales_closed", message: "This night was cancelled" };
  if (type.ticketsPerUnit !== 1) return { code: "sales_closed", message: "A package lets in several people" };
  return undefined;
}

/** Why a ticket cannot be moved to a type; undefined where it may be done if something is left. */
export function refuseMove(
  ticket: TicketToChange,
  to: TypeOnSale,
  night: { isOver: boolean; state: string },
  money: { currency: string; isComp: boolean; waiveDifference: boolean; paidCents: number },
): Refusal | undefined {
  if (ticket.isFrozen) return { code: "payment_disputed", message: "A bank disputes the payment of this ticket" };
  const refusal = refuseMovingPlace(ticket) ?? refuseType(to, night);
  if (refusal !== undefined) return refusal;
  if (to.currency !== money.currency) return { code: "sales_closed", message: "That night sells in another currency" };
  const difference = priceOf(to) - money.paidCents;
  if (difference > 0 && !money.isComp && !money.waiveDifference) {
    return {
      code: "costs_more",
      message: "The new place costs more than was paid: the house has to give the difference",
    };
  }
  return undefined;
}
