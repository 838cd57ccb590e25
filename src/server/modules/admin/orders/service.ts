import {
  AdminDispute,
  AdminMail,
  AdminPayment,
  AdminRefund,
  AdminTicket,
  type AdminOrderDetail,
} from "#contract/admin/order.ts";
import type { Order } from "#contract/orders/orders.ts";
import { EventReference } from "#contract/shapes.ts";
import { auditEntries } from "#server/modules/audit/index.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import { findDifferences, hasUnitsToRefund, listNotes, readOrders } from "#server/modules/orders/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import { shownAs } from "#server/platform/shown.ts";
import { buildHistory } from "./history.ts";
import * as store from "./store.ts";

/** What is left to refund: failed refunds are still owed, so they count as refunded. */
function refundableOf({ status, totalCents, refunds }: Order): number {
  if (status !== "paid" && status !== "partially_refunded") return 0;
  return totalCents - refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/**
 * Everything that staff know about an order, from every module.
 *
 * @throws AppError `not_found`
 */
export async function getAdminOrder(deps: Deps, id: string): Promise<AdminOrderDetail> {
  const { db } = deps;
  const found = (await readOrders(deps, db, [id])).get(id);
  if (found === undefined) throw new AppError("not_found");
  const { ownerId, order } = found;
  const { buyer } = order;
  // Staff look for what was bought; a moved ticket shows its own new event.
  const bought = order.lines.find(({ eventId }) => eventId !== undefined)?.eventId;
  const event = bought === undefined ? undefined : (await findEventInfo(db, [bought])).get(bought);
  const [tickets, payments, refunds, disputes, mails, origin, entries, notes, audit, differences, hasUnits, money] =
    await Promise.all([
      store.findTickets(db, id),
      store.findPayments(db, id),
      store.findRefunds(db, id),
      store.findDisputes(db, id),
      store.findMails(db, id),
      store.findOrigin(db, id),
      store.findEntries(db, id),
      listNotes(db, id),
      auditEntries.list(db, { kind: "order", id }),
      findDifferences(deps, db, id),
      hasUnitsToRefund(deps, db, id),
      store.findMoney(db, id),
    ]);
  const parts = {
    payments: payments.map(shownAs(AdminPayment)),
    refunds: refunds.map(shownAs(AdminRefund)),
    disputes: disputes.map(shownAs(AdminDispute)),
    mails: mails.map(shownAs(AdminMail)),
  };
  const { tickets: _, payment: __, holdSecondsLeft: ___, ...sums } = order;
  return {
    ...sums,
    buyer: { id: ownerId, ...buyer },
    event: event === undefined ? null : shownAs(EventReference)(event),
    ...origin,
    ...money,
    refundableCents: refundableOf(order),
    hasUnitsToRefund: hasUnits,
    tickets: tickets.map((ticket) =>
      shownAs(AdminTicket)({ ...ticket, differenceCents: differences.get(ticket.id) ?? 0 }),
    ),
    ...parts,
    notes,
    history: buildHistory({ ...order, ...parts, entries, audit: audit.items }),
  };
}
