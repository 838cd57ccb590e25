import { plainLetters } from "#contract/letters.ts";

/** A person's name as lists sort it. */
interface NameParts {
  /** With its particles: "de la Cruz", "St. John", "Ortega y Gasset". A single name is a last name. */
  last: string;
  first: string;
  /** "Jr.", "III"; empty if there is none. */
  suffix: string;
}

const suffixes = /^(?:jr|sr|ii|iii|iv|esq|ph\.?d|m\.?d|d\.?d\.?s|r\.?n|c\.?p\.?a)\.?$/i;
const particles =
  /^(?:a[lp]|abu|ben|bin|bint|ibn|d[aeiou]|d[aeo]s|del|dell[ao]|de[nr]|dalla?|l[aeo]|las|los|van|vande[nr]|ver|von|zu[mr]?|te[nr]|st\.?|ste\.?|saint|san|santa|mac|fitz|o['’]?)$/i;

/**
 * Splits a name where Americans do: the last word is the last name, with the particles before it, and suffixes don't
 * count. "Thompson, Marcus" is read as written. A name's first word is never a particle: Van Morrison is a Morrison.
 */
export function splitName(name: string): NameParts {
  const [before = "", ...after] = name.split(",").map((part) => part.trim().replace(/\s+/g, " "));
  const rest = after.filter((part) => part !== "").join(" ");
  if (rest !== "" && !rest.split(" ").every((word) => suffixes.test(word))) {
    const { words, suffix } = withoutSuffix(rest.split(" "));
    return { last: before, first: words.join(" "), suffix };
  }
  const { words, suffix } = withoutSuffix(`${before} ${rest}`.trim().split(" "));
  const start = lastNameAt(words);
  return { last: words.slice(start).join(" "), first: words.slice(0, start).join(" "), suffix };
}

function withoutSuffix(words: string[]): { words: string[]; suffix: string } {
  let end = words.length;
  while (end > 1 && suffixes.test(words[end - 1]!)) end--;
  return { words: words.slice(0, end), suffix: words.slice(end).join(" ") };
}

/** The index of the word that begins the last name. */
function lastNameAt(words: string[]): number {
  let start = words.length - 1;
  // Spanish and Catalan names joined by "y" or "i".
  if (start > 2 && /^[yi]$/i.test(words[start - 1]!)) start -= 2;
  while (start > 1 && particles.test(words[start - 1]!)) start--;
  return start;
}

/** A name as a sorted list shows it: "de la Cruz, Ana", "Baptiste, Ada, Jr.". */
export function lastNameFirst(name: string): string {
  const { last, first, suffix } = splitName(name);
  return [last, first, suffix].filter((part) => part !== "").join(", ");
}

const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true, ignorePunctuation: true });

/** Compares names by last name, then by first name and suffix, without regard to case, accents and punctuation. */
function compareNames(one: NameParts, other: NameParts): number {
  return (
    collator.compare(plainLetters(one.last), plainLetters(other.last)) ||
    collator.compare(plainLetters(one.first), plainLetters(other.first)) ||
    collator.compare(one.suffix, other.suffix)
  );
}

/** Rows by the last names in them; rows of the same name stay in their order. Each name is split once. */
export function byLastName<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] {
  return rows
    .map((row) => ({ row, parts: splitName(nameOf(row)) }))
    .toSorted((one, other) => compareNames(one.parts, other.parts))
    .map(({ row }) => row);
}
