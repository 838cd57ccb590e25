import sharp from "sharp";
import { breakLines, capHeight, charactersOf, drawLine, lettersOf, widthOf } from "./lettering.ts";

const width = 1200;
const height = 630;
const posterWidth = 504;
const margin = 56;
const textWidth = width - posterWidth - margin - 48;

const nearBlack = "#0c0a08";
const bone = "#f4ecdc";
const gold = "#c9a24b";

/** Largest size of an image: chat apps skip larger ones. */
const maxBytes = 300_000;

/** What a link preview says: a title, a line in gold, a plain line, and a stamp across the picture. */
export interface SocialSheet {
  title: string;
  goldLine: string;
  plainLine: string;
  stamp: { word: string; fill: string } | null;
  isGray: boolean;
}

/**
 * A link preview for chat apps: its title large, two lines below it, and its poster as the torn-off part of a ticket.
 *
 * @param poster the image's bytes; undefined when it no longer exists: then the brand's background takes its place
 * @returns a JPEG of 1200 × 630 below 300 kB
 */
export async function drawSocial(content: SocialSheet, poster: Buffer | undefined): Promise<Buffer> {
  const sheet = sharp({ create: { width, height, channels: 3, background: nearBlack } });
  const layers = [{ input: Buffer.from(drawSheet(content)), left: 0, top: 0 }];
  if (poster !== undefined) {
    const picture = await sharp(poster, { limitInputPixels: 50_000_000 })
      .rotate()
      .resize(posterWidth, height, { fit: "cover", position: "attention" })
      .grayscale(content.isGray)
      .toBuffer();
    layers.unshift({ input: picture, left: width - posterWidth, top: 0 });
  }
  const print = await sheet.composite(layers).png({ compressionLevel: 1 }).toBuffer();
  for (const quality of [84, 72, 58]) {
    const jpeg = await sharp(print).jpeg({ quality, mozjpeg: true }).toBuffer();
    if (jpeg.length <= maxBytes || quality === 58) return jpeg;
  }
  throw new Error("unreachable");
}

function drawSheet(content: SocialSheet): string {
  const title = fitTitle(lettersOf(content.title));
  const lineHeight = title.size * leading;
  const top = (height - 150 - title.lines.length * lineHeight) / 2 + 10;
  const drawn = title.lines.map((line, index) =>
    drawLine(line, {
      x: margin,
      y: top + title.size * capHeight + index * lineHeight,
      size: title.size,
      fill: bone,
      weight: "heavy",
    }),
  );
  const below = top + title.lines.length * lineHeight + 34;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    ${drawn.join("")}
    ${fitLine(lettersOf(content.goldLine), { x: margin, y: below + 34, size: 50, fill: gold })}
    ${fitLine(lettersOf(content.plainLine), { x: margin, y: below + 88, size: 40, fill: bone })}
    ${fitLine("SAVAGE GENTLEMEN", { x: margin, y: height - 40, size: 30, fill: gold })}
    ${perforation()}
    ${content.stamp === null ? "" : drawStamp(content.stamp)}
  </svg>`;
}

const leading = 0.9;
const maxLines = 6;

/** Scripts whose lines break between any two characters. */
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The largest size at which a title takes at most four lines without splitting a word; longer titles are cut off. */
function fitTitle(title: string): { lines: string[]; size: number } {
  for (const size of [150, 132, 116, 102, 90, 78, 68, 58]) {
    const lines = breakLines(title, { width: textWidth, size, weight: "heavy" });
    const isWhole =
      withoutSpaces.test(title) ||
      title.split(" ").every((word) => lines.some((line) => line.split(" ").includes(word)));
    if (isWhole && lines.length * size * leading <= 350 && lines.length <= 4) return { lines, size };
  }
  const lines = breakLines(title, { width: textWidth, size: 58, weight: "heavy" });
  if (lines.length <= maxLines) return { lines, size: 58 };
  return {
    lines: [
      ...lines.slice(0, maxLines - 1),
      `${charactersOf(lines[maxLines - 1]!)
        .slice(0, -1)
        .join("")}…`,
    ],
    size: 58,
  };
}

/** One line, smaller if it would be too wide. */
function fitLine(line: string, at: { x: number; y: number; size: number; fill: string }): string {
  const wide = widthOf(line, at.size, "medium");
  const size = wide > textWidth ? Math.max(16, (at.size * textWidth) / wide) : at.size;
  const shown = breakLines(line, { width: textWidth, size: Math.ceil(size), weight: "medium" })[0] ?? "";
  return drawLine(size > 16 ? line : shown, { ...at, size, weight: "medium" });
}

/** The poster's perforated edge, like a torn ticket. */
function perforation(): string {
  const x = width - posterWidth;
  const bites = Array.from({ length: 15 }, (_none, index) => `<circle cx="${x}" cy="${21 + index * 42}" r="11"/>`);
  return `<g fill="${nearBlack}">${bites.join("")}</g>`;
}

function drawStamp({ word, fill }: { word: string; fill: string }): string {
  const size = 104;
  const left = width - posterWidth + (posterWidth - widthOf(word, size, "heavy")) / 2;
  return `<rect x="${width - posterWidth}" y="250" width="${posterWidth}" height="136" fill="${fill}"/>
    ${drawLine(word, { x: left, y: 250 + 68 + (size * capHeight) / 2, size, fill: nearBlack, weight: "heavy" })}`;
}
