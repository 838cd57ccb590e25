import type { PersonColumn, PersonListKind } from "#contract/person-lists.ts";
import { hasCounts } from "./column-rules.ts";

/** What columns that nothing names mean, by their values. A column that counts the lines means nothing. */
export function inferColumns(columns: readonly (readonly string[])[], kind: PersonListKind): PersonColumn[] {
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
