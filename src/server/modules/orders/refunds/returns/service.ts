import type { z } from "zod";
import type { quoteReturn as quoteContract, ReturnQuote, returnTickets as contract } from "#contract/refunds.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { PreparedReply } from "#server/platform/http/route.ts";
import { findReplies, storeReplies, type IdempotencyClaim } from "#server/platform/idempotency.ts";
import { opensOrder } from "../../links.ts";
import { findOrders, type OrderRow } from "../../store.ts";
import { giveBack, lockForRefund } from "../give-back.ts";
import { planRefund } from "../plan.ts";
import { showRefund } from "../show.ts";
import { findRefundsOf } from "../store.ts";
import { findReturnable, type Returnable } from "./store.ts";

/** Who wants to return tickets of which order; the key is that of the order's own link. */
export interface Returning {
  person: Principal;
  orderId: string;
  key: string | undefined;
}

/**
 * What returning tickets would bring back to their buyer. Changes nothing.
 *
 * @throws AppError `not_found` for whoever is not its buyer | `refund_closed`
 */
export async function quoteReturn(
  deps: Deps,
  returning: Returning,
  { ticketIds }: z.output<NonNullable<typeof quoteContract.body>>,
): Promise<ReturnQuote> {
  const [order] = await findOrders(deps.db, [returning.orderId]);
  requireBuyer(deps, order, returning);
  const { withFees } = await requireOpen(deps.db, order, ticketIds);
  const plan = await planRefund(deps.db, order, { ticketIds, withFee: withFees, returnsStock: true });
  return {
    amountCents: plan.amountCents,
    feeKeptCents: plan.feeKeptCents,
    currency: order.currency,
    tickets: ticketIds.map((id) => ({ id, ...plan.worth.get(id)! })),
  };
}

/**
 * Returns tickets on the buyer's own word, by the terms they were bought on or what is offered since: void at once, their
 * places for sale again, the money on its way. The terms are looked at under the order's lock, by the database's clock.
 * The same Idempotency-Key returns once and answers the same.
 *
 * @throws AppError `not_found` | `refund_closed` | and as `giveBack()` does
 */
export function returnTickets(
  deps: Deps,
  returning: Returning & { draft: z.output<NonNullable<typeof contract.body>>; idempotency: IdempotencyClaim },
): Promise<PreparedReply> {
  const { draft, idempotency, orderId } = returning;
  return inTransaction(deps.db, async (tx) => {
    const order = await lockForRefund(tx, orderId);
    requireBuyer(deps, order, returning);
    const [stored] = await findReplies(tx, [idempotency]);
    if (stored instanceof AppError) throw stored;
    if (stored !== undefined) return new PreparedReply(stored.reply, stored.status);

    const { withFees, isOffered } = await requireOpen(tx, order, draft.ticketIds);
    const { id } = await giveBack(deps, tx, {
      orderId,
      ticketIds: draft.ticketIds,
      expectedCents: draft.amountCents,
      withFee: withFees,
      returnsStock: true,
      madeBy: "buyer",
      decidedBy: null,
      reason: isOffered ? "Returned by the buyer after the night was put off" : "Returned by the buyer",
      note: null,
      why: isOffered ? "night_postponed" : "requested",
      includesAdmitted: false,
    });
    const made = (await findRefundsOf(tx, [orderId])).find((refund) => refund.id === id)!;
    const reply = JSON.stringify(showRefund(made));
    await storeReplies(tx, [{ ...idempotency, status: 201, reply }]);
    return new PreparedReply(reply, 201);
  });
}

/** Only the buyer, or who has the order's own link: staff give back at their desk, under their name. */
function requireBuyer(deps: Deps, order: OrderRow | undefined, { person, key }: Returning): asserts order is OrderRow {
  const isOwn =
    order !== undefined && (order.userId === person.id || (person.email !== null && person.email === order.buyerEmail));
  if (order === undefined || !(isOwn || opensOrder(order.id, key, deps.keys["order-links"]))) {
    throw new AppError("not_found");
  }
}

async function requireOpen(db: Queryable, order: OrderRow, ticketIds: number[]): Promise<Returnable> {
  const terms = (await findReturnable(db, [order.id])).get(order.id);
  if (terms === undefined || ticketIds.some((id) => !terms.ticketIds.includes(id))) throw new AppError("refund_closed");
  return terms;
}
