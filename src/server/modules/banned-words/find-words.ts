import { createRequire } from "node:module";
import type * as Obscenity from "obscenity";
import { isOrdinaryWord } from "#server/platform/ordinary-words.ts";

/** Letters with more than a few marks on each other cover the lines around them. */
export const hasStackedMarks = (text: string): boolean => /\p{M}{5,}/u.test(text.normalize("NFD"));

/** A banned word that a text has, and how it's written there. */
export interface FoundWord {
  word: string;
  written: string;
}

/** What its author reads about a banned word. */
export const sentenceAbout = ({ written }: FoundWord): string =>
  `You can't write “${written}” here. Change it and try again.`;

/** The signs that are written for a letter, beside the letter itself. */
const signs: Record<string, string> = { l: "1!", a: "4@", b: "8", e: "3", i: "1!", o: "0", s: "5$", t: "7" };
const letterOf = new Map(Object.entries(signs).flatMap(([each, all]) => [...all].map((sign) => [sign, each])));

const require = createRequire(import.meta.url);

/** Letters of other alphabets and the plain ones that they look like. */
interface Lookalikes {
  transform: (code: number) => number;
}
let lookalikes: Lookalikes | undefined;

/** Loaded with the first letter that isn't plain: it takes long. */
function plainOf(code: number): number {
  lookalikes ??= (require("obscenity") as typeof Obscenity).resolveConfusablesTransformer() as Lookalikes;
  return lookalikes.transform(code);
}

/** A character as its plain letters in lower case: no accents, no look-alikes of other alphabets, nothing invisible. */
const plain = (character: string): string =>
  Array.from(character.normalize("NFKD").replace(/\p{M}|\p{Default_Ignorable_Code_Point}/gu, ""), (each) =>
    each < "\u0080" ? each : String.fromCodePoint(plainOf(each.codePointAt(0)!)),
  )
    .join("")
    .toLowerCase();

/**
 * A banned word as it is stored and compared: plain letters in lower case, without spaces and signs. Digits among letters
 * are the letters that they stand for; a word of digits alone is a number.
 */
export function foldWord(word: string): string {
  const letters = Array.from(word, plain).join("");
  if (/^\P{L}*$/u.test(letters)) return letters.replace(/[^\p{N}]/gu, "");
  return letters
    .replace(/!+(?![\p{L}\p{N}])/gu, "")
    .replace(/[^\p{L}]/gu, (sign) => letterOf.get(sign) ?? sign)
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** A piece of a text that may be a banned word. */
interface Piece {
  letters: string;
  written: string;
}

/** Numbers stay numbers: 455, 45s, 5th, 9pm, and what has a letter in front, such as the seat A55. */
const isNumber = (written: string): boolean =>
  /\d/.test(written) &&
  /^(?:[^\p{L}]*|\p{Lu}?\d+|\d{2,}s|\d+(?:st|nd|rd|th|am|pm|k|m|x|hrs?|mins?|ft|lbs?))[@$!]*$/u.test(written);

const letter = String.raw`[\p{L}\p{N}@$!]`;
const patterns = [
  new RegExp(`${letter}+`, "gu"),
  // A sign between letters: b.adword.
  new RegExp(`${letter}+(?:[._*~–-]+${letter}+)+`, "gu"),
];
/** Letters that stand alone: a s s. */
const spaced = /(?<![\p{L}\p{N}@$])[\p{L}\p{N}@$](?:[^\p{L}\p{N}@$\n]{1,3}[\p{L}\p{N}@$](?![\p{L}\p{N}@$]))+/gu;

/** The words of a text; those with a sign between their letters; and letters that stand alone. */
function piecesOf(text: string): Piece[] {
  const characters = Array.from(text);
  // Where each plain letter is from.
  const from: number[] = [];
  let folded = "";
  characters.forEach((character, index) => {
    const letters = plain(character);
    folded += letters;
    for (let unit = 0; unit < letters.length; unit++) from.push(index);
  });
  const pieceAt = (start: number, found: string): Piece => ({
    letters: found.replace(/[^\p{L}\p{N}@$!]/gu, ""),
    written: characters
      .slice(from[start], from[start + found.length - 1]! + 1)
      .join("")
      .replace(/!+$/, ""),
  });
  const pieces = patterns.flatMap((pattern) =>
    Array.from(folded.matchAll(pattern), (match) => pieceAt(match.index, match[0])),
  );
  for (const match of folded.matchAll(spaced)) {
    pieces.push(pieceAt(match.index, match[0]));
    // "a b u t t" begins with a word of one letter.
    const [before] = /^(?:[aiur][^\p{L}\p{N}@$]+){0,4}/u.exec(match[0])!;
    for (const { index } of before.matchAll(/(?<=[^\p{L}\p{N}@$])(?=\p{L}|$)/gu)) {
      pieces.push(pieceAt(match.index + index, match[0].slice(index)));
    }
  }
  return pieces;
}

/** How often each letter follows itself doesn't count here: it finds the words that a piece may be. */
const skeletonOf = (letters: string): string =>
  letters
    .replace(/[^\p{L}]/gu, (sign) => letterOf.get(sign) ?? sign)
    .replaceAll("l", "i")
    .replace(/(.)\1+/gu, "$1");

/** Plurals; and -ed and -ing where English adds them without doubling a letter. */
const ends = String.raw`(?:[sz]|(?<=(?:[sxz]|ch|sh))e[sz]|(?<=[^aeiou][^aeiou])(?:ed|ing))?`;

/** A banned word in its forms. @param repeats "+" takes more letters than it has */
function formsOf(word: string, repeats: "" | "+"): RegExp {
  const runs = Array.from(
    word.matchAll(/(.)\1*/gu),
    ([run, each]) => `[${each}${signs[each!] ?? ""}]`.repeat([...run].length) + repeats,
  );
  const stem = runs.join("");
  const plural = word.endsWith("y") ? `|${runs.slice(0, -1).join("")}ie[sz]` : "";
  return new RegExp(`^[@$!]*(?:${stem}${ends}${plural})[@$!]*$`, "u");
}

/**
 * The banned words of a text, each once. A word counts as a whole, however it's written: with accents, look-alikes,
 * digits for letters, more letters than it has, or signs or spaces between them; its plural counts too. Longer words that
 * happen to contain it don't count, nor numbers, nor ordinary words that only differ by a doubled letter.
 *
 * @param words folded
 */
export function findBannedWords(text: string, words: readonly string[]): FoundWord[] {
  const known = Map.groupBy(words, skeletonOf);
  const found = new Map<string, FoundWord>();
  for (const { letters, written } of piecesOf(text)) {
    for (const word of candidatesOf(letters).flatMap((skeleton) => known.get(skeleton) ?? [])) {
      if (!found.has(word) && isWritten(word, letters, written)) found.set(word, { word, written });
    }
  }
  return [...found.values()];
}

function candidatesOf(letters: string): string[] {
  const inner = letters.replace(/^[@$!]+|[@$!]+$/g, "");
  const skeletons = [letters, inner].map(skeletonOf);
  return [
    ...new Set(
      skeletons.flatMap((each) => [
        each,
        each.replace(/(?:e?[sz]|ed|ing)$/, ""),
        each.replace(/[sz]$/, ""),
        each.replace(/ie[sz]$/, "y"),
      ]),
    ),
  ];
}

function isWritten(word: string, letters: string, written: string): boolean {
  if (/^\p{N}+$/u.test(word)) return letters.replace(/[@$!]/g, "") === word;
  if (isNumber(written)) return false;
  // "Goood" is "good", not "god".
  const short = letters.replace(/(.)\1{2,}/gu, "$1$1").replace(/^[@$!]+|[@$!]+$/g, "");
  if (formsOf(word, "").test(letters) || formsOf(word, "").test(short)) return true;
  return formsOf(word, "+").test(letters) && !isOrdinaryWord(short);
}
