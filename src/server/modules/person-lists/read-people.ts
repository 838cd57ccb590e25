import {
  maxAudience,
  maxGuests,
  type ListColumn,
  type ListedPerson,
  type PersonColumn,
  type PersonListKind,
  type UnreadLine,
} from "#contract/person-lists.ts";
import { maxPerGuest } from "#contract/comps/comps.ts";
import { buyerFields } from "#contract/form-fields.ts";
import { columnLetters, type Table, TableProblem } from "#server/platform/tables/table.ts";
import { columnOf, hasCounts, type NamedColumn, readHeader } from "./column-rules.ts";
import { readColumns } from "./cells.ts";
import type { Entry } from "./entries.ts";
import { findTitle, readLine, type ReadLine } from "./lines.ts";

/** A list as it was understood: everyone in it, its columns, and what wasn't read. */
interface ReadList {
  people: ListedPerson[];
  columns: ListColumn[];
  unread: UnreadLine[];
}

/** What a list is for, and what its columns mean if a person said so. */
export interface ListQuestion {
  kind: PersonListKind;
  columns?: readonly PersonColumn[] | undefined;
}

/** Lines in which the names of the columns may be below titles. */
const titleLines = 30;

/**
 * Reads the people of a list. Every line is a person or more, or among `unread` with the reason; the line that names the
 * columns shows in `columns`.
 *
 * @throws TableProblem for more people than a list can have
 */
export function readPeople(table: Table, question: ListQuestion): ReadList {
  const { rows } = table;
  const start = rows.slice(0, titleLines).findIndex(({ cells }) => readHeader(cells) !== undefined);
  const collect = createCollector(question.kind);
  for (const { line, text, message } of table.unread) collect.leave(line, text, message);
  const titles = start === -1 ? 0 : start;
  const free = { kind: question.kind, isGrid: isGrid(table) };
  for (const { line, cells } of rows.slice(0, titles)) {
    if (cells.some((cell) => cell.includes("@"))) collect.add(line, cells, readLine(cells, free));
    else collect.leave(line, textOf(cells), "This is above the names of the columns.");
  }
  const columns = describeColumns(table, start, question);
  const body = start === -1 ? rows : rows.slice(start + 1);
  let named = columns.named;
  const unnamed = start === -1 && named === undefined ? findUnknownHeader(table) : undefined;
  for (const { line, cells } of body) {
    const again = start === -1 ? undefined : readHeader(cells);
    if (again !== undefined) {
      if (question.columns === undefined) named = again;
      collect.leave(line, textOf(cells), "This names the columns again.");
    } else if (line === unnamed) {
      collect.leave(line, textOf(cells), "This looks like the names of columns. Say what the columns mean.");
    } else if (named === undefined) collect.add(line, cells, readLine(numbered(table, cells), free));
    else collect.add(line, cells, readNamed(cells, named, question.kind));
  }
  return { ...collect.finish(), columns: columns.described };
}

const textOf = (cells: readonly string[]) =>
  cells
    .filter((cell) => cell !== "")
    .join(", ")
    .slice(0, 200);

/** True if most lines have the same cells filled: then the list has columns, though nothing names them. */
function isGrid({ rows, columns }: Table): boolean {
  if (columns.length < 2 || rows.length < 3) return false;
  return (
    rows.filter(({ cells }) => cells.filter((cell) => cell !== "").length === columns.length).length * 2 > rows.length
  );
}

/** Cells without the number of the line, where a first column counts them: 1, 2, 3. */
function numbered({ rows }: Table, cells: readonly string[]): readonly string[] {
  const isCounted = rows.length > 1 && rows.every((row, index) => row.cells[0] === String(index + 1));
  return isCounted ? cells.slice(1) : cells;
}

/** The line of a first row without an email above rows that all have one: names of columns that we don't know. */
function findUnknownHeader({ rows }: Table): number | undefined {
  const [first, ...others] = rows;
  if (first === undefined || others.length < 2) return undefined;
  const hasEmail = ({ cells }: { cells: string[] }) => cells.some((cell) => cell.includes("@"));
  const filled = first.cells.filter((cell) => cell !== "");
  const areNames = filled.length > 1 && filled.every((cell) => !/\d|@/.test(cell));
  return areNames && others.every(hasEmail) ? first.line : undefined;
}

/** Reads a row by its columns; a row of one column, such as a title between parts, by itself. */
function readNamed(
  cells: readonly string[],
  named: readonly (NamedColumn | undefined)[],
  kind: PersonListKind,
): ReadLine {
  const isOnly = named.filter((column) => column !== undefined).length === 1 && cells.length === 1;
  if (isOnly) return readLine(cells, { kind, isGrid: false });
  const total = findTitle(cells);
  if (total !== undefined && cells.filter((cell) => cell !== "").length < 3) return { reason: total };
  return readColumns(cells, named);
}

/** What the columns mean, for reading and for showing; nothing for text without columns. */
function describeColumns({ rows, columns }: Table, start: number, { kind, columns: chosen }: ListQuestion) {
  const titles = start === -1 ? [] : rows[start]!.cells;
  const body = rows.slice(start + 1);
  const valuesOf = (index: number) => body.map(({ cells }) => cells[index]!);
  const header = start === -1 ? undefined : readHeader(titles)!;
  const found = header?.map((column, index) => checkCounts(column, valuesOf(index)));
  const inferred =
    found === undefined && columns.length > 1
      ? inferColumns(
          columns.map((_, index) => valuesOf(index)),
          kind,
        )
      : [];
  const meanings = columns.map(
    (_, index) => chosen?.[index] ?? found?.[index]?.meaning ?? inferred[index] ?? "ignored",
  );
  const isShown = found !== undefined || columns.length > 1;
  const described = columns.map((position, index): ListColumn => {
    const title = titles[index] ?? "";
    const examples = valuesOf(index).filter((value) => value !== "");
    return {
      letter: columnLetters(position),
      title: title.slice(0, 100),
      meaning: meanings[index]!,
      reason: meanings[index] === "ignored" ? findIgnoredReason(title, chosen !== undefined) : null,
      examples: examples.slice(0, 3).map((value) => value.slice(0, 60)),
    };
  });
  const named =
    chosen === undefined
      ? found
      : meanings.map((meaning): NamedColumn | undefined =>
          meaning === "ignored" ? undefined : { meaning, owner: "anyone", isWeak: false },
        );
  return { named, described: isShown ? described : [] };
}

/** A column of counts without counts in it is something else: amounts, types, or the guests' names. */
function checkCounts(column: NamedColumn | undefined, values: string[]): NamedColumn | undefined {
  if (column?.meaning === "tickets" && !hasCounts(values)) return undefined;
  return column;
}

function findIgnoredReason(title: string, isChosen: boolean): string {
  if (isChosen) return "You chose to leave it out.";
  const column = columnOf(title);
  if (column?.meaning === "tickets") return "Its values aren't numbers of tickets.";
  return title === "" ? "Nothing says what it means." : "It doesn't say who comes, with how many, or at which email.";
}

/** Collects people and what wasn't read, and checks each person. */
function createCollector(kind: PersonListKind) {
  const people: ListedPerson[] = [];
  const unread: UnreadLine[] = [];
  const seen = new Map<string, number>();
  const most = kind === "guests" ? maxGuests : maxAudience;
  const leave = (line: number, text: string, reason: string) => void unread.push({ line, text, reason });
  function addOne(line: number, text: string, entry: Entry): void {
    const checked = kind === "guests" ? checkGuest(entry) : checkReader(entry);
    if (typeof checked === "string") return leave(line, text, checked);
    const first = kind === "audience" ? seen.get(checked.email) : undefined;
    if (first !== undefined) return leave(line, text, `Same email as line ${first}. It is on the list once.`);
    seen.set(checked.email, line);
    if (people.length === most) {
      throw new TableProblem(
        `A list can have up to ${most.toLocaleString("en-US")} people, and this one has more. Split it.`,
      );
    }
    people.push({ line, ...checked });
  }
  return {
    leave,
    add(line: number, cells: readonly string[], read: ReadLine) {
      if ("reason" in read) return leave(line, textOf(cells), read.reason);
      for (const entry of read.people) addOne(line, textOf(cells), entry);
    },
    finish: () => ({ people, unread: unread.toSorted((one, other) => one.line - other.line) }),
  };
}

type Checked = Omit<ListedPerson, "line">;

/** A guest as their ticket needs them, or what is wrong. */
function checkGuest({ name, written, email, quantity, plus }: Entry): Checked | string {
  const namedAs = checkName(name);
  if (name === "" || !/\p{L}/u.test(name)) return "There's no name on this line.";
  if (namedAs === undefined) return `We can't use the name "${short(name)}". Correct or shorten it.`;
  const mailTo = email === "" ? "" : checkEmail(email);
  if (mailTo === undefined) {
    return `"${short(email)}" isn't a valid email. Correct it, or remove it to print the ticket.`;
  }
  const count = quantity ?? 1 + (plus ?? 0);
  if (!(count >= 1 && count <= maxPerGuest)) return `Enter 1 to ${maxPerGuest} tickets, or up to +${maxPerGuest - 1}.`;
  return { name: namedAs, written: checkWritten(written), email: mailTo, quantity: count };
}

/** A recipient, or what is wrong. A name that can't be used is left out. */
function checkReader({ name, written, email }: Entry): Checked | string {
  if (email === "") return "There's no email on this line.";
  const mailTo = checkEmail(email);
  if (mailTo === undefined) return `"${short(email)}" isn't a valid email. Correct it.`;
  const namedAs = /\p{L}/u.test(name) ? (checkName(name) ?? "") : "";
  return { name: namedAs, written: namedAs === "" ? null : checkWritten(written), email: mailTo, quantity: 1 };
}

const checkName = (name: string) => (name.includes("\ufffd") ? undefined : buyerFields.name.safeParse(name).data);
const checkWritten = (written: string | undefined) => (written === undefined ? null : (checkName(written) ?? null));
const checkEmail = (email: string) => buyerFields.email.safeParse(email).data;
const short = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);

/** What columns that nothing names mean, by their values. A column that counts the lines means nothing. */
function inferColumns(columns: readonly (readonly string[])[], kind: PersonListKind): PersonColumn[] {
  const meanings = columns.map((values) => inferColumn(values, kind));
  const names = meanings.flatMap((meaning, index) => (meaning === "name" ? [index] : []));
  const areWords = names.slice(0, 2).every((index) => share(columns[index]!, (value) => !value.includes(" ")) > 0.5);
  if (names.length > 1 && areWords) {
    meanings[names[0]!] = "firstName";
    meanings[names[1]!] = "lastName";
  }
  // One column has the names; the others say something else.
  const first = meanings.indexOf("name");
  return meanings.map((meaning, index) => (meaning === "name" && index !== first ? "ignored" : meaning));
}

function inferColumn(values: readonly string[], kind: PersonListKind): PersonColumn {
  const filled = values.filter((value) => value !== "");
  if (share(filled, (value) => value.includes("@")) > 0.5) return "email";
  if (share(filled, (value) => /^\+?\d/.test(value)) > 0.5) {
    const isCounted = values.length > 1 && values.every((value, index) => value === String(index + 1));
    return kind === "guests" && hasCounts(filled) && !isCounted ? "tickets" : "ignored";
  }
  return share(filled, (value) => /\p{L}/u.test(value) && !/\d/.test(value)) > 0.5 ? "name" : "ignored";
}

const share = (values: readonly string[], fits: (value: string) => boolean) =>
  values.length === 0 ? 0 : values.filter(fits).length / values.length;
