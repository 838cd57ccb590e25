import { setImmediate as breathe } from "node:timers/promises";
import { encode } from "uqr";
import type { OrderTicket } from "#contract/tickets.ts";
import { findEventById, type EventInfo } from "#server/modules/events/index.ts";
import { findPrintableComps } from "#server/modules/comps/index.ts";
import { readOrders } from "#server/modules/orders/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Deps } from "#server/platform/deps.ts";
import { formatDateTime } from "#server/platform/format.ts";
import { openSheet, type Sheet } from "#server/platform/pdf/sheet.ts";
import { ink } from "../printing/labels.ts";

/** Tickets on a page, one below the other, to be cut apart. */
const perPage = 4;
const codeSize = 126;

/** A ticket to print: with its event and the number of its order. */
interface PrintedTicket {
  event: EventInfo;
  ticket: Pick<OrderTicket, "holderName" | "typeName" | "code">;
  number: string;
}

/**
 * Free tickets as a PDF to print and hand out: those of one comp, or of all guests without an email in a guest list.
 * Only valid tickets are printed.
 *
 * @param id of the comp or the batch
 * @throws AppError `not_found` when there is nothing to print
 */
export async function printCompTickets(deps: Deps, id: string): Promise<{ name: string; pdf: Buffer }> {
  const ids = await findPrintableComps(deps.db, id);
  const found = await readOrders(deps, deps.db, ids);
  const tickets = ids.flatMap((orderId) => {
    const order = found.get(orderId)?.order;
    const valid = order?.tickets.filter(({ status, isFrozen }) => status === "valid" && !isFrozen) ?? [];
    return valid.map((ticket) => ({ ticket, number: order!.number }));
  });
  const event = tickets[0] && (await findEventById(deps.db, tickets[0].ticket.eventId));
  if (event === undefined) throw new AppError("not_found", { message: "There are no tickets to print" });
  return { name: `tickets-${event.slug}`, pdf: await printTickets(tickets.map((each) => ({ ...each, event }))) };
}

/** Tickets as a PDF, four on a page. */
export async function printTickets(tickets: PrintedTicket[]): Promise<Buffer> {
  const title = `Tickets: ${[...new Set(tickets.map(({ event }) => event.title))].join(", ")}`;
  const sheet = await openSheet({ title, author: "Savage Gentlemen", size: "letter", madeAt: new Date(), margin: 46 });
  const height = (sheet.height - 2 * sheet.margin) / perPage;
  for (const [index, printed] of tickets.entries()) {
    const place = index % perPage;
    if (index > 0 && place === 0) {
      sheet.addPage();
      // Thousands of tickets take a while, so let other requests run in between.
      await breathe();
    }
    drawTicket(sheet, printed, sheet.margin + place * height);
    if (place > 0) sheet.rule(sheet.margin, sheet.margin + place * height - 14, sheet.inner, ink.line);
  }
  return sheet.finish();
}

function drawTicket(sheet: Sheet, { event, ticket, number }: PrintedTicket, y: number): void {
  const x = sheet.margin;
  const wide = { x, width: sheet.inner - codeSize - 28, maxLines: 1 };
  sheet.text(event.title.toUpperCase(), { ...wide, y, size: 22, style: "display", maxLines: 2, tag: "H2" });
  const when = `${formatDateTime(event.startsAt, event.timeZone)}, ${event.venue.name}`;
  sheet.text(when, { ...wide, y: y + 62, size: 9.5, color: ink.soft, maxLines: 2 });
  sheet.text(ticket.holderName, { ...wide, y: y + 92, size: 15, style: "strong" });
  sheet.text(`${ticket.typeName}, order ${number}`, { ...wide, y: y + 114, size: 9.5, color: ink.soft });
  const { data, size } = encode(ticket.code, { ecc: "M", border: 0 });
  sheet.cells(data, { x: x + sheet.inner - codeSize, y, each: codeSize / size });
}
