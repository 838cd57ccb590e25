import { splitName } from "#server/platform/person-names.ts";

/** What a piece of text says about one person; empty and undefined for what it doesn't say. */
export interface Entry {
  name: string;
  /** The name as the list has it, if it was turned around: "Pierre, Marva". */
  written?: string;
  email: string;
  /** Tickets in all; NaN if it can't be read. */
  quantity: number | undefined;
  /** People on top of this one. */
  plus: number | undefined;
}

/** Marks that nobody sees: text copied from chats and web pages has them. Joiners of Arabic and Indian letters stay. */
const invisible = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

/** A text without hidden marks, with plain spaces and composed letters. */
export const cleanText = (text: string): string =>
  text.normalize("NFC").replace(invisible, "").replace(/\s+/g, " ").trim();

const address = /<?\s*(?:mailto:)?([^\s<>,;|()[\]"]+@[^\s<>,;|()[\]"]*)\s*>?/gi;

/** Bullets, numbers and boxes in front of a line. */
const listMark =
  /^(?:\(?\d{1,4}[.)\]]\s+|\(?\d{1,4}[.)](?=[\p{L}"<])|#\d{1,4}[.):]?\s+|[-–—•*·‣▪◦○●■□►➤→✓✔☐☑✅]+\s*|\[[ xX✓]?\]\s*)+/u;

/** How lists say how many come, at the end of a name. */
const counts: readonly (readonly ["quantity" | "plus", RegExp])[] = [
  [
    "plus",
    /(?:^|[\s([,])(?:\+|plus\s)\s*(\d{1,6}|one|two|three|a|guest)\s*(?:more|guests?|others?|people|friends?)?\s*[)\]]?$/i,
  ],
  ["plus", /(?:^|[\s([])(?:and|&|with|w\/)\s*(?:a\s|one\s|1\s|their\s|his\s|her\s)?\s*(guest|date|plus one)[)\]]?$/i],
  ["quantity", /(?:^|[\s([])[x×*]\s*(\d{1,6})[)\]]?$/i],
  ["quantity", /(?:^|[\s([,–-])(\d{1,6})\s*(?:x|×|tickets?|tix|people|persons|pax|ppl|seats?|spots?)[)\]]?$/i],
  ["quantity", /\s[([](\d{1,3})[)\]]$/],
  ["quantity", /(?:[:=]|\s[–-])\s*(\d)$/],
  ["quantity", /^(\d{1,3})\s*[x×]\s+(?=\p{L})/iu],
];

const words: Record<string, number> = { one: 1, two: 2, three: 3, a: 1, guest: 1, date: 1, "plus one": 1 };

/** A text without the count in it. */
function splitCount(text: string): { text: string; quantity?: number; plus?: number } {
  for (const [kind, signs] of counts) {
    const found = signs.exec(text);
    if (found === null) continue;
    const said = found[1]!.toLowerCase();
    const rest = text.slice(0, found.index) + text.slice(found.index + found[0].length);
    return { text: rest, [kind]: words[said] ?? Number(said) };
  }
  return { text };
}

/** A name as it is printed: without quotation marks and signs around it, and "Pierre, Marva" as "Marva Pierre". */
export function plainName(text: string): Pick<Entry, "name" | "written"> {
  const bare = text
    .trim()
    .replace(/^["“”'](.*)["“”']$/, "$1")
    .replace(/^[\s,;:|/·–—-]+|[\s,;:|/·–—-]+$/g, "")
    .replace(/\s*[([]\s*[)\]]/g, "")
    .trim();
  if (!bare.includes(",")) return { name: bare };
  const { first, last, suffix } = splitName(bare);
  const name = [first, last, suffix].filter((part) => part !== "").join(" ");
  return bare.startsWith(first) ? { name } : { name, written: bare };
}

/** A number of tickets in a cell of its own: `2`, `2.0`, `x2`, `2 tickets`. Undefined if it is empty, NaN if it isn't one. */
export function readCount(text: string): number | undefined {
  if (text === "") return undefined;
  const found = /^[x×]?\s*(\d{1,6})(?:[.,]0+)?\s*(?:x|×|tickets?|tix|people|pax|guests?)?$/i.exec(text);
  return found === null ? Number.NaN : Number(found[1]);
}

/** How many a cell of plus ones adds: a number, yes or no, or the name of one. */
export function readPlusOnes(text: string): number | undefined {
  if (text === "") return undefined;
  if (/^(?:no|n|none|false|-+|n\/?a)$/i.test(text)) return 0;
  const count = readCount(text.replace(/^(?:\+|plus)\s*/i, ""));
  return Number.isNaN(count) && /\p{L}/u.test(text) ? 1 : count;
}

/**
 * What a piece of text says, one entry for each address in it, or one if there is none: `Name <address> +1`,
 * `address (Name) x2`, `- Name`, `Name address Name address`.
 */
export function readEntries(piece: string): Entry[] {
  const text = cleanText(piece).replace(listMark, "");
  const found = [...text.matchAll(address)];
  if (found.length === 0) return [toEntry(text, "")];
  const between = [...found, undefined].map((each, index) => {
    const before = found[index - 1];
    return text.slice(before === undefined ? 0 : before.index + before[0].length, each?.index);
  });
  const emails = found.map((each) => each[1]!.replace(/[.:]+$/, ""));
  const last = between.pop()!;
  if (emails.length === 1) return [toEntry(`${between[0]!} ${last}`, emails[0]!)];
  // The addresses come first if there is text behind each of them and none before.
  const isBefore = between[0]!.trim() === "" && /\p{L}/u.test(last);
  const texts = isBefore ? [...between.slice(1), last] : moveCounts([...between, last]);
  return emails.map((email, index) => toEntry(texts[index] ?? "", email));
}

/** A count at the start of a text belongs to the person before it: `Ann <…> +1 Bo <…>`. */
function moveCounts(texts: string[]): string[] {
  for (let index = 1; index < texts.length; index++) {
    const count = /^[\s,;]*((?:\+|[x×])\s?\d{1,2})(?=[\s,;]|$)/i.exec(texts[index]!);
    if (count === null) continue;
    texts[index] = texts[index]!.slice(count[0].length);
    texts[index - 1] += ` ${count[1]}`;
  }
  return texts;
}

function toEntry(text: string, email: string): Entry {
  const bare = cleanText(text);
  const alone = bare.startsWith("+") ? undefined : readCount(bare);
  if (alone !== undefined && !Number.isNaN(alone)) return { name: "", email, quantity: alone, plus: undefined };
  const { text: rest, quantity, plus } = splitCount(bare);
  return { ...plainName(cleanText(rest)), email, quantity, plus };
}
