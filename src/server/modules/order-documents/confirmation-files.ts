import { nameInMail, type MailAttachment } from "#server/modules/email/index.ts";
import type { ModuleParts } from "#server/platform/module-parts.ts";
import { printTickets } from "./comp-tickets/service.ts";
import { printReceipt } from "./service.ts";

const pdf = "application/pdf";

/**
 * The files of a confirmed order: its tickets and its receipt as PDFs. Names on the tickets are those that emails may
 * show. A receipt with another name, or with an address, stays behind its link: anyone can enter any name for anyone's
 * email.
 */
export const confirmationFiles: NonNullable<ModuleParts["confirmationFiles"]> = (
  db,
  { order, tickets, events, isComp },
) => {
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
      read: async () => (await printReceipt(db, order)).pdf,
    });
  }
  return files;
};
