import { forgottenAddress, type OrderBuyer } from "#server/modules/orders/index.ts";
import type { EventBus, DomainEventMap } from "#server/platform/domain-events.ts";
import { subscribeToBriefs } from "./brief-mail.ts";
import { subscribeToStockAlerts } from "./shop-mails.ts";
import { subscribeToStaffAlerts } from "./staff-mails.ts";
import type { NewMail } from "./new-mail.ts";
import { insertMails, redirectMails } from "./store.ts";

/**
 * The email that each domain event sends, and the key under which it is sent once. A topic holds only what the email
 * can't read from the database when it is written; secrets never.
 */
const triggers: { [Name in keyof DomainEventMap]?: (payload: DomainEventMap[Name]) => NewMail } = {
  "order.paid": (paid) => toBuyer("order_confirmation", paid.orderId, paid, {}),
  "order.money_returned": ({ reason, amountCents, ...returned }) =>
    toBuyer("money_returned", returned.refundId, returned, { reason, amountCents }),
  "order.refund_made": (refund) =>
    toBuyer("refund_made", refund.orderRefundId, refund, { orderRefundId: refund.orderRefundId }),
  "order.refund_done": (refund) =>
    toBuyer("refund_done", refund.orderRefundId, refund, { orderRefundId: refund.orderRefundId }),
  // One per person and change of an event.
  "order.event_changed": ({ eventId, change, what, note, startedAt, schedules, ...order }) =>
    toBuyer("event_change", `${eventId}:${change}:${order.buyerEmail}`, order, {
      eventId,
      what,
      note,
      startedAt: startedAt ?? "",
      ...(schedules ? { schedules: JSON.stringify(schedules) } : {}),
    }),
  "order.shipped": ({ shipmentId, change, ...order }) =>
    toBuyer("order_shipped", `${shipmentId}:${change}`, order, { shipmentId, change }),
  "order.email_changed": ({ change, formerEmail: _, ...order }) =>
    toBuyer("order_confirmation", `${order.orderId}:${change}`, order, { change }),
  "order.email_changed_by_buyer": ({ orderId, formerEmail, change }) =>
    mail("order_email_changed", `${orderId}:${change}`, { toAddress: formerEmail, toName: "" }, { orderId, change }),
  "order.email_code_due": ({ orderId, buyerEmail, change, slot }) =>
    mail(
      "order_email_code",
      `${orderId}:${change}:${slot}`,
      { toAddress: buyerEmail, toName: "" },
      { orderId, change, slot },
    ),
  "order.ticket_changed": ({ change, ticketId, what, was, ...order }) =>
    toBuyer("ticket_change", change, order, { ticketId, what, was }),
  "invoice.corrected": ({ cancellationId, invoiceId, ...order }) =>
    toBuyer("invoice_corrected", invoiceId, order, { cancellationId, invoiceId }),
  // Only the row's id: the secret is derived from it when the email is written.
  "account.link_made": ({ linkId, ...to }) => mail("account_link", linkId, to, { linkId }),
  "account.security_changed": ({ alertId, what, ...to }) => mail("security_alert", alertId, to, { what }),
  "reminder.requested": ({ interestId, email, mails }) =>
    mail("interest_confirmation", `${interestId}:${mails}`, { toAddress: email, toName: "" }, { interestId }),
  "reminder.sales_open": ({ interestId, email, sends }) =>
    mail("sales_open", `${interestId}:${sends}`, { toAddress: email, toName: "" }, { interestId }),
  "stream.reminder_due": ({ reminderId, streamId, email }) =>
    mail("stream_live", reminderId, { toAddress: email, toName: "" }, { streamId }),
  // One for each batch of notifications.
  "community.digest_due": ({ userId, email, name, sinceId, upToId }) =>
    mail("community_digest", `${userId}:${upToId}`, { toAddress: email, toName: name }, { userId, sinceId, upToId }),
  "variant.back_in_stock": ({ wishId, variantId, email }) =>
    mail("back_in_stock", wishId, { toAddress: email, toName: "" }, { variantId }),
};

function mail(
  kind: NewMail["kind"],
  key: string | number,
  { toAddress, toName }: Pick<NewMail, "toAddress" | "toName">,
  topic: NewMail["topic"],
): NewMail {
  return { dedupeKey: `${kind.replaceAll("_", "-")}:${key}`, kind, toAddress, toName, topic };
}

const toBuyer = (
  kind: NewMail["kind"],
  key: string | number,
  { orderId, buyerEmail, buyerName }: OrderBuyer,
  topic: NewMail["topic"],
) => mail(kind, key, { toAddress: buyerEmail, toName: buyerName }, { orderId, ...topic });

/**
 * Stores the emails of domain events in the transactions that emit them. Deleted accounts and guests without an email
 * get none.
 */
export function subscribeEmail(bus: EventBus): void {
  for (const [name, trigger] of Object.entries(triggers) as [keyof DomainEventMap, (payload: unknown) => NewMail][]) {
    bus.on(name, (tx, payloads: unknown[]) =>
      insertMails(
        tx,
        payloads.map(trigger).filter(({ toAddress }) => toAddress !== forgottenAddress && toAddress !== ""),
      ),
    );
  }
  bus.on("order.email_changed", redirectMails);
  subscribeToStaffAlerts(bus);
  subscribeToStockAlerts(bus);
  subscribeToBriefs(bus);
}
