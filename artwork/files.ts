import { mkdir, writeFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { SHEET, type Printable } from "./ink.ts";

/** What the seed and the pages need to know about a poster. */
export interface PosterEntry {
  alt: string;
  dominant: string;
  accent: string;
  placeholder: string;
  width: number;
  height: number;
}

/** Encodes at the best quality that stays within `maxBytes`, never below `floor`. */
export async function withinBytes(
  maxBytes: number,
  start: number,
  floor: number,
  encode: (quality: number) => Promise<Buffer>,
): Promise<Buffer> {
  let quality = start;
  for (;;) {
    const bytes = await encode(quality);
    if (bytes.length <= maxBytes || quality <= floor) return bytes;
    const over = bytes.length / maxBytes;
    quality = Math.max(floor, Math.floor(quality - Math.max(4, (over - 1) * 40)));
  }
}

/** Writes every size of one printed poster into `folder` and gives back its index entry. */
export async function writePoster(folder: string, poster: Printable, pixels: Buffer): Promise<PosterEntry> {
  await mkdir(folder, { recursive: true });
  const { width, height } = SHEET;
  const sheet = () => sharp(pixels, { raw: { width, height, channels: 3 } });
  const save = (name: string, bytes: Buffer) => writeFile(`${folder}/${poster.key}-${name}`, bytes);
  const sizes: { px: number; avif: number; webp?: number }[] = [
    { px: 480, avif: 27_000, webp: 32_000 },
    // A phone of today at full width.
    { px: 768, avif: 46_000 },
    { px: 960, avif: 69_000, webp: 78_000 },
  ];
  for (const size of sizes) {
    const small = await sheet().resize(size.px).raw().toBuffer();
    const scaled = () => sharp(small, { raw: { width: size.px, height: size.px * 1.25, channels: 3 } });
    await save(
      `${size.px}.avif`,
      await withinBytes(size.avif, 52, 20, (quality) => scaled().avif({ quality, effort: 4 }).toBuffer()),
    );
    if (size.webp === undefined) continue;
    const mostBytes = size.webp;
    await save(
      `${size.px}.webp`,
      await withinBytes(mostBytes, 62, 10, (quality) =>
        scaled().webp({ quality, effort: 5, smartSubsample: true }).toBuffer(),
      ),
    );
  }
  const jpeg = (image: Sharp, max: number) =>
    withinBytes(max, 62, 20, (quality) => image.clone().jpeg({ quality, mozjpeg: true }).toBuffer());
  await save("1200.jpg", await jpeg(sheet(), 92_000));
  const [left, top, wide] = poster.social;
  const card = sheet()
    .extract({ left, top, width: wide, height: Math.round((wide * 630) / 1200) })
    .resize(1200, 630);
  await save("social.jpg", await jpeg(card, 50_000));
  const tiny = await sheet().resize(16, 20).modulate({ saturation: 1.1 }).webp({ quality: 30, effort: 6 }).toBuffer();
  return {
    alt: poster.alt,
    dominant: poster.dominant,
    accent: poster.accent,
    placeholder: `data:image/webp;base64,${tiny.toString("base64")}`,
    width,
    height,
  };
}

/** Writes the upper square of a printed sheet in the two sizes of an avatar. */
export async function writeFace(folder: string, key: string, pixels: Buffer): Promise<void> {
  await mkdir(folder, { recursive: true });
  const { width } = SHEET;
  const square = await sharp(pixels, { raw: { ...SHEET, channels: 3 } })
    .extract({ left: 0, top: 0, width, height: width })
    .png()
    .toBuffer();
  for (const size of [512, 96])
    await writeFile(
      `${folder}/demo-${key}-${size}.webp`,
      await withinBytes(size === 512 ? 40_000 : 5000, 80, 40, (quality) =>
        sharp(square).resize(size).webp({ quality, effort: 5, smartSubsample: true }).toBuffer(),
      ),
    );
}
