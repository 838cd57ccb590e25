import type { sendTicketsTo as contract } from "#contract/orders/buyer-email.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { findFirstMail, resendMail, sendCopy, type Resending } from "#server/modules/email/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import { findOrders } from "../store.ts";
import { confirmationEmail, requireTickets } from "./confirmation-email.ts";

/**
 * The first confirmation of an order that went to its current address.
 *
 * @throws AppError `not_found` also for an order that was never paid
 */
async function requireConfirmation(db: Queryable, orderId: string): Promise<{ number: string; mailId: number }> {
  const [order] = await findOrders(db, [orderId]);
  if (order === undefined) throw new AppError("not_found");
  const about = { kind: confirmationEmail.kind, orderId, toAddress: order.buyerEmail };
  return { number: order.number, mailId: requireFound(await findFirstMail(db, about)) };
}

/**
 * Resends an order's confirmation.
 *
 * @throws AppError `not_found` also for an order that was never paid; as resendMail
 */
export async function resendConfirmation(deps: Deps, orderId: string, resending: Resending): Promise<PreparedReply> {
  const { mailId } = await requireConfirmation(deps.db, orderId);
  return resendMail(deps, mailId, resending);
}

/** Whom staff send an order's tickets, and why. */
interface CopyRequest extends Resending {
  orderId: string;
  draft: BodyOf<typeof contract>;
}

/**
 * Emails an order's current tickets to an address that staff choose. The order keeps its own email. The same
 * Idempotency-Key sends one.
 *
 * @throws AppError `not_found` also for an order that was never paid | `order_closed` when it has no valid tickets
 */
export async function sendTicketsTo(
  deps: Deps,
  { orderId, draft, staff, idempotency }: CopyRequest,
): Promise<PreparedReply> {
  const { number, mailId } = await requireConfirmation(deps.db, orderId);
  return inTransaction(deps.db, (tx) =>
    answerOnce(tx, idempotency, async () => {
      await requireTickets(deps, tx, orderId);
      const { copy, shown } = await sendCopy(deps, tx, { of: mailId, to: draft.email, staffId: staff.id });
      await recordAction(tx, {
        staff,
        action: "order.tickets_emailed",
        target: { kind: "order", id: orderId },
        after: { to: draft.email, number, mail: copy },
        reason: draft.reason,
      });
      return shown;
    }),
  );
}
