import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type * as Fontkit from "fontkit";
import { LRUCache } from "lru-cache";

/**
 * Heavy display typefaces (SIL Open Font License) for the scripts that "Big Shoulders" lacks: Japanese, Chinese, Cyrillic,
 * Greek and Vietnamese, then Korean, Arabic, Hebrew and Devanagari. Each is cut into files for some characters.
 */
const typefaces = ["dela-gothic-one", "black-han-sans", "lalezar", "secular-one", "rozha-one"];

const require = createRequire(import.meta.url);
const pathOf = (typeface: string, file: string) => require.resolve(`@fontsource/${typeface}/${file}`);

/** A typeface's file and the ranges of characters in it. */
interface Cut {
  path: string;
  ranges: [from: number, to: number][];
}

let cuts: Cut[] | undefined;

/** All files of all typefaces, in the order in which they are tried. Read when the first such title is drawn. */
function readCuts(): Cut[] {
  return typefaces.flatMap((typeface) => {
    const ranges = JSON.parse(readFileSync(pathOf(typeface, "unicode.json"), "utf8")) as Record<string, string>;
    return Object.entries(ranges).map(([subset, text]) => ({
      path: `${typeface}/files/${typeface}-${subset.replace(/[[\]]/g, "")}-400-normal.woff`,
      ranges: text.split(",").map((range): [number, number] => {
        const [from = "", to = from] = range.trim().slice("U+".length).split("-");
        return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
      }),
    }));
  });
}

/** Fonts that were opened last. A title in Japanese needs one for every few characters. */
const opened = new LRUCache<string, Fontkit.Font>({ max: 30 });

function open(path: string): Fontkit.Font {
  let font = opened.get(path);
  if (font === undefined) {
    // It takes long to load, and few titles need it.
    const { create } = require("fontkit") as typeof Fontkit;
    const [typeface = "", ...file] = path.split("/");
    font = create(readFileSync(pathOf(typeface, file.join("/")))) as Fontkit.Font;
    opened.set(path, font);
  }
  return font;
}

/** The file of a typeface that has all of a character's parts; undefined if none has. */
export function fontOf(character: string): string | undefined {
  cuts ??= readCuts();
  const points = Array.from(character, (part) => part.codePointAt(0)!);
  const listed = cuts.filter(({ ranges }) => ranges.some(([from, to]) => points[0]! >= from && points[0]! <= to));
  return listed.find(({ path }) => points.every((point) => open(path).hasGlyphForCodePoint(point)))?.path;
}

/** Text set in one font: its width, and its outlines from left to right, in units of `unitsPerEm`. */
interface SetText {
  width: number;
  glyphs: { x: number; y: number; outline: string }[];
  unitsPerEm: number;
}

/** Sets characters of one font. Arabic and Devanagari are joined, and what reads from right to left is turned. */
export function setText(text: string, font: string): SetText {
  const { unitsPerEm } = open(font);
  const run = open(font).layout(text);
  const glyphs: SetText["glyphs"] = [];
  let width = 0;
  for (const [index, glyph] of run.glyphs.entries()) {
    const { xAdvance, xOffset, yOffset } = run.positions[index]!;
    glyphs.push({ x: width + xOffset, y: yOffset, outline: glyph.path.toSVG() });
    width += xAdvance;
  }
  return { width, glyphs, unitsPerEm };
}
