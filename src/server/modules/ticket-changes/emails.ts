import type { Order } from "#contract/orders/orders.ts";
import type { OrderTicket } from "#contract/tickets.ts";
import {
  composeMail,
  defineText,
  nameInMail,
  stripOf,
  stub,
  whenOf,
  type Mail,
  type MailKit,
} from "#server/modules/email/index.ts";
import { findEventById, type EventInfo } from "#server/modules/events/index.ts";
import { z } from "zod";
import {
  defineOrderEmail,
  draftToBuyer,
  eventValues,
  eventVariables,
  exampleOrder,
  exampleOrderLink,
} from "#server/modules/orders/index.ts";
import { isTicketChangeOver } from "./store.ts";

const ticketChangeText = defineText({
  kind: "ticket_change",
  name: "Ticket changed",
  about: "To the buyer when staff change, move or cancel a ticket",
  group: "orders",
  place: 70,
  text: ["{{headline}}", "", "View your order"],
  variables: ["headline", ...eventVariables],
});

interface About {
  order: Order;
  ticket: OrderTicket;
  event: EventInfo;
  /** Opens the order without signing in. */
  link: string;
}

/** Tells a buyer that staff changed one of their tickets, and shows it as it is now, with its code if it is valid. */
function ticketChangeMail(
  kit: MailKit,
  topic: { what: string; was: string },
  { order, ticket, event, link }: About,
): Mail {
  // A ticket on hold is not good for entry, so its code is left out.
  const isValid = ticket.status === "valid" && !ticket.isFrozen;
  const { subject, line } = templateOf(topic.what, topic.was, { ticket, event });
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
    text: ticketChangeText,
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

const ticketChangeEmail = defineOrderEmail({
  kind: "ticket_change",
  priority: 1,
  topic: { ticketId: z.number(), what: z.string(), was: z.coerce.string<string>() },
  isRepeatable: true,
  isOver: isTicketChangeOver,
  texts: [
    {
      text: ticketChangeText,
      example(kit, example) {
        const order = exampleOrder(example);
        const [ticket] = order.tickets;
        const about = { order, ticket: ticket!, event: example.event, link: exampleOrderLink(kit) };
        return ticketChangeMail(kit, { what: "recoded", was: "" }, about);
      },
      latest: true,
    },
  ],
  triggers: {
    "order.ticket_changed": ({ change, ticketId, what, was, ...order }) =>
      draftToBuyer(change, order, { ticketId, what, was }),
  },
  async write(deps, kit, { topic, order, link }) {
    const ticket = order.tickets.find(({ id }) => id === topic.ticketId);
    if (ticket === undefined) return undefined;
    const event = (await findEventById(deps.db, ticket.eventId))!;
    return ticketChangeMail(kit, topic, { order, ticket, event, link });
  },
});

/** The emails about tickets that staff change. */
export const ticketChangeEmails = [ticketChangeEmail];
