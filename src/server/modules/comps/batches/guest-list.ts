import { CsvError, parse } from "csv-parse/sync";
import { type GuestField, type GuestRemark, type ListedGuest, maxGuests } from "#contract/comps/batches.ts";
import { maxPerGuest } from "#contract/comps/comps.ts";
import { buyerFields } from "#contract/form-fields.ts";

/** A guest list as it was read. With errors, nothing of it can be issued. */
export interface GuestList {
  guests: ListedGuest[];
  errors: GuestRemark[];
  duplicates: GuestRemark[];
}

/** What a row says, before it is checked. `quantity` is undefined for a number that can't be read. */
interface Row {
  row: number;
  name: string;
  email: string;
  quantity: number | undefined;
}

type Column = "name" | "first" | "last" | "email" | "tickets" | "plus" | "other";

/** Names of columns as spreadsheets and ticket programs write them, in lower case and without signs. */
const columnNames: Record<Exclude<Column, "other">, readonly string[]> = {
  name: ["name", "fullname", "guest", "guestname", "attendee", "holder"],
  first: ["firstname", "first", "givenname"],
  last: ["lastname", "last", "surname", "familyname"],
  email: ["email", "emailaddress", "mail"],
  tickets: ["tickets", "ticket", "quantity", "qty", "count", "total", "admits"],
  plus: ["plus", "plusones", "plusone", "extra", "extras", "bringing", "additional", "additionalguests", "guests"],
};

/**
 * Reads a guest list, one guest a line: `Name <email> +2`, or columns separated by commas, semicolons or tabs, in any
 * order if the first line names them. `+2` means two more people; a number alone is all of their tickets. Names keep
 * their accents; rows are the lines of the text, from 1.
 */
export function readGuestList(text: string): GuestList {
  const rows = readRows(text.normalize("NFC").replace(/\r\n?/g, "\n"));
  if (!Array.isArray(rows)) return { guests: [], errors: [rows], duplicates: [] };
  if (rows.length > maxGuests) {
    const message = `A list can have up to ${maxGuests.toLocaleString("en-US")} guests, and this one has more. Split it.`;
    return { guests: [], errors: [{ row: rows[maxGuests]!.row, field: "row", message }], duplicates: [] };
  }
  const guests: ListedGuest[] = [];
  const errors: GuestRemark[] = [];
  for (const row of rows) {
    const found = checkRow(row);
    if (Array.isArray(found)) errors.push(...found);
    else guests.push(found);
  }
  return { guests, errors, duplicates: markDuplicates(guests) };
}

/** Flags guests who were listed before: by their email, or by their name if they have none. */
function markDuplicates(guests: ListedGuest[]): GuestRemark[] {
  const seen = new Map<string, number>();
  return guests.flatMap((guest) => {
    const { row, name, email } = guest;
    const key = email === "" ? `name ${name.toLocaleLowerCase("en-US")}` : email;
    const first = seen.get(key);
    seen.set(key, first ?? row);
    if (first === undefined) return [];
    guest.isDuplicate = true;
    const field = email === "" ? "name" : "email";
    return [{ row, field, message: `Same ${field} as row ${first}` } as const];
  });
}

function checkRow({ row, name, email, quantity }: Row): ListedGuest | GuestRemark[] {
  const remarks: GuestRemark[] = [];
  const object = (field: GuestField, message: string) => void remarks.push({ row, field, message });
  const namedAs = buyerFields.name.safeParse(name);
  if (name === "") object("name", "Add the guest's name");
  else if (name.includes("\ufffd")) {
    object("name", `We can't read all letters of "${short(name)}". Type the name, or save the file as UTF-8`);
  } else if (!namedAs.success) object("name", `Shorten "${short(name)}" or remove its hidden characters`);
  const mailTo = email === "" ? undefined : buyerFields.email.safeParse(email);
  if (mailTo?.success === false) {
    object("email", `"${short(email)}" isn't a valid email. Correct it, or remove it to print the ticket`);
  }
  if (quantity === undefined || !(quantity >= 1 && quantity <= maxPerGuest)) {
    object("tickets", `Enter 1 to ${maxPerGuest} tickets, or up to +${maxPerGuest - 1}`);
  }
  if (remarks.length > 0) return remarks;
  return { row, name: namedAs.data!, email: mailTo?.data ?? "", quantity: quantity!, isDuplicate: false };
}

const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** The rows of a text, or why it can't be read at all. */
function readRows(text: string): Row[] | GuestRemark {
  let records: { record: string[]; info: { lines: number } }[];
  try {
    records = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_quotes: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      info: true,
    }) as unknown as typeof records;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const row = Math.max(1, Number(error.lines ?? 1));
    return { row, field: "row", message: "We can't read this line. Check that each quotation mark is closed" };
  }
  const filled = records.filter(({ record }) => record.some((cell) => cell !== ""));
  const columns = filled[0] && readHeader(filled[0].record);
  return filled
    .slice(columns === undefined ? 0 : 1)
    .map(({ record, info }) => ({ row: info.lines, ...(columns ? readColumns(record, columns) : readFree(record)) }));
}

/** What separates the columns: tabs if there are any, otherwise the sign that more lines have. */
function delimiterOf(text: string): string {
  const lines = text.split("\n", 50).map((line) => line.replace(/"[^"]*"/g, ""));
  const having = (sign: string) => lines.filter((line) => line.includes(sign)).length;
  if (having("\t") > 0) return "\t";
  return having(";") > 0 && having(";") >= having(",") ? ";" : ",";
}

/** The columns that a first line names; undefined if it is a guest. */
function readHeader(cells: string[]): Column[] | undefined {
  const columns = cells.map((cell): Column => {
    const name = cell
      .toLowerCase()
      .replace(/[^\p{L}+]/gu, "")
      .replaceAll("+", "plus");
    const [column] = Object.entries(columnNames).find(([, names]) => names.includes(name)) ?? ["other"];
    return column as Column;
  });
  const isHeader = columns.some((column) => column === "name" || column === "first" || column === "email");
  return isHeader && !cells.some((cell) => cell.includes("@")) ? columns : undefined;
}

function readColumns(cells: string[], columns: Column[]): Omit<Row, "row"> {
  const of = (column: Column) => cells.find((_, index) => columns[index] === column) ?? "";
  const name = splitPlus(of("name") || `${of("first")} ${of("last")}`.trim());
  const tickets = of("tickets").startsWith("+") ? undefined : wholeOf(of("tickets"));
  const plus = wholeOf(of("plus") || (of("tickets").startsWith("+") ? of("tickets") : ""));
  const email = readCell(of("email"));
  const extra = plus ?? name.plus ?? email.plus ?? 0;
  return { name: name.text, email: email.email || of("email"), quantity: tickets ?? 1 + extra };
}

/** A row without named columns: what each of its cells is shows by itself. */
function readFree(cells: string[]): Omit<Row, "row"> {
  const parts = cells.map(readCell);
  const names = parts.map(({ text }) => text).filter((text) => text !== "");
  const quantity = parts.find((part) => part.quantity !== undefined)?.quantity;
  const plus = parts.find((part) => part.plus !== undefined)?.plus;
  return {
    name: names.join(" "),
    email: parts.find(({ email }) => email !== "")?.email ?? "",
    quantity: quantity ?? 1 + (plus ?? 0),
  };
}

interface Cell {
  text: string;
  email: string;
  quantity?: number;
  plus?: number | undefined;
}

/** What a cell says: `Name <email> +2`, or any part of that; or a number of tickets. */
function readCell(cell: string): Cell {
  if (/^\d+$/.test(cell)) return { text: "", email: "", quantity: Number(cell) };
  const { text, plus } = splitPlus(cell);
  const [whole, email = ""] = /<?([^\s<>]+@[^\s<>]*)>?/.exec(text) ?? [""];
  return {
    text: text
      .replace(whole, " ")
      .trim()
      .replace(/\s+/g, " ")
      .replace(/^"(.*)"$/, "$1"),
    email,
    plus,
  };
}

/** A text without the `+2` at its end. */
function splitPlus(text: string): { text: string; plus: number | undefined } {
  const found = /(?:^|[\s>])\+\s?(\d{1,6})$/.exec(text);
  if (found === null) return { text, plus: undefined };
  const end = text[found.index] === ">" ? found.index + 1 : found.index;
  return { text: text.slice(0, end).trim(), plus: Number(found[1]) };
}

/** A whole number, with or without a plus; undefined for an empty text, NaN for another one. */
function wholeOf(text: string): number | undefined {
  if (text === "") return undefined;
  return /^\+?\s?\d{1,6}$/.test(text) ? Number(text.replace("+", "")) : Number.NaN;
}
