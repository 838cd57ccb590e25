import type { PersonListKind } from "#contract/person-lists.ts";
import { type Entry, plainName, readEntries } from "./entries.ts";

/** People of one line, or why it isn't read. */
export type ReadLine = { people: Entry[] } | { reason: string };

const hasLetters = (text: string) => /\p{L}/u.test(text);
const wordCount = (text: string) => text.split(" ").length;

/** Cells that say something else about a person. */
const sideNote =
  /^(?:vip|ga|general admission|comp(?:ed|s)?|guests?|paid|unpaid|free|yes|no|confirmed|pending|table\b.*|friend\b.*|press|media|staff|artist|host|rsvp|attending|going|maybe|n\/?a|tbd)$/i;

const isNote = (text: string) => sideNote.test(text) || /\d/.test(text) || !hasLetters(text);

/** Lines between people. */
const titleLine =
  /\b(?:(?:guest|door|vip|comp|mailing|e?mail|name|will call|waiting) ?lists?|attendees|rsvps?|subscribers|invitees)\b|:$/i;
const titleWord =
  /^(?:vips?|general admission|ga|comps?|press|media|staff|artists?|tables?(?: \d+)?|guests?|names?|e-?mails?|notes?|list)$/i;
const totalLine =
  /^(?:grand |sub-?)?totals?\b(?:[\s:=,-]*(?:of |number of )?(?:guests?|tickets?|people|attendees?|names?|count|rsvps?|attending|emails?)?)?(?:[\s:=,;|$-]*\d[\d.,]*)*(?: ?(?:guests?|tickets?|people|attendees?|names?|rsvps?|emails?))?$|^(?:sum|count|average|headcount)\b[\s:=,;|]*\d*$|^\d+ (?:guests?|tickets?|people|attendees?|rsvps?)(?: (?:total|in total|in all))?$/i;

/** True for a line that adds up the ones above it. */
const isTotal = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell !== "");
  return (
    totalLine.test(filled.join(" ")) ||
    (/^(?:grand |sub-?)?totals?:?$/i.test(filled[0] ?? "") && !filled.some((cell) => cell.includes("@")))
  );
};

/** Why a line without an email names nobody; undefined if it may. */
export function findTitle(cells: readonly string[]): string | undefined {
  const text = cells.filter((cell) => cell !== "").join(" ");
  if (text.includes("@")) return undefined;
  if (isTotal(cells)) return "This looks like a total, not a person.";
  if (!/[\p{L}\p{N}]/u.test(text)) return "There's nothing to read on this line.";
  return titleLine.test(text) || titleWord.test(text) ? "This looks like a title, not a person." : undefined;
}

const unclear =
  "We can't tell whether this is one person or several. Put each person on a line, or say what the columns mean.";

/**
 * Reads a line of a list without column names: what each of its parts is shows by itself. Where that isn't clear, the
 * line isn't read, rather than a person lost or invented.
 *
 * @param isGrid true if the lines have columns in common: then names beside each other aren't several people
 */
export function readLine(
  cells: readonly string[],
  { kind, isGrid }: { kind: PersonListKind; isGrid: boolean },
): ReadLine {
  const title = findTitle(cells);
  if (title !== undefined) return { reason: title };
  const filled = cells.filter((cell) => cell !== "");
  const pieces = filled.flatMap((cell) => splitCell(cell, filled.length === 1));
  const entries = pieces.flatMap(readEntries);
  const emailCount = entries.filter(({ email }) => email !== "").length;
  if (emailCount > 1) return readSeveral(entries, kind);
  if (emailCount === 0 && kind === "audience") return { reason: "There's no email on this line." };
  return readOne(entries, isGrid);
}

const apart = /[,;|\t\n]/;

/** The parts of a cell that may be people of their own. A comma in a cell with one name stays: "Pierre, Marva". */
function splitCell(cell: string, isAlone: boolean): string[] {
  const severalAddresses = cell.split("@").length > 2;
  if (!severalAddresses && (!isAlone || !apart.test(cell.replace(/"[^"]*"/g, "")))) return [cell];
  const parts = cell.match(/(?:"[^"]*"|<[^>]*>|[^,;|\t\n])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** A line with several addresses. Names go to the address in the same part, or beside it. */
function readSeveral(entries: Entry[], kind: PersonListKind): ReadLine {
  const people: Entry[] = [];
  const [first] = entries;
  const namesFirst = first!.name !== "" && first!.email === "";
  let waiting: Entry | undefined;
  for (const entry of entries) {
    const before = people.at(-1);
    if (entry.name === "" && entry.email === "") {
      if (before !== undefined) Object.assign(before, countsOf(entry, before));
    } else if (entry.email === "") {
      if (!namesFirst && before !== undefined && before.name === "") before.name = entry.name;
      else if (namesFirst && waiting === undefined) waiting = entry;
      else if (kind === "guests" && !namesFirst) people.push({ ...entry });
      else return { reason: unclear };
    } else {
      const joined = waiting === undefined ? entry : joinWaiting(waiting, entry);
      if (joined === undefined) return { reason: unclear };
      people.push({ ...joined });
      waiting = undefined;
    }
  }
  return waiting === undefined ? { people } : { reason: unclear };
}

/** A name before an address, or "Pierre" before "Marva <…>"; undefined for two whole names. */
function joinWaiting(waiting: Entry, entry: Entry): Entry | undefined {
  if (entry.name === "") return { ...entry, name: waiting.name, ...written(waiting), ...countsOf(waiting, entry) };
  const isFlipped = wordCount(waiting.name) === 1 && wordCount(entry.name) === 1;
  if (!isFlipped) return undefined;
  return { ...entry, name: `${entry.name} ${waiting.name}`, written: `${waiting.name}, ${entry.name}` };
}

const countsOf = (entry: Entry, other: Entry) => ({
  quantity: other.quantity ?? entry.quantity,
  plus: other.plus ?? entry.plus,
});

const written = ({ written: text }: Pick<Entry, "written">) => (text === undefined ? {} : { written: text });

/** A line with one address or none. */
function readOne(entries: Entry[], isGrid: boolean): ReadLine {
  const email = entries.find((entry) => entry.email !== "");
  const texts = entries.filter(({ name }) => name !== "");
  const names = texts.filter((entry) => entry === email || texts.length === 1 || !isNote(entry.name));
  const counted = entries.reduce<Pick<Entry, "quantity" | "plus">>(
    // A number of four digits is an order's or a year.
    (found, entry) => (entry.name === "" && entry.quantity! >= 1000 ? found : countsOf(entry, found as Entry)),
    { quantity: undefined, plus: undefined },
  );
  const one = (named: Pick<Entry, "name" | "written">): ReadLine => ({
    people: [{ name: named.name, email: email?.email ?? "", ...counted, ...written(named) }],
  });
  if (names.length < 2) return one(names[0] ?? { name: "" });
  const areWords = names.every(({ name }) => wordCount(name) === 1);
  if (email !== undefined) {
    // "Pierre, Marva <…>" is last name first; "Marva, Pierre, address" has columns.
    if (areWords && names.length === 2) {
      const [last, first] = names as [Entry, Entry];
      if (first !== email) return one({ name: `${last.name} ${first.name}` });
      return one({ name: `${first.name} ${last.name}`, written: `${last.name}, ${first.name}` });
    }
    return { reason: unclear };
  }
  if (areWords && names.length === 2) return one(plainName(`${names[0]!.name}, ${names[1]!.name}`));
  if (!isGrid && (areWords || names.every(({ name }) => wordCount(name) > 1))) return { people: names };
  return { reason: unclear };
}
