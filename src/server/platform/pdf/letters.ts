import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { unpackWoff } from "./woff.ts";

/** Ways in which words are set: running text, what matters in it, and the large condensed type of headlines. */
export type Style = "text" | "strong" | "display";

const faces: Record<Style, string> = {
  text: "hanken-grotesk/files/hanken-grotesk-SUBSET-400-normal.woff",
  strong: "hanken-grotesk/files/hanken-grotesk-SUBSET-700-normal.woff",
  display: "big-shoulders/files/big-shoulders-SUBSET-800-normal.woff",
};
const subsets = ["latin", "latin-ext", "vietnamese"] as const;

/** One typeface's file for some letters. */
export type FontName = `${Style} ${(typeof subsets)[number]}`;

/** Letters that one font sets. */
export interface Run {
  font: FontName;
  text: string;
}

/** A text as it can be set. */
export interface Letters {
  runs: Run[];
  /** The text itself, with what no paper can hold taken out. */
  text: string;
  /** False when letters are missing: `unprintable` stands in their place. */
  isWhole: boolean;
}

/** Stands for letters that our typefaces do not have. */
export const unprintable = "[…]";

const require = createRequire(import.meta.url);
const files = new Map<FontName, Buffer>();

/** A font's file, read once. */
export function fontFile(font: FontName): Buffer {
  let file = files.get(font);
  if (file === undefined) {
    const [style, subset] = font.split(" ") as [Style, string];
    file = unpackWoff(readFileSync(require.resolve(`@fontsource/${faces[style].replace("SUBSET", subset)}`)));
    files.set(font, file);
  }
  return file;
}

const parts = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Takes out what has no place in a line of print: control characters, marks that turn the direction, heaps of accents.
 * What remains is one line.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\s+/gu, " ")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, "")
    .normalize("NFC")
    .replace(/(\p{M}{2})\p{M}+/gu, "$1")
    .trim();
}

/**
 * Finds the fonts that a text needs, letter by letter. A letter that none has is set in its plain form where there is
 * one (ﬁ as fi); runs of those that are left become `unprintable`, and the caller is told.
 *
 * @param has whether a font has a character
 */
export function setLetters(text: string, style: Style, has: (font: FontName, character: string) => boolean): Letters {
  const clean = cleanText(text);
  if (/^[ -~]*$/.test(clean)) return { runs: [{ font: `${style} latin`, text: clean }], text: clean, isWhole: true };
  const fontOf = (letter: string) =>
    subsets.map((subset): FontName => `${style} ${subset}`).find((font) => [...letter].every((one) => has(font, one)));
  const runs: Run[] = [];
  const push = (font: FontName, letters: string) => {
    const last = runs.at(-1);
    if (last?.font === font) last.text += letters;
    else runs.push({ font, text: letters });
  };
  let isWhole = true;
  let isGap = false;
  let space = "";
  for (const { segment } of parts.segment(clean)) {
    // Spaces between letters that are missing belong to the gap.
    if (isGap && segment === " ") {
      space = " ";
      continue;
    }
    const plain = fontOf(segment) === undefined ? segment.normalize("NFKD").replace(/\p{M}/gu, "") : segment;
    const font = plain === "" ? undefined : fontOf(plain);
    if (font !== undefined) push(font, space + plain);
    else if (!isGap) push(`${style} latin`, unprintable);
    isWhole &&= font !== undefined;
    isGap = font === undefined;
    space = "";
  }
  return { runs, text: clean, isWhole };
}
