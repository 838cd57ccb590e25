import type { PersonColumn } from "#contract/person-lists.ts";
import type { NamedColumn, Owner } from "./column-rules.ts";
import { cleanText, readCount, readEntries, readPlusOnes } from "./entries.ts";
import type { ReadLine } from "./lines.ts";

/** Whose name a person has, first the one who comes. */
const ownerOrder: readonly Owner[] = ["attendee", "anyone", "buyer"];

/** What ticket programs write for an attendee whose buyer named nobody. */
const placeholder = /^(?:info requested ?)+$/i;

/** Reads a row whose columns are known: each person has one row. */
export function readColumns(cells: readonly string[], columns: readonly (NamedColumn | undefined)[]): ReadLine {
  const valueOf = (meaning: PersonColumn, owner?: Owner) => {
    const at = columns.findIndex(
      (column, index) =>
        column?.meaning === meaning && (owner === undefined || column.owner === owner) && (cells[index] ?? "") !== "",
    );
    return at === -1 ? "" : cleanText(cells[at]!);
  };
  const nameOf = (owner: Owner) => {
    const name = valueOf("name", owner) || `${valueOf("firstName", owner)} ${valueOf("lastName", owner)}`.trim();
    return placeholder.test(name) ? "" : name;
  };
  const owner = ownerOrder.find((each) => nameOf(each) !== "") ?? "anyone";
  const [named, ...others] = readEntries(nameOf(owner));
  const emailed = readEntries(findEmail(owner, columns, valueOf));
  const emails = [...emailed, named!, ...others].filter(({ email }) => email !== "");
  const tickets = valueOf("tickets");
  const isPlus = tickets.startsWith("+");
  const plus = readPlusOnes(valueOf("plusOnes") || (isPlus ? tickets : "")) ?? named!.plus ?? emailed[0]!.plus;
  const quantity = isPlus ? undefined : (readCount(tickets) ?? (plus === undefined ? named!.quantity : undefined));
  const [first] = emails;
  // `Name <address>` in the column of emails; without an address its text is a faulty one.
  const [email] = emailed;
  const from = named!.name === "" && email!.email !== "" ? email! : named!;
  const { name } = from;
  // Several addresses without a name are several people.
  if (name === "" && emails.length > 1) return { people: emails.map((each) => ({ ...each, quantity, plus })) };
  const written = from.written === undefined ? {} : { written: from.written };
  return { people: [{ name, ...written, email: first?.email ?? email!.name, quantity, plus }] };
}

/** The email that goes with the name; another one only if no column is for theirs. */
function findEmail(
  owner: Owner,
  columns: readonly (NamedColumn | undefined)[],
  valueOf: (meaning: PersonColumn, owner?: Owner) => string,
): string {
  const email = valueOf("email", owner) || valueOf("email", "anyone");
  if (email !== "") return email;
  const hasTheirs = columns.some(
    (column) => column?.meaning === "email" && (column.owner === owner || column.owner === "anyone"),
  );
  return hasTheirs && owner !== "buyer" ? "" : valueOf("email");
}
