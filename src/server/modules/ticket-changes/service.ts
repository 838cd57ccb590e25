import type { AuditAction } from "#contract/audit.ts";
import type { ChangedTicket } from "#contract/ticket-changes.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import {
  cancelTicket as voidTicket,
  findTicketToChange,
  insertChange,
  lockTicketsOfOrder,
  renameTicket,
  showChanged,
  type NewChange,
  type TicketToChange,
} from "#server/modules/tickets/index.ts";
import { exchangeSoldStock } from "#server/modules/inventory/index.ts";
import { loadTypesOnSale } from "#server/modules/events/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { isCompOrder } from "#server/modules/comps/index.ts";
import { claimsOf, lockOrders, toBuyer, type OrderRow } from "#server/modules/orders/index.ts";
import { refuseChange, refuseMovingSpot, type Refusal } from "./rules.ts";

/** Who changes a ticket, why, and whether the buyer gets an email. */
export interface Changing {
  staff: Principal;
  ticketId: number;
  reason: string;
  mail: boolean;
}

/** A locked ticket, with its order. */
export interface Locked {
  order: OrderRow;
  ticket: TicketToChange;
}

/**
 * Locks a ticket's order and all of its tickets, in this order, as refunds do: no check-in and no refund of it can
 * happen meanwhile.
 *
 * @throws AppError `not_found`
 */
export async function lockTicket(tx: Tx, ticketId: number): Promise<Locked> {
  const found = requireFound(await findTicketToChange(tx, ticketId));
  const [order] = await lockOrders(tx, [found.orderId]);
  await lockTicketsOfOrder(tx, found.orderId);
  return { order: order!, ticket: (await findTicketToChange(tx, ticketId))! };
}

/** @throws AppError the refusal, if there is one */
export function require(refusal: Refusal | undefined): void {
  if (refusal !== undefined) throw new AppError(refusal.code, { message: refusal.message });
}

interface Noting extends Omit<NewChange, "ticketId"> {
  action: AuditAction;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** What it was before, for the email. */
  was: string;
}

/** Stores the change, who made it and why, and emails the buyer if wanted. */
export async function recordChange(
  deps: Deps,
  tx: Tx,
  { staff, reason, mail }: Changing,
  { order, ticket }: Locked,
  { action, before, after, was, ...change }: Noting,
): Promise<ChangedTicket> {
  const number = await insertChange(tx, { ...change, ticketId: ticket.id });
  await recordAction(tx, {
    staff,
    action,
    target: { kind: "order", id: order.id },
    before,
    after: { ticket: ticket.id, ...after },
    reason,
  });
  if (mail) {
    await deps.bus.emit(tx, "order.ticket_changed", [
      { change: number, ticketId: ticket.id, what: change.kind, was, ...toBuyer(order) },
    ]);
  }
  return showChanged((await findTicketToChange(tx, ticket.id))!);
}

/**
 * Changes the name on a ticket, with a new code if the old one must not be valid anymore. The same name without a new
 * code changes nothing.
 *
 * @throws AppError `not_found` | `order_closed` | `ticket_admitted`
 */
export function renameHolder(
  deps: Deps,
  changing: Changing,
  { holderName, newCode }: { holderName: string; newCode: boolean },
): Promise<ChangedTicket> {
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockTicket(tx, changing.ticketId);
    const { ticket, order } = locked;
    require(refuseChange(ticket, order.status));
    if (ticket.holderName === holderName && !newCode) return showChanged(ticket);
    await renameTicket(tx, ticket.id, holderName, newCode);
    const isRenamed = ticket.holderName !== holderName;
    return recordChange(deps, tx, changing, locked, {
      kind: isRenamed ? "renamed" : "recoded",
      holderBefore: ticket.holderName,
      action: isRenamed ? "ticket.renamed" : "ticket.recoded",
      before: { holder: ticket.holderName },
      after: { holder: holderName, newCode },
      was: ticket.holderName,
    });
  });
}

/**
 * Issues a new code for a ticket, if the old one got into the wrong hands: the old code is no longer valid.
 *
 * @throws AppError `not_found` | `order_closed` | `ticket_admitted`
 */
export function renewCode(deps: Deps, changing: Changing): Promise<ChangedTicket> {
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockTicket(tx, changing.ticketId);
    const { ticket, order } = locked;
    require(refuseChange(ticket, order.status));
    await renameTicket(tx, ticket.id, ticket.holderName, true);
    return recordChange(deps, tx, changing, locked, {
      kind: "recoded",
      action: "ticket.recoded",
      before: {},
      after: { holder: ticket.holderName },
      was: ticket.holderName,
    });
  });
}

/**
 * Voids one ticket. The organizer keeps its money; its spot is back on sale if wanted. Safe against check-ins and
 * pending refunds: whoever comes second finds what the first did. Voiding it again changes nothing.
 *
 * @throws AppError `not_found` | `order_closed` | `ticket_admitted`
 */
export function cancelTicket(deps: Deps, changing: Changing, returnsSpot: boolean): Promise<ChangedTicket> {
  return inTransaction(deps.db, async (tx) => {
    const locked = await lockTicket(tx, changing.ticketId);
    const { ticket, order } = locked;
    if (ticket.status === "canceled") return showChanged(ticket);
    require(refuseChange(ticket, order.status));
    if (returnsSpot) await returnSpot(tx, locked);
    await voidTicket(tx, ticket.id, returnsSpot);
    return recordChange(deps, tx, changing, locked, {
      kind: "canceled",
      action: "ticket.canceled",
      before: { holder: ticket.holderName, type: ticket.typeName },
      after: { spotForSale: returnsSpot },
      was: `${ticket.typeName} · ${ticket.eventTitle}`,
    });
  });
}

async function returnSpot(tx: Tx, { order, ticket }: Locked): Promise<void> {
  require(refuseMovingSpot(ticket));
  if (await isCompOrder(tx, order.id)) {
    throw new AppError("order_closed", { message: "To release a comp ticket's spot, revoke the comp" });
  }
  const [type] = await loadTypesOnSale(tx, [ticket.ticketTypeId]);
  await exchangeSoldStock(tx, { holderId: order.id, give: claimsOf(type!, 1), take: [] });
}
