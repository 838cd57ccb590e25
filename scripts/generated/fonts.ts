import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import subsetFont from "subset-font";

const require = createRequire(import.meta.url);
const folder = "src/web/ui/fonts";

/** The names in CSS, the packages that they come from, and the weights that the site uses. */
const families = [
  { name: "Big Shoulders", file: "big-shoulders" },
  { name: "Hanken Grotesk", file: "hanken-grotesk" },
] as const;
const weights = { min: 400, max: 900 };

const accents = "áàâãäéèêëíìîïóòôõöúùûüçñÿœæ";

/**
 * What nearly every page is written in: ASCII, the accented letters of Caribbean English, French, Spanish, Creole and
 * Portuguese, and the punctuation and signs of our texts. All pages load it; the rest loads when a text has it.
 */
const firstLetters = codesOf(
  // Spaces and joiners are in no text's way: "7:00 PM" has one of them.
  `\u00a0\u00ad\u2002\u2003\u2009\u200a\u200b\u200c\u200d\u200e\u200f\u202f\u2060${accents}${accents.toUpperCase()}¡¿«»–—‘’“”…•·×−°½¼¾€£¢™©®ªº§←↑→↓`,
  Array.from({ length: 127 }, (_, i) => i),
);

/** What the packages call Latin and extended Latin, as their own `unicode-range` says it. */
const latin = readRange(
  "0000-00FF, 0131, 0152-0153, 02BB-02BC, 02C6, 02DA, 02DC, 0304, 0308, 0329, 2000-206F, 20AC, 2122, 2190-2193, 2212, 2215, FEFF, FFFD",
);
const latinExt = readRange(
  "0100-02BA, 02BD-02C5, 02C7-02CC, 02CE-02D7, 02DD-02FF, 1D00-1DBF, 1E00-1E9F, 1EF2-1EFF, 20A0-20AB, 20AD-20C0, 2113, 2C60-2C7F, A720-A7FF",
);

const cuts = [
  { part: "first", subset: "latin", codes: latin.filter((code) => firstLetters.has(code)) },
  { part: "rest", subset: "latin", codes: latin.filter((code) => code > 0x9f && !firstLetters.has(code)) },
  // "Ÿ" is among the first letters, but in extended Latin.
  { part: "ext", subset: "latin-ext", codes: latinExt.filter((code) => !latin.includes(code)) },
] as const;

export type FontFile = { path: string; bytes: Buffer };

/** Cuts the packages' fonts into the letters that pages need first, the rest of Latin and extended Latin, and writes their CSS. */
export async function cutFonts(): Promise<FontFile[]> {
  const files: FontFile[] = [];
  const faces = ["/* Written by `npm run generate` (scripts/generated/fonts.ts). */"];
  for (const { name, file } of families) {
    for (const { part, subset, codes } of cuts) {
      const whole = await readFile(
        require.resolve(`@fontsource-variable/${file}/files/${file}-${subset}-wght-normal.woff2`),
      );
      const bytes = await subsetFont(whole, String.fromCodePoint(...codes), {
        targetFormat: "woff2",
        variationAxes: { wght: weights },
      });
      files.push({ path: `${folder}/${file}-${part}.woff2`, bytes });
      faces.push(
        [
          "@font-face {",
          `  font-family: "${name}";`,
          `  font-weight: ${weights.min} ${weights.max};`,
          "  font-display: swap;",
          `  src: url("./${file}-${part}.woff2") format("woff2");`,
          `  unicode-range: ${writeRange(codes)};`,
          "}",
        ].join("\n"),
      );
    }
  }
  return [...files, { path: `${folder}/faces.generated.css`, bytes: Buffer.from(`${faces.join("\n")}\n`) }];
}

function codesOf(text: string, more: number[]): Set<number> {
  return new Set([...text].map((letter) => letter.codePointAt(0)!).concat(more));
}

/** Each code of a list of ranges in hexadecimal digits. */
function readRange(text: string): number[] {
  return text.split(", ").flatMap((range) => {
    const [from, to = from] = range.split("-").map((digits) => Number.parseInt(digits, 16)) as [number, number?];
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
}

/** The value of `unicode-range` for these codes, in ascending order. */
function writeRange(codes: readonly number[]): string {
  const hex = (code: number) => code.toString(16).toUpperCase().padStart(4, "0");
  const ranges: [number, number][] = [];
  for (const code of codes) {
    const last = ranges.at(-1);
    if (last?.[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return ranges.map(([from, to]) => `U+${hex(from)}${from === to ? "" : `-${hex(to)}`}`).join(", ");
}
