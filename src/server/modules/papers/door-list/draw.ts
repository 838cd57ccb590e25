import { setImmediate as breathe } from "node:timers/promises";
import type { EventHead } from "#server/modules/events/index.ts";
import { formatNight } from "#server/platform/format.ts";
import { Sheet, type Part } from "#server/platform/pdf/sheet.ts";
import { unprintable } from "#server/platform/pdf/letters.ts";
import { ink } from "../printing/words.ts";
import { initialOf } from "./rules.ts";
import type { Guest } from "./store.ts";

const [rowHeight, top, foot] = [25, 118, 52];

interface Place {
  sheet: Sheet;
  table: Part;
  night: EventHead;
}

/** Large letters for the dark, a box to tick, and the first letter in the margin where it changes. */
export async function drawDoorList(night: EventHead, guests: Guest[], at: Date): Promise<Buffer> {
  const title = `Door list: ${night.title}`;
  const sheet = new Sheet({ title, author: "Savage Gentlemen", size: "letter", madeAt: at, margin: 46 });
  const perPage = Math.floor((sheet.height - top - foot) / rowHeight);
  const pages = Array.from({ length: Math.max(1, Math.ceil(guests.length / perPage)) }, (_, page) =>
    guests.slice(page * perPage, (page + 1) * perPage),
  );
  drawHead(sheet, night, guests);
  const table = sheet.part("Table");
  let initial = "";
  for (const [page, shown] of pages.entries()) {
    if (page > 0) {
      sheet.addPage();
      drawHead(sheet, night, undefined);
      // Thousands of guests take a while: others are answered in between.
      await breathe();
    }
    drawRange(sheet, shown);
    drawColumns(sheet, page === 0 ? sheet.part("TR", table) : undefined);
    for (const [index, guest] of shown.entries()) {
      const own = initialOf(guest.name);
      drawGuest({ sheet, table, night }, guest, top + index * rowHeight, own === initial ? undefined : own);
      initial = own;
    }
  }
  const printed = formatNight(at, night.timeZone);
  sheet.onEachPage((page, count) => drawFoot(sheet, `As of ${printed}`, `Page ${page} of ${count}`));
  return sheet.finish();
}

/** On the first page the night is a heading; on the others its name is only repeated. */
function drawHead(sheet: Sheet, night: EventHead, guests: Guest[] | undefined): void {
  const isFirst = guests !== undefined;
  const repeated = isFirst ? {} : { isRepeated: true };
  const x = sheet.margin;
  const wide = { x, width: sheet.inner * 0.76, maxLines: 1 };
  sheet.text(night.title.toUpperCase(), { ...wide, y: 34, size: 24, style: "display", tag: "H1", ...repeated });
  const when = `${formatNight(night.startsAt, night.timeZone)}, ${night.venue.name}`;
  sheet.text(when, { ...wide, y: 66, size: 9.5, colour: ink.soft, ...repeated });
  if (!isFirst) return;
  const inside = guests.filter(({ admittedAt }) => admittedAt !== null).length;
  const counts = `${guests.length} ${guests.length === 1 ? "guest" : "guests"}, ${inside} in already`;
  sheet.text(counts, { ...wide, y: 79, size: 9.5, colour: ink.soft });
}

/** The first and the last letters of a page, large, so that one finds the page before the name. */
function drawRange(sheet: Sheet, shown: Guest[]): void {
  const [first, last] = [shown[0], shown.at(-1)];
  if (first === undefined || last === undefined) return;
  const [from, to] = [initialOf(first.name), initialOf(last.name)];
  const box = { x: sheet.margin + sheet.inner * 0.76, y: 30, width: sheet.inner * 0.24, align: "right" as const };
  const range = from === to ? from : `${from} – ${to}`;
  sheet.text(range, { ...box, size: 34, style: "display", colour: ink.gold, isRepeated: true });
}

const columns = [
  { label: "Guest", at: 0.06, share: 0.46 },
  { label: "Ticket", at: 0.53, share: 0.22 },
  { label: "Order", at: 0.76, share: 0.09 },
  { label: "In", at: 0.85, share: 0.15 },
] as const;

function drawColumns(sheet: Sheet, row: Part | undefined): void {
  for (const { label, at, share } of columns) {
    const box = { x: sheet.margin + at * sheet.inner, y: top - 20, width: share * sheet.inner, size: 8 };
    const look = { ...box, style: "strong" as const, colour: ink.soft };
    sheet.text(label, { ...look, ...(row ? { tag: "TH" as const, within: row } : { isRepeated: true }) });
  }
  sheet.rule(sheet.margin, top - 6, sheet.inner, ink.black, 0.8);
}

function drawGuest({ sheet, table, night }: Place, guest: Guest, y: number, initial: string | undefined): void {
  const { margin, inner } = sheet;
  if (initial !== undefined) {
    const box = { x: margin - 22, y: y - 3, width: 20, size: 17, style: "display" as const, colour: ink.gold };
    sheet.text(initial, { ...box, isRepeated: true });
  }
  if (guest.admittedAt === null) sheet.box(margin + 2, y, 14, 14, { line: ink.black });
  else sheet.box(margin + 2, y, 14, 14, { fill: ink.line });
  if (guest.colour !== null && /^#[\da-f]{6}$/i.test(guest.colour)) {
    sheet.box(margin + 0.53 * inner - 9, y + 1, 5, 13, { fill: guest.colour });
  }
  const row = sheet.part("TR", table);
  const [name, type, order, state] = columns.map(({ at, share }) => ({
    x: margin + at * inner,
    width: share * inner - 6,
    tag: "TD" as const,
    within: row,
    maxLines: 1,
  }));
  sheet.text(guest.name, { ...name!, y: y - 3, size: 14.5, style: "strong" });
  sheet.text(guest.typeName, { ...type!, y: y + 1, size: 10 });
  sheet.text(guest.orderEnd, { ...order!, y: y + 1, size: 10, colour: ink.soft });
  sheet.text(stateOf(guest, night.timeZone), { ...state!, y: y + 1, size: 10, style: "strong" });
  sheet.rule(margin, y + rowHeight - 7, inner, ink.line, 0.4);
}

function stateOf({ admittedAt, isFrozen }: Guest, timeZone: string): string {
  if (isFrozen) return "Hold: ask";
  return admittedAt === null ? "" : admittedAt.toLocaleTimeString("en-US", { timeStyle: "short", timeZone });
}

function drawFoot(sheet: Sheet, left: string, right: string): void {
  const box = { y: sheet.height - 32, size: 8.5, colour: ink.soft, isRepeated: true, maxLines: 1 };
  const note = sheet.lacksLetters ? `${left}. ${unprintable}: letters that cannot be printed, go by the order` : left;
  sheet.text(note, { ...box, x: sheet.margin, width: sheet.inner * 0.8 });
  sheet.text(right, { ...box, x: sheet.margin + sheet.inner * 0.8, width: sheet.inner * 0.2, align: "right" });
}
