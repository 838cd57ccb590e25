import sharp from "sharp";
import { encode } from "uqr";
import type { Deps } from "#server/platform/deps.ts";
import { findEventInfo, type EventInfo, findEventById } from "#server/modules/events/index.ts";
import { findCreditNoteId } from "#server/modules/order-documents/index.ts";
import { isCompOrder } from "#server/modules/comps/index.ts";
import { orderLinkKey, readOrders } from "#server/modules/orders/index.ts";
import { guardMail, linkMail } from "./account-mails.ts";
import { weeklyBriefMail } from "./brief-mail.ts";
import { communityDigest } from "./digest-mail.ts";
import { interestConfirmation, salesOpen } from "./interest-mail.ts";
import { backInStock, lowStock } from "./shop-mails.ts";
import { streamLive } from "./stream-mail.ts";
import { orderShipped } from "./shipping-mail.ts";
import { showForBuyer } from "#server/modules/fulfillment/index.ts";
import { eventChangeMail } from "./event-mails.ts";
import { moneyReturned, refundDone, refundMade } from "./refund-mails.ts";
import { disputeMail, moneyMail } from "./staff-mails.ts";
import { mergeMails } from "./merged-mail.ts";
import { nameInMail } from "./rules.ts";
import { findMerged, isCopy, type DueMail, type MailTopic } from "./store.ts";
import { orderConfirmation } from "./confirmation-mail.ts";
import { composeMail, type Mail, frame, linkButton, whenOf } from "./templates.ts";
import type { Order } from "#contract/orders.ts";
import { html } from "#server/platform/html.ts";
import type { OrderTicket } from "#contract/tickets.ts";

/**
 * Writes an email from its topic and the current rows.
 *
 * @returns undefined when there is nothing left to send: its link was used or has expired. One email for all that were
 *   merged into it.
 */
export async function renderMail(deps: Deps, mail: MailTopic): Promise<Mail | undefined> {
  const mails: Mail[] = [];
  for (const each of [mail, ...(await findMerged(deps.db, mail))]) {
    const written = await renderOne(deps, each);
    if (written !== undefined) mails.push(written);
  }
  return mails.length > 1 ? mergeMails(mail.kind, mails) : mails[0];
}

async function renderOne(deps: Deps, mail: MailTopic): Promise<Mail | undefined> {
  if (mail.kind === "account_link") return linkMail(deps, mail);
  if (mail.kind === "security_alert") return guardMail(deps.config, mail);
  if (mail.kind === "staff_dispute") return disputeMail(deps, mail.topic);
  if (mail.kind === "staff_money") return moneyMail(deps, mail.topic);
  if (mail.kind === "staff_low_stock") return lowStock(deps, String(mail.topic.variantIds));
  if (mail.kind === "staff_weekly_brief") return weeklyBriefMail(deps, String(mail.topic.week));
  if (mail.kind === "interest_confirmation") return interestConfirmation(deps, String(mail.topic.interestId));
  if (mail.kind === "sales_open") return salesOpen(deps, String(mail.topic.interestId));
  if (mail.kind === "back_in_stock") return backInStock(deps, Number(mail.topic.variantId));
  if (mail.kind === "stream_live") return streamLive(deps, Number(mail.topic.streamId));
  if (mail.kind === "community_digest") return communityDigest(deps, mail.topic);
  const orderId = String(mail.topic.orderId);
  const { order, linkVersion } = (await readOrders(deps, deps.db, [orderId])).get(orderId)!;
  // The order's email was changed while this one was on its way to the former address.
  if (mail.toAddress !== order.buyer.email && !isCopy(mail)) return undefined;
  const { baseUrl } = deps.config;
  if (mail.kind === "money_returned") {
    return moneyReturned(order, Number(mail.topic.amountCents), String(mail.topic.reason), baseUrl);
  }
  const key = orderLinkKey({ id: orderId, linkVersion }, deps.keys["order-links"]);
  if (mail.kind === "invoice_corrected") return invoiceCorrected(mail.topic, { order, baseUrl, key });
  if (mail.kind === "ticket_change") {
    const ticket = order.tickets.find(({ id }) => id === Number(mail.topic.ticketId));
    if (ticket === undefined) return undefined;
    const event = (await findEventById(deps.db, ticket.eventId))!;
    return ticketChangeMail(mail.topic, { order, ticket, event, baseUrl, key });
  }
  const link = `${baseUrl}/payment-success?order=${orderId}&key=${key}`;
  if (mail.kind === "order_shipped") {
    const shipmentId = String(mail.topic.shipmentId);
    return orderShipped(deps, { order, shipmentId, link, isChange: Number(mail.topic.change) > 0 });
  }
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
    const event = (await findEventById(deps.db, eventId))!;
    return eventChangeMail(mail.topic, { order, event, baseUrl, key });
  }
  const events = await findEventInfo(deps.db, [
    ...new Set([...order.lines, ...order.tickets].flatMap(({ eventId }) => eventId ?? [])),
  ]);
  const isComp = await isCompOrder(deps.db, orderId);
  const receiptLink = `${baseUrl}/api/orders/${orderId}/receipt.pdf?key=${key}`;
  const { pickup } = await showForBuyer(deps, deps.db, orderId);
  return orderConfirmation(order, events, { link, receiptLink }, { isComp, pickup });
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

/**
 * Tells a buyer that their invoice was reissued, with links to both documents: the new invoice and the old one's
 * cancellation.
 */
function invoiceCorrected(
  topic: DueMail["topic"],
  { order, baseUrl, key }: { order: Order; baseUrl: string; key: string },
): Mail {
  const subject = `Your corrected invoice for order ${order.number}`;
  const linkOf = (id: unknown) => `${baseUrl}/api/orders/${order.id}/documents/${Number(id)}?key=${key}`;
  const invoice = linkOf(topic.invoiceId);
  const cancellation = linkOf(topic.cancellationId);
  const lines = [
    "We corrected the billing details on your invoice. The old invoice is canceled, and a new one replaces it. What you paid hasn't changed.",
    "If the old invoice is already in your books, file the cancellation with it.",
  ];
  const under = html`<p style="margin:14px 0 0;color:#6b6255;font-size:14px">
    Order ${order.number}. <a href="${cancellation}" style="color:#8a6a1f">Cancellation of the old invoice (PDF)</a>
  </p>`;
  const links = [{ label: "Cancellation of the old invoice (PDF)", link: cancellation }];
  const ends = [`Invoice: ${invoice}`, `Cancellation: ${cancellation}`];
  return composeMail({ subject, lines, button: { label: "View invoice (PDF)", link: invoice }, under, links, ends });
}

interface About {
  order: Order;
  ticket: OrderTicket;
  event: EventInfo;
  baseUrl: string;
  key: string;
}

/** Tells a buyer that staff changed one of their tickets, and shows it as it is now, with its code if it is valid. */
function ticketChangeMail(topic: DueMail["topic"], { order, ticket, event, baseUrl, key }: About): Mail {
  // A ticket on hold is not good for entry, so its code is left out.
  const isValid = ticket.status === "valid" && !ticket.isFrozen;
  const { subject, line } = templateOf(String(topic.what), String(topic.was), { ticket, event });
  const link = `${baseUrl}/payment-success?order=${order.id}&key=${key}`;
  const whenAndWhere = `${whenOf(event)}, ${event.venue.name}, ${event.venue.city}`;
  const holder = [ticket.typeName, nameInMail(ticket.holderName)].filter(Boolean).join(" · ");
  const codes = isValid ? [{ cid: `ticket-${ticket.id}`, code: ticket.code }] : [];
  const former = isValid
    ? "Use this code. Any other code you have for this ticket no longer works."
    : ticket.isFrozen
      ? "It's on hold because your bank is disputing the payment. It can't be used for entry until the bank decides."
      : "";
  const body = html` <h1 style="margin:0 0 12px;font-size:26px;line-height:1.2">${subject}</h1>
    <p style="margin:0 0 12px">${line}</p>
    ${
      isValid &&
      html`<div style="background:#fff;border-radius:12px;padding:18px;margin:0 0 14px;text-align:center">
        <p style="margin:0 0 2px;font-weight:700">${holder}</p>
        <p style="margin:0 0 10px;font-size:14px">${event.title}<br />${whenAndWhere}</p>
        <img src="cid:ticket-${ticket.id}" width="220" height="220" alt="QR code for your ticket" style="display:block;margin:0 auto" />
        <p style="margin:10px 0 0;font:13px/1.4 Menlo,Consolas,monospace;word-break:break-all">${ticket.code}</p>
      </div>`
    }
    ${former && html`<p style="margin:0 0 12px">${former}</p>`}
    <p style="margin:20px 0 0">
      ${linkButton("View your order", link)}
    </p>
    <p style="margin:14px 0 0;font-size:14px">Order ${order.number}</p>`;
  const shown = isValid
    ? [holder, event.title, whenAndWhere, ticket.code, "", former, ""]
    : former === ""
      ? []
      : [former, ""];
  const text = [subject, "", line, "", ...shown, `Your order: ${link}`, `Order ${order.number}`].join("\n");
  const brief = { lines: [line, ...shown.filter(Boolean)], links: [{ label: "View your order", link }] };
  return { subject, html: frame(subject, body), text, codes, brief };
}

function templateOf(
  what: string,
  was: string,
  { ticket, event }: Pick<About, "ticket" | "event">,
): { subject: string; line: string } {
  if (what === "canceled") {
    return {
      subject: `Your ticket for ${event.title} was canceled`,
      line: `The box office canceled your ticket: ${was}. Its code no longer works.`,
    };
  }
  if (what === "moved") {
    return {
      subject: `Your ticket for ${event.title} was changed`,
      line: `The box office changed your ticket to ${ticket.typeName} · ${event.title}. It was ${was}.`,
    };
  }
  if (what === "renamed") {
    return {
      subject: `New name on your ticket for ${event.title}`,
      line: renamedLine(nameInMail(ticket.holderName), nameInMail(was)),
    };
  }
  return {
    subject: `Your ticket for ${event.title} has a new code`,
    line: `The box office issued a new code for your ticket.${ticket.isFrozen ? "" : " Show this one at the door."}`,
  };
}

const renamedLine = (name: string, was: string) =>
  name === "" || was === ""
    ? "The name on your ticket was changed."
    : `The name on your ticket is now ${name}. It was ${was}.`;
