import { type EventInfo, eventFileName, findEventById } from "#server/modules/events/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import { findGuests, type Guest } from "./store.ts";
import { setImmediate as breathe } from "node:timers/promises";
import { formatDateTime, formatTime } from "#server/platform/format.ts";
import { openSheet, type Part, type Sheet } from "#server/platform/pdf/sheet.ts";
import { unprintable } from "#server/platform/pdf/letters.ts";
import { ink } from "../printing/labels.ts";
import { initialOf } from "../rules.ts";
import { guestLines, type GuestLine } from "./guest-lines.ts";

const [rowHeight, top, foot] = [25, 118, 52];

interface DrawContext {
  sheet: Sheet;
  table: Part;
  event: EventInfo;
}

/** Large type for dark doorways, a checkbox per guest, and the first letter in the margin where it changes. */
async function drawDoorList(event: EventInfo, guests: Guest[], at: Date): Promise<Buffer> {
  const title = `Door list: ${event.title}`;
  const sheet = await openSheet({ title, author: "Savage Gentlemen", size: "letter", madeAt: at, margin: 46 });
  const lines = guestLines(guests);
  const perPage = Math.floor((sheet.height - top - foot) / rowHeight);
  const pages = Array.from({ length: Math.max(1, Math.ceil(lines.length / perPage)) }, (_, page) =>
    lines.slice(page * perPage, (page + 1) * perPage),
  );
  drawHeader(sheet, event, guests);
  const table = sheet.part("Table");
  let initial = "";
  for (const [page, shown] of pages.entries()) {
    if (page > 0) {
      sheet.addPage();
      drawHeader(sheet, event, undefined);
      // Thousands of guests take a while, so let other requests run in between.
      await breathe();
    }
    drawRange(sheet, shown);
    drawColumns(sheet, page === 0 ? sheet.part("TR", table) : undefined);
    for (const [index, guest] of shown.entries()) {
      const guestInitial = initialOf(guest.name);
      drawGuest(
        { sheet, table, event },
        guest,
        top + index * rowHeight,
        guestInitial === initial ? undefined : guestInitial,
      );
      initial = guestInitial;
    }
  }
  const printed = formatDateTime(at, event.timeZone);
  sheet.onEachPage((page, count) => drawFoot(sheet, `As of ${printed}`, `Page ${page} of ${count}`));
  return sheet.finish();
}

/** The first page has the event as a heading; the others only repeat its name. */
function drawHeader(sheet: Sheet, event: EventInfo, guests: Guest[] | undefined): void {
  const isFirst = guests !== undefined;
  const repeated = isFirst ? {} : { isRepeated: true };
  const x = sheet.margin;
  const wide = { x, width: sheet.inner * 0.76, maxLines: 1 };
  sheet.text(event.title.toUpperCase(), { ...wide, y: 34, size: 24, style: "display", tag: "H1", ...repeated });
  const when = `${formatDateTime(event.startsAt, event.timeZone)}, ${event.venue.name}`;
  sheet.text(when, { ...wide, y: 66, size: 9.5, color: ink.soft, ...repeated });
  if (!isFirst) return;
  const inside = guests.filter(({ admittedAt }) => admittedAt !== null).length;
  const counts = `${guests.length} ${guests.length === 1 ? "guest" : "guests"}, ${inside} checked in`;
  sheet.text(counts, { ...wide, y: 79, size: 9.5, color: ink.soft });
}

/** The first and last letters of a page, large, so that staff find the page before the name. */
function drawRange(sheet: Sheet, shown: GuestLine[]): void {
  const [first, last] = [shown[0], shown.at(-1)];
  if (first === undefined || last === undefined) return;
  const [from, to] = [initialOf(first.name), initialOf(last.name)];
  const box = { x: sheet.margin + sheet.inner * 0.76, y: 30, width: sheet.inner * 0.24, align: "right" as const };
  const range = from === to ? from : `${from} – ${to}`;
  sheet.text(range, { ...box, size: 34, style: "display", color: ink.gold, isRepeated: true });
}

const columns = [
  { label: "Guest", at: 0.06, share: 0.46 },
  { label: "Ticket", at: 0.53, share: 0.22 },
  { label: "Order", at: 0.76, share: 0.09 },
  { label: "Checked in", at: 0.85, share: 0.15 },
] as const;

function drawColumns(sheet: Sheet, row: Part | undefined): void {
  for (const { label, at, share } of columns) {
    const box = { x: sheet.margin + at * sheet.inner, y: top - 20, width: share * sheet.inner, size: 8 };
    const textStyle = { ...box, style: "strong" as const, color: ink.soft };
    sheet.text(label, { ...textStyle, ...(row ? { tag: "TH" as const, within: row } : { isRepeated: true }) });
  }
  sheet.rule(sheet.margin, top - 6, sheet.inner, ink.black, 0.8);
}

function drawGuest(
  { sheet, table, event }: DrawContext,
  guest: GuestLine,
  y: number,
  initial: string | undefined,
): void {
  const { margin, inner } = sheet;
  if (initial !== undefined) {
    const box = { x: margin - 22, y: y - 3, width: 20, size: 17, style: "display" as const, color: ink.gold };
    sheet.text(initial, { ...box, isRepeated: true });
  }
  if (guest.admittedCount < guest.count) sheet.box(margin + 2, y, 14, 14, { line: ink.black });
  else sheet.box(margin + 2, y, 14, 14, { fill: ink.line });
  if (guest.color !== null && /^#[\da-f]{6}$/i.test(guest.color)) {
    sheet.box(margin + 0.53 * inner - 9, y + 1, 5, 13, { fill: guest.color });
  }
  const row = sheet.part("TR", table);
  const [name, type, order, status] = columns.map(({ at, share }) => ({
    x: margin + at * inner,
    width: share * inner - 6,
    tag: "TD" as const,
    within: row,
    maxLines: 1,
  }));
  sheet.text(guest.name, { ...name!, y: y - 3, size: 14.5, style: "strong" });
  sheet.text(guest.count === 1 ? guest.typeName : `${guest.count} × ${guest.typeName}`, {
    ...type!,
    y: y + 1,
    size: 10,
  });
  sheet.text(guest.orderEnd, { ...order!, y: y + 1, size: 10, color: ink.soft });
  sheet.text(statusOf(guest, event.timeZone), { ...status!, y: y + 1, size: 10, style: "strong" });
  sheet.rule(margin, y + rowHeight - 7, inner, ink.line, 0.4);
}

function statusOf({ count, admittedCount, admittedAt, frozenCount }: GuestLine, timeZone: string): string {
  if (frozenCount === count) return "On hold";
  const onHold = frozenCount === 0 ? "" : `${frozenCount} on hold`;
  if (admittedAt === null) return onHold;
  const inside = admittedCount < count ? `${admittedCount} of ${count}` : formatTime(admittedAt, timeZone);
  return [inside, onHold].filter(Boolean).join(", ");
}

function drawFoot(sheet: Sheet, left: string, right: string): void {
  const box = { y: sheet.height - 32, size: 8.5, color: ink.soft, isRepeated: true, maxLines: 1 };
  const note = sheet.lacksLetters ? `${left}. ${unprintable}: characters we can't print. Use the order number` : left;
  sheet.text(note, { ...box, x: sheet.margin, width: sheet.inner * 0.8 });
  sheet.text(right, { ...box, x: sheet.margin + sheet.inner * 0.8, width: sheet.inner * 0.2, align: "right" });
}

/**
 * An event's guests by last name as a PDF, with who is checked in: for a door without a network.
 *
 * @throws AppError `not_found`
 */
export async function printDoorList(db: Database, eventId: number): Promise<{ name: string; pdf: Buffer }> {
  const event = await findEventById(db, eventId);
  if (event === undefined) throw new AppError("not_found");
  const pdf = await drawDoorList(event, await findGuests(db, eventId), new Date());
  return { name: await eventFileName(db, eventId, "door-list"), pdf };
}
