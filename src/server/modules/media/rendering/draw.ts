import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { pictureFile } from "#contract/media.ts";
import {
  encodeWithin,
  openPicture,
  PictureError,
  refuse,
  pictureTypeOf,
  signatureBytes,
} from "#server/platform/pictures/open-picture.ts";
import { colorsOf, card, cropAround, renditions, type Focal, type Rendition } from "./rules.ts";

/** What is known about an image once it is drawn. */
export interface Drawn {
  width: number;
  height: number;
  dominant: string;
  accent: string;
  /** Tiny data URI shown until the image has loaded. */
  placeholder: string;
}

/** The largest size that is stored. Nothing is enlarged. */
const maxWidth = 1200;
const maxHeight = 3600;

/**
 * Redraws an uploaded file in every size and format, into a folder, named by their endings: upright, in sRGB,
 * transparent areas on white, and without anything else that was in the file.
 *
 * @throws PictureError
 */
export async function drawPicture(path: string, folder: string, focal: Focal): Promise<Drawn> {
  const type = pictureTypeOf(await firstBytes(path));
  if (type === undefined) throw new PictureError("not_a_picture");
  const limits = { maxPixels: pictureFile.maxPixels, leastSide: pictureFile.leastSide };
  const picture = await openPicture(path, type, limits);
  const { data, info } = await picture
    .read()
    .flatten({ background: "#ffffff" })
    .resize({ width: maxWidth, height: maxHeight, fit: "inside", withoutEnlargement: true })
    .toColorspace("srgb")
    .removeAlpha()
    .raw({ depth: "uchar" })
    .toBuffer({ resolveWithObject: true })
    .catch(refuse);
  // A grayscale image comes out with one channel.
  const sheet = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels as 3 } });
  for (const rendition of renditions) {
    await writeFile(join(folder, rendition.ending), await encode(sheet(), rendition));
  }
  await writeFile(join(folder, card.ending), await drawCard(sheet(), info, focal));
  const small = await sheet().resize(48, 48, { fit: "fill" }).toColorspace("srgb").raw().toBuffer();
  return { width: picture.width, height: picture.height, ...colorsOf(small), placeholder: await hint(sheet()) };
}

/** Crops the card for shared links out of an image, around its focal point. */
export async function drawCard(picture: Sharp, size: { width: number; height: number }, focal: Focal): Promise<Buffer> {
  const cut = await picture
    .extract(cropAround(size, card, focal))
    .resize(card.width, card.height)
    .png()
    .toBuffer();
  return encodeWithin(card.width * card.height * card.bytesPerPixel, [70, 58, 46], (quality) =>
    sharp(cut).jpeg({ quality, mozjpeg: true }).toBuffer(),
  );
}

async function encode(sheet: Sharp, { width, format, bytesPerPixel }: Rendition): Promise<Buffer> {
  const { data, info } = await sheet
    .resize({ width, withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const scaled = () => sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels as 3 } });
  const maxBytes = info.width * info.height * bytesPerPixel;
  if (format === "avif") {
    return encodeWithin(maxBytes, [52, 40, 30], (quality) => scaled().avif({ quality, effort: 3 }).toBuffer());
  }
  if (format === "webp") {
    return encodeWithin(maxBytes, [68, 52, 40], (quality) =>
      scaled().webp({ quality, effort: 4, smartSubsample: true }).toBuffer(),
    );
  }
  return encodeWithin(maxBytes, [74, 62, 50], (quality) => scaled().jpeg({ quality, mozjpeg: true }).toBuffer());
}

async function hint(sheet: Sharp): Promise<string> {
  const tiny = await sheet
    .resize({ width: 16, height: 32, fit: "inside" })
    .modulate({ saturation: 1.1 })
    .webp({ quality: 30, effort: 6 })
    .toBuffer();
  return `data:image/webp;base64,${tiny.toString("base64")}`;
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(signatureBytes), 0, signatureBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
