import type { Order } from "#contract/orders.ts";
import type { OrderTicket } from "#contract/tickets.ts";
import type { EventInfo } from "#server/modules/events/index.ts";
import { formatDateTime } from "#server/platform/format.ts";
import { html } from "#server/platform/html.ts";
import type { DueMail } from "./store.ts";
import { frame, linkButton, type Mail } from "./templates.ts";

interface About {
  order: Order;
  ticket: OrderTicket;
  event: EventInfo;
  baseUrl: string;
  key: string;
}

/** Tells a buyer that staff changed one of their tickets, and shows it as it is now, with its code if it is valid. */
export function ticketChangeMail(topic: DueMail["topic"], { order, ticket, event, baseUrl, key }: About): Mail {
  // A ticket on hold is not good for entry, so its code is left out.
  const isValid = ticket.status === "valid" && !ticket.isFrozen;
  const { subject, line } = templateOf(String(topic.what), String(topic.was), { ticket, event });
  const link = `${baseUrl}/payment-success?order=${order.id}&key=${key}`;
  const whenAndWhere = `${formatDateTime(event.startsAt, event.timeZone)}, ${event.venue.name}, ${event.venue.city}`;
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
        <p style="margin:0 0 2px;font-weight:700">${ticket.typeName} · ${ticket.holderName}</p>
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
    ? [`${ticket.typeName}, ${ticket.holderName}`, event.title, whenAndWhere, ticket.code, "", former, ""]
    : former === ""
      ? []
      : [former, ""];
  const text = [subject, "", line, "", ...shown, `Your order: ${link}`, `Order ${order.number}`].join("\n");
  return { subject, html: frame(subject, body), text, codes };
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
      line: `The name on your ticket is now ${ticket.holderName}. It was ${was}.`,
    };
  }
  return {
    subject: `Your ticket for ${event.title} has a new code`,
    line: `The box office issued a new code for your ticket.${ticket.isFrozen ? "" : " Show this one at the door."}`,
  };
}
