import type {
  quoteReturn as quoteContract,
  ReturnQuote,
  returnTickets as contract,
} from "#contract/refunds/refunds.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { findReturnable, opensOrder } from "../../read.ts";
import { findOrders, type OrderRow } from "../../store.ts";
import { refundTickets, lockForRefund } from "../refund-tickets.ts";
import { planRefund } from "../plan.ts";
import { unitKey } from "../rules.ts";
import { readRefund } from "../staff.ts";
import type { Returnable } from "#server/modules/purchasables/index.ts";
import type { BodyOf } from "#contract/endpoint.ts";

/** Who wants to refund tickets of which order; `key` comes from the order's own link. */
interface Returning {
  person: Principal;
  orderId: string;
  key: string | undefined;
}

/**
 * What a self-service refund would pay its buyer. Changes nothing.
 *
 * @throws AppError `not_found` for anyone but its buyer | `refund_closed`
 */
export async function quoteReturn(
  deps: Deps,
  returning: Returning,
  { ticketIds }: BodyOf<typeof quoteContract>,
): Promise<ReturnQuote> {
  const [order] = await findOrders(deps.db, [returning.orderId]);
  requireBuyer(deps, order, returning);
  const { withFees } = await requireOpen(deps, deps.db, order, ticketIds);
  const plan = await planRefund(deps, deps.db, order, { ticketIds, withFee: withFees, returnsStock: true });
  return {
    amountCents: plan.amountCents,
    nonrefundableFeeCents: plan.nonrefundableFeeCents,
    currency: order.currency,
    tickets: ticketIds.map((id) => ({
      id,
      ...plan.worth.get(unitKey(plan.chosen.find(({ ticketId }) => ticketId === id)!))!,
    })),
  };
}

/**
 * Refunds tickets at the buyer's own request, by the terms of the purchase or a later offer: the tickets are void at
 * once, their spots are back on sale, and the money is on its way. The terms are checked under the order's lock, by the
 * database clock. The same Idempotency-Key refunds once and returns the same reply.
 *
 * @throws AppError `not_found` | `refund_closed` | and as `refundTickets()` does
 */
export function returnTickets(
  deps: Deps,
  returning: Returning & { draft: BodyOf<typeof contract>; idempotency: IdempotencyClaim },
): Promise<PreparedReply> {
  const { draft, idempotency, orderId } = returning;
  return inTransaction(deps.db, async (tx) => {
    const order = await lockForRefund(deps, tx, orderId);
    requireBuyer(deps, order, returning);
    return answerOnce(tx, idempotency, async () => {
      const { withFees, isOffered } = await requireOpen(deps, tx, order, draft.ticketIds);
      const { id } = await refundTickets(deps, tx, {
        orderId,
        ticketIds: draft.ticketIds,
        expectedCents: draft.amountCents,
        withFee: withFees,
        returnsStock: true,
        madeBy: "buyer",
        decidedBy: null,
        reason: isOffered ? "Refunded by the buyer after the event was postponed" : "Refunded by the buyer",
        note: null,
        why: isOffered ? "event_postponed" : "requested",
        includesAdmitted: false,
      });
      return readRefund(tx, id);
    });
  });
}

/** Only the buyer, or someone with the order's own link: staff refund in the admin area, under their name. */
function requireBuyer(deps: Deps, order: OrderRow | undefined, { person, key }: Returning): asserts order is OrderRow {
  const isOwn =
    order !== undefined && (order.userId === person.id || (person.email !== null && person.email === order.buyerEmail));
  if (order === undefined || !(isOwn || opensOrder(order, key, deps.keys["order-links"]))) {
    throw new AppError("not_found");
  }
}

async function requireOpen(deps: Deps, db: Queryable, order: OrderRow, ticketIds: number[]): Promise<Returnable> {
  const terms = (await findReturnable(deps, db, [order.id])).get(order.id);
  if (terms === undefined || ticketIds.some((id) => !terms.ticketIds.includes(id))) throw new AppError("refund_closed");
  return terms;
}
