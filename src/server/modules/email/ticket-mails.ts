import type { Order } from "#contract/orders/orders.ts";
import type { OrderTicket } from "#contract/tickets.ts";
import type { EventInfo } from "#server/modules/events/index.ts";
import { eventValues } from "./event-mails.ts";
import { stub, whenOf } from "./layout.ts";
import { nameInMail } from "./rules.ts";
import type { DueMail } from "./store.ts";
import { composeMail, stripOf, type Mail, type MailKit } from "./templates.ts";

/**
 * Tells a buyer that their invoice was reissued, with links to both documents: the new invoice and the old one's
 * cancellation.
 */
export const invoiceCorrected = (
  kit: MailKit,
  order: Order,
  { invoice, cancellation }: { invoice: string; cancellation: string },
): Mail =>
  composeMail(kit, {
    kind: "invoice_corrected",
    values: { name: nameInMail(order.buyer.name), order: order.number },
    title: "Your corrected invoice.",
    lines: [
      "We corrected the billing details on your invoice. The old invoice is canceled, and a new one replaces it. What you paid hasn't changed.",
      "If the old invoice is already in your books, file the cancellation with it.",
    ],
    link: invoice,
    small: `Order ${order.number}`,
    links: [{ label: "Cancellation of the old invoice (PDF)", link: cancellation }],
  });

interface About {
  order: Order;
  ticket: OrderTicket;
  event: EventInfo;
  /** Opens the order without signing in. */
  link: string;
}

/** Tells a buyer that staff changed one of their tickets, and shows it as it is now, with its code if it is valid. */
export function ticketChangeMail(kit: MailKit, topic: DueMail["topic"], { order, ticket, event, link }: About): Mail {
  // A ticket on hold is not good for entry, so its code is left out.
  const isValid = ticket.status === "valid" && !ticket.isFrozen;
  const { subject, line } = templateOf(String(topic.what), String(topic.was), { ticket, event });
  const whenAndWhere = `${whenOf(event)}, ${event.venue.name}, ${event.venue.city}`;
  const holder = nameInMail(ticket.holderName);
  const cid = `ticket-${ticket.id}`;
  const note = isValid
    ? "Use this code. Any other code you have for this ticket no longer works."
    : ticket.isFrozen
      ? "It's on hold because your bank is disputing the payment. It can't be used for entry until the bank decides."
      : "";
  const isCanceled = topic.what === "canceled";
  return composeMail(kit, {
    kind: "ticket_change",
    values: { ...eventValues(order, event), headline: subject },
    title: subject,
    event: isCanceled ? undefined : stripOf(event, kit.baseUrl),
    lines: [line, ...(note === "" ? [] : [note])],
    link,
    ...(isValid && {
      blocks: stub({
        kicker: "Your ticket",
        title: ticket.typeName,
        lines: [...(holder === "" ? [] : [holder]), event.title],
        cid,
        code: ticket.code,
        alt: "QR code for your ticket",
      }),
      blocksText: [[ticket.typeName, holder].filter(Boolean).join(" · "), event.title, whenAndWhere, ticket.code, ""],
      codes: [{ cid, code: ticket.code }],
    }),
    small: `Order ${order.number}`,
  });
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
