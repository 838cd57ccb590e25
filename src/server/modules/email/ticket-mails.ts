import type { Order } from "#contract/orders.ts";
import type { OrderTicket } from "#contract/tickets.ts";
import type { EventHead } from "#server/modules/events/index.ts";
import { formatNight } from "#server/platform/format.ts";
import { html } from "#server/platform/html.ts";
import type { DueMail } from "./store.ts";
import { frame, linkButton, type Mail } from "./templates.ts";

interface About {
  order: Order;
  ticket: OrderTicket;
  night: EventHead;
  baseUrl: string;
  key: string;
}

/** Tells a buyer that staff changed a ticket of theirs, and shows it as it is now, with its code where it has a good one. */
export function ticketChangeMail(topic: DueMail["topic"], { order, ticket, night, baseUrl, key }: About): Mail {
  // One that is on hold lets nobody in: its code would be of no use now.
  const isValid = ticket.status === "valid" && !ticket.isFrozen;
  const { subject, line } = letterOf(String(topic.what), String(topic.was), { ticket, night });
  const link = `${baseUrl}/payment-success?order=${order.id}&key=${key}`;
  const place = `${formatNight(night.startsAt, night.timeZone)}, ${night.venue.name}, ${night.venue.city}`;
  const codes = isValid ? [{ cid: `ticket-${ticket.id}`, code: ticket.code }] : [];
  const former = isValid
    ? "A code that you had for it before opens the door no more, unless it is this one."
    : ticket.isFrozen
      ? "It is on hold while the bank that it was paid with asks for the money back: until the bank has decided it lets nobody in."
      : "";
  const body = html` <h1 style="margin:0 0 12px;font-size:26px;line-height:1.2">${subject}</h1>
    <p style="margin:0 0 12px">${line}</p>
    ${
      isValid &&
      html`<div style="background:#fff;border-radius:12px;padding:18px;margin:0 0 14px;text-align:center">
        <p style="margin:0 0 2px;font-weight:700">${ticket.typeName} · ${ticket.holderName}</p>
        <p style="margin:0 0 10px;font-size:14px">${night.title}<br />${place}</p>
        <img src="cid:ticket-${ticket.id}" width="220" height="220" alt="QR code of your ticket" style="display:block;margin:0 auto" />
        <p style="margin:10px 0 0;font:13px/1.4 Menlo,Consolas,monospace;word-break:break-all">${ticket.code}</p>
      </div>`
    }
    ${former && html`<p style="margin:0 0 12px">${former}</p>`}
    <p style="margin:20px 0 0">
      ${linkButton("Open your order", link)}
    </p>
    <p style="margin:14px 0 0;font-size:14px">Order ${order.number}</p>`;
  const shown = isValid
    ? [`${ticket.typeName}, ${ticket.holderName}`, night.title, place, ticket.code, "", former, ""]
    : former === ""
      ? []
      : [former, ""];
  const text = [subject, "", line, "", ...shown, `Your order: ${link}`, `Order ${order.number}`].join("\n");
  return { subject, html: frame(subject, body), text, codes };
}

function letterOf(
  what: string,
  was: string,
  { ticket, night }: Pick<About, "ticket" | "night">,
): { subject: string; line: string } {
  if (what === "cancelled") {
    return {
      subject: `A ticket for ${night.title} was cancelled`,
      line: `Your ticket ${was} was cancelled at the box office. Its code does not open the door any more.`,
    };
  }
  if (what === "moved") {
    return {
      subject: `Your ticket was changed: ${night.title}`,
      line: `At the box office your ticket ${was} became ${ticket.typeName} for ${night.title}.`,
    };
  }
  if (what === "renamed") {
    return {
      subject: `Another name on your ticket for ${night.title}`,
      line: `Your ticket has the name ${ticket.holderName} on it now; before, it was ${was}.`,
    };
  }
  return {
    subject: `A new code for your ticket for ${night.title}`,
    line: `The code of your ticket was made anew at the box office.${ticket.isFrozen ? "" : " Show this one at the door."}`,
  };
}
