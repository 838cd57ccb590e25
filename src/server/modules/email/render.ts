import sharp from "sharp";
import { encode } from "uqr";
import type { Deps } from "#server/platform/deps.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import { findCreditNoteId } from "#server/modules/order-documents/index.ts";
import { findCompIds, orderLinkKey, readOrders } from "#server/modules/orders/index.ts";
import { guardMail, linkMail } from "./account-mails.ts";
import { interestConfirmation, salesOpen } from "./interest-mail.ts";
import { eventChangeMail } from "./event-mails.ts";
import { ticketChangeMail } from "./ticket-mails.ts";
import { invoiceCorrected } from "./order-document-mails.ts";
import { refundDone, refundMade } from "./refund-mails.ts";
import { disputeMail, moneyMail } from "./staff-mails.ts";
import type { DueMail } from "./store.ts";
import { moneyReturned, orderConfirmation, type Mail } from "./templates.ts";

/**
 * Writes an email from its topic and the current rows.
 *
 * @returns undefined when there is nothing left to send: its link was used or has expired
 */
export async function renderMail(deps: Deps, mail: DueMail): Promise<Mail | undefined> {
  if (mail.kind === "account_link") return linkMail(deps, mail);
  if (mail.kind === "security_alert") return guardMail(deps.config, mail);
  if (mail.kind === "staff_dispute") return disputeMail(deps, mail.topic);
  if (mail.kind === "staff_money") return moneyMail(deps, mail.topic);
  if (mail.kind === "interest_confirmation") return interestConfirmation(deps, String(mail.topic.interestId));
  if (mail.kind === "sales_open") return salesOpen(deps, String(mail.topic.interestId));
  const orderId = String(mail.topic.orderId);
  const { order } = (await readOrders(deps, deps.db, [orderId])).get(orderId)!;
  const { baseUrl } = deps.config;
  if (mail.kind === "money_returned") {
    return moneyReturned(order, Number(mail.topic.amountCents), String(mail.topic.reason), `${baseUrl}/events`);
  }
  const key = orderLinkKey(orderId, deps.keys["order-links"]);
  if (mail.kind === "invoice_corrected") return invoiceCorrected(mail.topic, { order, baseUrl, key });
  if (mail.kind === "ticket_change") {
    const ticket = order.tickets.find(({ id }) => id === Number(mail.topic.ticketId));
    if (ticket === undefined) return undefined;
    const event = (await findEventInfo(deps.db, [ticket.eventId])).get(ticket.eventId)!;
    return ticketChangeMail(mail.topic, { order, ticket, event, baseUrl, key });
  }
  const link = `${baseUrl}/payment-success?order=${orderId}&key=${key}`;
  if (mail.kind === "refund_made" || mail.kind === "refund_done") {
    const refund = order.refunds.find(({ id }) => id === mail.topic.orderRefundId)!;
    if (mail.kind === "refund_made") return refundMade(order, refund, link);
    const documentId = await findCreditNoteId(deps.db, refund.id);
    const creditLink =
      documentId === undefined ? undefined : `${baseUrl}/api/orders/${orderId}/documents/${documentId}?key=${key}`;
    return refundDone(order, refund, { link, creditLink });
  }
  if (mail.kind === "event_change") {
    const eventId = Number(mail.topic.eventId);
    const event = (await findEventInfo(deps.db, [eventId])).get(eventId)!;
    return eventChangeMail(mail.topic, { order, event, baseUrl, key });
  }
  const events = await findEventInfo(deps.db, [
    ...new Set([...order.lines, ...order.tickets].map(({ eventId }) => eventId)),
  ]);
  const isComp = (await findCompIds(deps.db, [orderId])).has(orderId);
  const receiptLink = `${baseUrl}/api/orders/${orderId}/receipt.pdf?key=${key}`;
  return orderConfirmation(order, events, { link, receiptLink }, isComp);
}

const quietZone = 4;
const pixelsPerModule = 8;

/** A ticket's QR code as a small PNG, since email programs show no SVG. */
export async function qrPng(code: string): Promise<Buffer> {
  const { data, size } = encode(code, { ecc: "M", border: quietZone });
  const pixels = Buffer.alloc(size * size);
  data.forEach((row, y) => row.forEach((dark, x) => (pixels[y * size + x] = dark ? 0 : 255)));
  return sharp(pixels, { raw: { width: size, height: size, channels: 1 } })
    .resize(size * pixelsPerModule, size * pixelsPerModule, { kernel: "nearest" })
    .png({ palette: true, colors: 2 })
    .toBuffer();
}
