import type { z } from "zod";
import type { refundDifference as contract } from "#contract/ticket-changes.ts";
import { findTicketToChange } from "#server/modules/tickets/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { PreparedReply } from "#server/platform/http/route.ts";
import { findReplies, storeReplies, type IdempotencyClaim } from "#server/platform/idempotency.ts";
import { refundDifference } from "../refunds/difference/refund.ts";
import { lockForRefund } from "../refunds/refund-tickets.ts";
import { showRefund } from "../refunds/show.ts";
import { findRefundsOf } from "../refunds/store.ts";
import { moveInto, takeSpot, type Lacking } from "./move.ts";
import { refuseDifference } from "./rules.ts";
import { require, type Locked } from "./service.ts";

/** Who refunds a ticket's price difference, and where it is moved first. */
export interface DifferenceWish {
  staff: Principal;
  ticketId: number;
  draft: z.output<NonNullable<typeof contract.body>>;
  idempotency: IdempotencyClaim;
}

/**
 * Refunds the difference between what is held for a ticket and what its type costs, either together with the move, in
 * one transaction, or after it. The ticket stays valid. The same Idempotency-Key refunds once and returns the same
 * reply.
 *
 * @throws AppError as `moveTicket()` and `refunds/difference`'s `refundDifference()` do | `idempotency_key_reused`
 */
export function returnDifference(deps: Deps, wish: DifferenceWish): Promise<PreparedReply> {
  return takeSpot(deps, () => inTransaction(deps.db, (tx) => tryToReturn(deps, tx, wish)));
}

async function tryToReturn(deps: Deps, tx: Tx, wish: DifferenceWish): Promise<PreparedReply | Lacking> {
  const { staff, ticketId, draft, idempotency } = wish;
  const locked = await lockWithMoney(tx, ticketId);
  // After the locks: a concurrent identical request waits there and then finds the reply.
  const [stored] = await findReplies(tx, [idempotency]);
  if (stored instanceof AppError) throw stored;
  if (stored !== undefined) return new PreparedReply(stored.reply, stored.status);
  const { ticketTypeId, mail, reason, amountCents, note } = draft;
  if (ticketTypeId !== undefined) {
    const moving = { staff, ticketId, ticketTypeId, waiveDifference: false, mail, reason };
    const moved = await moveInto(deps, tx, locked, moving);
    if ("lacking" in moved) return moved;
  }
  require(refuseDifference(locked.ticket, locked.order.status));
  const id = await refundDifference(deps, tx, {
    order: locked.order,
    ticketId,
    staff,
    reason,
    note: note ?? null,
    expectedCents: amountCents,
  });
  const made = (await findRefundsOf(tx, [locked.order.id])).find((refund) => refund.id === id)!;
  const reply = JSON.stringify(showRefund(made));
  await storeReplies(tx, [{ ...idempotency, status: 201, reply }]);
  return new PreparedReply(reply, 201);
}

/** Locks like a refund: the order's payments, the order, its tickets. */
async function lockWithMoney(tx: Tx, ticketId: number): Promise<Locked> {
  const found = await findTicketToChange(tx, ticketId);
  if (found === undefined) throw new AppError("not_found");
  const order = await lockForRefund(tx, found.orderId);
  return { order, ticket: (await findTicketToChange(tx, ticketId))! };
}
