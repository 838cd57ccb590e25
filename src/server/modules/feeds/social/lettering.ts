import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Transliteration from "transliteration";
import { plain } from "#server/platform/html.ts";
import { fontOf, setText } from "./scripts.ts";

const require = createRequire(import.meta.url);

interface Face {
  /** Per capital letter and sign: its advance and its outline. */
  glyphs: Record<string, [advance: number, outline: string]>;
  /** How much closer or further apart two adjacent letters move. */
  kerning: Record<string, number>;
}

/**
 * Capitals of the display typeface as outlines, so that no image depends on an installed font. Generated once from the
 * variable font "Big Shoulders" (SIL Open Font License) with fontkit: weights 860 and 620.
 */
const faces = JSON.parse(readFileSync(new URL("lettering.json", import.meta.url), "utf8")) as {
  unitsPerEm: number;
  heavy: Face;
  medium: Face;
};

type Weight = "heavy" | "medium";

/** How large other typefaces are set beside ours. */
const otherSize = 0.8;

/** Height of capitals, as a fraction of the size. */
export const capHeight = 0.8;

const isOurs = (letter: string) => faces.heavy.glyphs[letter] !== undefined;
const parts = new Intl.Segmenter("en", { granularity: "grapheme" });

/** A text in single characters as people see them. */
export const charactersOf = (text: string): string[] => Array.from(parts.segment(text), ({ segment }) => segment);

/**
 * A text in capitals that can be drawn. Latin letters that our typeface lacks lose their accents, letters that no
 * typeface has are spelled in Latin ones, and what is no letter, emoji for example, is left out.
 */
export function lettersOf(text: string): string {
  const capitals = plain(text).normalize("NFC").replace(/['`]/g, "’").toLocaleUpperCase("en");
  return charactersOf(capitals).map(drawable).join("").replace(/\s+/g, " ").trim();
}

function drawable(character: string): string {
  if (isOurs(character)) return character;
  if (!/\p{Script=Latin}/u.test(character) && fontOf(character) !== undefined) return character;
  // It takes long to load, and few titles need it.
  const { transliterate } = require("transliteration") as typeof Transliteration;
  return Array.from(transliterate(character).toLocaleUpperCase("en")).filter(isOurs).join("");
}

/** Neighboring characters of one typeface; `font` is undefined for our own. */
function runsOf(line: string): { font: string | undefined; text: string }[] {
  const runs: { font: string | undefined; text: string }[] = [];
  let space = "";
  for (const character of charactersOf(line)) {
    if (character === " ") {
      space += character;
      continue;
    }
    const font = isOurs(character) ? undefined : fontOf(character);
    const last = runs.at(-1);
    // With their spaces, so that words from right to left stand in their order.
    if (last?.font === font && last !== undefined) last.text += space + character;
    else runs.push(...(space === "" ? [] : [{ font: undefined, text: space }]), { font, text: character });
    space = "";
  }
  return runs;
}

/** The width of a line at a size. */
export function widthOf(line: string, size: number, weight: Weight): number {
  return place(line, weight).width * (size / faces.unitsPerEm);
}

/** A line as one SVG group, with its baseline starting at x, y. */
export function drawLine(
  line: string,
  at: { x: number; y: number; size: number; fill: string; weight: Weight },
): string {
  const scale = at.size / faces.unitsPerEm;
  const { glyphs } = place(line, at.weight);
  return `<g fill="${at.fill}" transform="translate(${at.x} ${at.y}) scale(${scale})">${glyphs.join("")}</g>`;
}

/** Where the letters of a line stand, as SVG paths in units of our typeface. */
function place(line: string, weight: Weight): { glyphs: string[]; width: number } {
  const glyphs: string[] = [];
  let width = 0;
  for (const { font, text } of runsOf(line)) {
    const run = font === undefined ? placeOurs(text, weight) : placeOthers(text, font);
    glyphs.push(`<g transform="translate(${width})">${run.paths}</g>`);
    width += run.width;
  }
  return { glyphs, width };
}

function placeOurs(text: string, weight: Weight) {
  const { glyphs, kerning } = faces[weight];
  let paths = "";
  let width = 0;
  let before = "";
  for (const letter of text) {
    const [advance, outline] = glyphs[letter]!;
    width += kerning[before + letter] ?? 0;
    paths += `<path transform="translate(${width})" d="${outline}"/>`;
    width += advance;
    before = letter;
  }
  return { paths, width };
}

/** Other typefaces count upward from the baseline, and their letters fill more of the size than our capitals do. */
function placeOthers(text: string, font: string) {
  const { glyphs, width, unitsPerEm } = setText(text, font);
  const scale = (faces.unitsPerEm / unitsPerEm) * otherSize;
  const paths = glyphs.map(
    ({ x, y, outline }) =>
      `<path transform="translate(${x * scale} ${-y * scale}) scale(${scale} ${-scale})" d="${outline}"/>`,
  );
  return { paths: paths.join(""), width: width * scale };
}

/** Breaks text into lines no wider than `width`; a word that is wider by itself is split. */
export function breakLines(
  text: string,
  { width, size, weight }: { width: number; size: number; weight: Weight },
): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const wider = line === "" ? word : `${line} ${word}`;
    if (widthOf(wider, size, weight) <= width) {
      line = wider;
      continue;
    }
    if (line !== "") lines.push(line);
    line = word;
    while (widthOf(line, size, weight) > width) {
      const characters = charactersOf(line);
      let end = characters.length - 1;
      while (end > 1 && widthOf(characters.slice(0, end).join(""), size, weight) > width) end--;
      if (end < 1) break;
      lines.push(characters.slice(0, end).join(""));
      line = characters.slice(end).join("");
    }
  }
  return line === "" ? lines : [...lines, line];
}
