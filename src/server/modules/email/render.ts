import sharp from "sharp";
import { encode } from "uqr";
import type { Order } from "#contract/orders/orders.ts";
import type { Deps } from "#server/platform/deps.ts";
import { findEventInfo, findEventById } from "#server/modules/events/index.ts";
import { findCreditNoteId } from "#server/modules/order-documents/index.ts";
import { isCompOrder } from "#server/modules/comps/index.ts";
import { orderLinkKey, readOrders } from "#server/modules/orders/index.ts";
import { guardMail, linkMail } from "./account-mails.ts";
import { weeklyBriefMail } from "./brief-mail.ts";
import { doctorMail, disputeMail, moneyMail } from "./staff-mails.ts";
import { communityDigest } from "./digest-mail.ts";
import { interestConfirmation, salesOpen } from "./reminder-mail.ts";
import { backInStock, lowStock } from "./shop-mails.ts";
import { streamLive } from "./stream-mail.ts";
import { orderShipped } from "./shipping-mail.ts";
import { showForBuyer } from "#server/modules/fulfillment/index.ts";
import { eventChangeMail } from "./event-mails.ts";
import { moneyReturned, refundDone, refundMade } from "./refund-mails.ts";
import { mergeMails } from "./merged-mail.ts";
import type { MailTopic } from "./new-mail.ts";
import { findMerged, isCopy } from "./store.ts";
import { orderConfirmation } from "./confirmation-mail.ts";
import { findConfirmed, mayQuoteOrder, withoutTypedText } from "./confirmed.ts";
import { readKit, type Mail, type MailKit } from "./templates.ts";
import { calendarOf, confirmationFiles } from "./attachments.ts";
import { invoiceCorrected, ticketChangeMail } from "./ticket-mails.ts";
import { emailChanged, emailCode } from "./own-email-mails.ts";
import { ticketLinks } from "./find-tickets.ts";
import { testMail } from "./texts/draft-mail.ts";

/**
 * Writes an email from its topic and the current rows.
 *
 * @returns undefined when there is nothing left to send: its link was used or has expired. One email for all that were
 *   merged into it.
 */
export async function renderMail(deps: Deps, mail: RenderedTopic): Promise<Mail | undefined> {
  return renderWith(deps, await readKit(deps), mail);
}

/** What an email is written from, and the name that it greets where its rows have none. */
type RenderedTopic = MailTopic & { toName?: string };

/** The same with other texts than the saved ones, for previews. */
export async function renderWith(deps: Deps, kit: MailKit, mail: RenderedTopic): Promise<Mail | undefined> {
  const mails: Mail[] = [];
  for (const each of [mail, ...(await findMerged(deps.db, mail))]) {
    const written = await renderOne(deps, kit, each);
    if (written !== undefined) mails.push(written);
  }
  if (mails.length < 2) return mails[0];
  return { ...mergeMails(kit, mail.kind, mails), isNameless: mails.some(({ isNameless }) => isNameless === true) };
}

async function renderOne(deps: Deps, kit: MailKit, mail: RenderedTopic): Promise<Mail | undefined> {
  const written = await renderKind(deps, kit, mail);
  if (written === undefined || written.isNameless !== undefined) return written;
  const isConfirmed = (await findConfirmed(deps.db, [mail.toAddress])).has(mail.toAddress);
  return { ...written, isNameless: !isConfirmed };
}

async function renderKind(deps: Deps, kit: MailKit, mail: RenderedTopic): Promise<Mail | undefined> {
  const { kind, topic } = mail;
  if (kind === "account_link") return linkMail(deps, kit, mail);
  if (kind === "security_alert") return guardMail(kit, String(topic.what));
  if (kind === "staff_dispute") return disputeMail(deps, kit, topic);
  if (kind === "staff_money") return moneyMail(deps, kit, topic);
  if (kind === "staff_low_stock") return lowStock(deps, kit, String(topic.variantIds));
  if (kind === "staff_weekly_brief") return weeklyBriefMail(deps, kit, String(topic.week));
  if (kind === "interest_confirmation") return interestConfirmation(deps, kit, String(topic.interestId));
  if (kind === "sales_open") return salesOpen(deps, kit, String(topic.interestId));
  if (kind === "order_email_changed") return emailChanged(deps, kit, topic);
  if (kind === "order_email_code") return emailCode(deps, kit, topic);
  if (kind === "ticket_links") return ticketLinks(deps, kit, mail.toAddress);
  if (kind === "back_in_stock") return backInStock(deps, kit, Number(topic.variantId));
  if (kind === "stream_live") return streamLive(deps, kit, Number(topic.streamId));
  if (kind === "community_digest") return communityDigest(deps, kit, topic, mail.toName ?? "");
  if (kind === "email_test") return writeTest(deps, mail);
  if (kind === "text_test") return testMail(deps, kit, topic);
  return renderForBuyer(deps, kit, mail);
}

/** Writes an email about an order, without what its buyer typed if it could be about anyone. */
async function renderForBuyer(deps: Deps, kit: MailKit, mail: MailTopic): Promise<Mail | undefined> {
  const orderId = String(mail.topic.orderId);
  const found = (await readOrders(deps, deps.db, [orderId])).get(orderId)!;
  // The order's email was changed while this one was on its way to the former address.
  if (mail.toAddress !== found.order.buyer.email && !isCopy(mail)) return undefined;
  const mayQuote = await mayQuoteOrder(deps.db, found.order, mail.toAddress);
  const order = mayQuote ? found.order : withoutTypedText(found.order);
  const written = await writeAboutOrder(deps, kit, mail, { ...found, order });
  return written && { ...written, isNameless: !mayQuote };
}

async function writeAboutOrder(
  deps: Deps,
  kit: MailKit,
  { kind, topic }: MailTopic,
  { order, linkVersion }: { order: Order; linkVersion: number },
): Promise<Mail | undefined> {
  const orderId = order.id;
  const { baseUrl } = kit;
  if (kind === "money_returned") return moneyReturned(kit, order, Number(topic.amountCents), String(topic.reason));
  const key = orderLinkKey({ id: orderId, linkVersion }, deps.keys["order-links"]);
  const documentLink = (id: unknown) => `${baseUrl}/api/orders/${orderId}/documents/${Number(id)}?key=${key}`;
  const link = `${baseUrl}/payment-success?order=${orderId}&key=${key}`;
  if (kind === "invoice_corrected") {
    return invoiceCorrected(kit, order, {
      invoice: documentLink(topic.invoiceId),
      cancellation: documentLink(topic.cancellationId),
    });
  }
  if (kind === "ticket_change") {
    const ticket = order.tickets.find(({ id }) => id === Number(topic.ticketId));
    if (ticket === undefined) return undefined;
    const event = (await findEventById(deps.db, ticket.eventId))!;
    return ticketChangeMail(kit, topic, { order, ticket, event, link });
  }
  if (kind === "order_shipped") {
    const shipmentId = String(topic.shipmentId);
    return orderShipped(deps, kit, { order, shipmentId, link, isChange: Number(topic.change) > 0 });
  }
  if (kind === "refund_made" || kind === "refund_done") {
    const refund = order.refunds.find(({ id }) => id === topic.orderRefundId)!;
    if (kind === "refund_made") return refundMade(kit, order, refund, link);
    const documentId = await findCreditNoteId(deps.db, refund.id);
    return refundDone(kit, order, refund, {
      link,
      creditLink: documentId === undefined ? undefined : documentLink(documentId),
    });
  }
  if (kind === "event_change") {
    const event = (await findEventById(deps.db, Number(topic.eventId)))!;
    const mailed = eventChangeMail(kit, topic, { order, event, link });
    return { ...mailed, attachments: calendarOf(deps, [event]) };
  }
  const events = await findEventInfo(deps.db, [
    ...new Set([...order.lines, ...order.tickets].flatMap(({ eventId }) => eventId ?? [])),
  ]);
  const isComp = await isCompOrder(deps.db, orderId);
  const receiptLink = `${baseUrl}/api/orders/${orderId}/receipt.pdf?key=${key}`;
  const { pickup } = await showForBuyer(deps, deps.db, orderId);
  const attachments = confirmationFiles(deps, order, events, isComp);
  return orderConfirmation(kit, { order, events, link, receiptLink, isComp, pickup, attachments });
}

/** A message of a campaign or an automation for its author, marked as a test. */
async function writeTest(deps: Deps, { topic, toAddress }: MailTopic): Promise<Mail | undefined> {
  if (topic.doctor !== undefined) return doctorMail(deps.config.baseUrl);
  for (const writer of deps.contributed("bulkMail")) {
    const mail = await writer.writeTest(deps, topic, toAddress);
    if (mail !== undefined) return { ...mail, subject: `[Test] ${mail.subject}` };
  }
  return undefined;
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
