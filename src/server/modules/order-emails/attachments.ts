import type { Order } from "#contract/orders/orders.ts";
import { findShownEvent, type EventInfo } from "#server/modules/events/index.ts";
import { writeCalendar } from "#server/modules/feeds/index.ts";
import { printReceipt, printTickets } from "#server/modules/order-documents/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { openTickets } from "./confirmation-mail.ts";
import { nameInMail, type MailAttachment } from "#server/modules/email/index.ts";

const pdf = "application/pdf";

/** The dates of events for the reader's calendar. One that has no date yet, or no page, is left out. */
export function calendarOf(deps: Pick<Deps, "db" | "config">, events: EventInfo[]): MailAttachment[] {
  const dated = events.filter(({ status }) => status !== "postponed");
  const [first] = dated;
  if (first === undefined) return [];
  return [
    {
      filename: `${dated.length === 1 ? first.slug : "events"}.ics`,
      contentType: "text/calendar; charset=utf-8; method=PUBLISH",
      async read() {
        const found = await Promise.all(dated.map(({ id }) => findShownEvent(deps.db, id)));
        const shown = found.filter((event) => event !== undefined);
        return writeCalendar("Savage Gentlemen", shown, deps.config.baseUrl);
      },
    },
  ];
}

/**
 * The files of a confirmed order: its tickets and its receipt as PDFs, and the dates of its events. Names on the tickets
 * are those that emails may show. A receipt with another name, or with an address, stays behind its link: anyone can
 * enter any name for anyone's email.
 */
export function confirmationFiles(
  deps: Pick<Deps, "db" | "config">,
  order: Order,
  events: Map<number, EventInfo>,
  isComp: boolean,
): MailAttachment[] {
  const tickets = openTickets(order, events);
  const files: MailAttachment[] = [];
  if (tickets.length > 0) {
    files.push({
      filename: `tickets-${order.number}.pdf`,
      contentType: pdf,
      read: () =>
        printTickets(
          tickets.map((ticket) => ({
            event: events.get(ticket.eventId)!,
            ticket: { ...ticket, holderName: nameInMail(ticket.holderName) },
            number: order.number,
          })),
        ),
    });
  }
  const hasPlainName = nameInMail(order.buyer.name) === order.buyer.name && !order.delivery?.address;
  if (!isComp && order.totalCents > 0 && hasPlainName) {
    files.push({
      filename: `receipt-${order.number}.pdf`,
      contentType: pdf,
      read: async () => (await printReceipt(deps.db, order)).pdf,
    });
  }
  const ids = new Set(tickets.map(({ eventId }) => eventId));
  return [
    ...files,
    ...calendarOf(
      deps,
      [...ids].map((id) => events.get(id)!),
    ),
  ];
}
