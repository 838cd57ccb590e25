import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";
import type { FastifyReply } from "fastify";
import { PreparedReply } from "../http/route.ts";

/** Sizes in bytes of a WOFF's header and directory entries, then those of a plain font. */
const sizes = { head: 44, entry: 20, plainHead: 12, plainEntry: 16 };

interface Table {
  tag: number;
  checksum: number;
  body: Buffer;
}

/**
 * Unpacks a WOFF file into the plain font inside it (https://www.w3.org/TR/WOFF/). PDF libraries read packed fonts too,
 * but unpack a table again each time they use it.
 */
function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString("latin1", 0, 4) !== "wOFF") throw new Error("This is not a WOFF file");
  const count = woff.readUInt16BE(12);
  const tables: Table[] = [];
  for (let index = 0; index < count; index++) {
    const at = sizes.head + index * sizes.entry;
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const bytes = woff.subarray(offset, offset + packed);
    const body = packed < length ? inflateSync(bytes) : bytes;
    tables.push({ tag: woff.readUInt32BE(at), checksum: woff.readUInt32BE(at + 16), body });
  }
  return writePlain(woff.readUInt32BE(4), tables);
}

const padded = (length: number) => (length + 3) & ~3;

function writePlain(flavor: number, tables: Table[]): Buffer {
  const start = sizes.plainHead + tables.length * sizes.plainEntry;
  const font = Buffer.alloc(start + tables.reduce((sum, { body }) => sum + padded(body.length), 0));
  const power = Math.floor(Math.log2(tables.length));
  font.writeUInt32BE(flavor, 0);
  font.writeUInt16BE(tables.length, 4);
  font.writeUInt16BE(16 * 2 ** power, 6);
  font.writeUInt16BE(power, 8);
  font.writeUInt16BE(16 * (tables.length - 2 ** power), 10);
  let at = start;
  for (const [index, { tag, checksum, body }] of tables.entries()) {
    const entry = sizes.plainHead + index * sizes.plainEntry;
    [tag, checksum, at, body.length].forEach((value, field) => font.writeUInt32BE(value, entry + 4 * field));
    body.copy(font, at);
    at += padded(body.length);
  }
  return font;
}

/** Text styles: body text, emphasis, and the large condensed type of headlines. */
export type Style = "text" | "strong" | "display";

const faces: Record<Style, string> = {
  text: "hanken-grotesk/files/hanken-grotesk-SUBSET-400-normal.woff",
  strong: "hanken-grotesk/files/hanken-grotesk-SUBSET-700-normal.woff",
  display: "big-shoulders/files/big-shoulders-SUBSET-800-normal.woff",
};
const subsets = ["latin", "latin-ext", "vietnamese"] as const;

/** One typeface's file for some characters. */
export type FontName = `${Style} ${(typeof subsets)[number]}`;

/** Characters set in one font. */
interface Run {
  font: FontName;
  text: string;
}

/** A text ready to be set. */
export interface Letters {
  runs: Run[];
  /** The text itself, without unprintable characters. */
  text: string;
  /** False if characters are missing: `unprintable` replaces them. */
  isWhole: boolean;
}

/** Replaces characters that our typefaces lack. */
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
 * Removes what doesn't belong in a printed line: control characters, direction marks, stacked accents. The result is
 * one line.
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
 * Finds the fonts for a text, character by character. A character that no font has is set in its plain form if there is
 * one (ﬁ as fi); runs of the rest become `unprintable`, and the caller is told.
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
    // Spaces between missing characters belong to the gap.
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

/** A PDF that the browser displays. Saved, its file name says what it is: `R-2026-000042.pdf`. */
export function pdfReply(reply: FastifyReply, name: string, pdf: Buffer): PreparedReply {
  reply.headers({
    "content-disposition": `inline; filename="${name}.pdf"`,
    "cache-control": "private, no-store",
  });
  return new PreparedReply(pdf, 200, "application/pdf");
}
