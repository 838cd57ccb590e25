import { readFileSync } from "node:fs";
import { plain } from "../text.ts";

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

export type Weight = "heavy" | "medium";

/** Height of capitals, as a fraction of the size. */
export const capHeight = 0.8;

/** The letters of a text that the typeface has, as capitals. */
export function lettersOf(text: string): string {
  const known = [...plain(text).replace(/['`]/g, "’").toLocaleUpperCase("en")].filter(
    (letter) => faces.heavy.glyphs[letter] !== undefined,
  );
  return known.join("").replace(/\s+/g, " ").trim();
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
  const glyphs = place(line, at.weight).glyphs.map(
    ({ x, outline }) => `<path transform="translate(${x})" d="${outline}"/>`,
  );
  return `<g fill="${at.fill}" transform="translate(${at.x} ${at.y}) scale(${scale})">${glyphs.join("")}</g>`;
}

function place(line: string, weight: Weight) {
  const { glyphs, kerning } = faces[weight];
  const placed: { x: number; outline: string }[] = [];
  let width = 0;
  let before = "";
  for (const letter of line) {
    const [advance, outline] = glyphs[letter]!;
    width += kerning[before + letter] ?? 0;
    placed.push({ x: width, outline });
    width += advance;
    before = letter;
  }
  return { glyphs: placed, width };
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
      let end = line.length - 1;
      while (end > 1 && widthOf(line.slice(0, end), size, weight) > width) end--;
      lines.push(line.slice(0, end));
      line = line.slice(end);
    }
  }
  return line === "" ? lines : [...lines, line];
}
