import sharp, { type Sharp } from "sharp";

/** Accepted image types. */
type PictureType = "png" | "jpeg" | "webp" | "avif" | "gif";

const isAt = (file: Uint8Array, offset: number, bytes: string) =>
  [...bytes].every((letter, index) => file[offset + index] === letter.charCodeAt(0));

/** How many bytes of a file identify its type. */
export const signatureBytes = 64;

/** A file's type by its first bytes, whatever its name says; undefined if it's not an accepted image. */
export function pictureTypeOf(file: Uint8Array): PictureType | undefined {
  if (isAt(file, 0, "\x89PNG\r\n\x1a\n")) return "png";
  if (isAt(file, 0, "\xff\xd8\xff")) return "jpeg";
  if (isAt(file, 0, "RIFF") && isAt(file, 8, "WEBP")) return "webp";
  if (isAt(file, 0, "GIF87a") || isAt(file, 0, "GIF89a")) return "gif";
  return brandsOf(file).some((brand) => brand === "avif" || brand === "avis") ? "avif" : undefined;
}

/** True for the images that iPhones take by default; they can't be read here. */
export function isHeic(file: Uint8Array): boolean {
  const brands = brandsOf(file);
  return pictureTypeOf(file) === undefined && brands.some((brand) => /^(hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(brand));
}

/** The brands in the first box of an ISO media file. */
function brandsOf(file: Uint8Array): string[] {
  if (!isAt(file, 4, "ftyp")) return [];
  const size = ((file[0]! << 24) | (file[1]! << 16) | (file[2]! << 8) | file[3]!) >>> 0;
  const box = Buffer.from(file.subarray(0, Math.min(size, signatureBytes, file.length))).toString("latin1");
  return [box.slice(8, 12), ...(box.slice(16).match(/.{4}/gs) ?? [])];
}

/** Why a file is not accepted as an image. */
export type PictureRefusal = "not_a_picture" | "too_many_pixels" | "too_small" | "unreadable";

/** A file that is not accepted as an image. */
export class PictureError extends Error {
  readonly refusal: PictureRefusal;
  constructor(refusal: PictureRefusal, cause?: unknown) {
    super(refusal, { cause });
    this.refusal = refusal;
  }
}

/** An image whose size is known and allowed; nothing of it is decoded yet. */
interface OpenedPicture {
  /** Its displayed size, after applying the camera's orientation. */
  width: number;
  height: number;
  /** Decodes only its first frame, from the start, upright. Colors come out as sRGB unless told otherwise. */
  read(): Sharp;
}

const formats: Record<PictureType, string> = { png: "png", jpeg: "jpeg", webp: "webp", avif: "heif", gif: "gif" };

/**
 * Opens a file as the type that its first bytes showed, and rejects by its header what would cost too much to decode.
 * Every stored image must be redrawn from `read()`, so that nothing else in the file survives: no location, no camera,
 * no hidden data.
 *
 * @throws PictureError
 */
export async function openPicture(
  file: Buffer | string,
  type: PictureType,
  { maxPixels, maxFrames = Infinity, leastSide = 1 }: { maxPixels: number; maxFrames?: number; leastSide?: number },
): Promise<OpenedPicture> {
  // The slack lets us reject by our own count; the decoder rejects what the header hides.
  const open = () => sharp(file, { limitInputPixels: maxPixels + 1, failOn: "error", animated: false, pages: 1 });
  const { format, autoOrient, width, height, pages = 1 } = await open().metadata().catch(refuse);
  if (format !== formats[type]) throw new PictureError("not_a_picture");
  if (width * height > maxPixels) throw new PictureError("too_many_pixels");
  if (pages > maxFrames) throw new PictureError("unreadable");
  if (Math.min(width, height) < leastSide) throw new PictureError("too_small");
  return { width: autoOrient.width, height: autoOrient.height, read: () => open().autoOrient() };
}

/** Turns the decoder's error into a PictureError; any unknown error means an unreadable file. */
export function refuse(error: unknown): never {
  if (error instanceof PictureError) throw error;
  throw new PictureError(/pixel limit/i.test(String(error)) ? "too_many_pixels" : "unreadable", error);
}

/** Encodes at the first quality, best first, whose result is small enough; at the last one whatever its size. */
export async function encodeWithin(
  maxBytes: number,
  qualities: number[],
  encode: (quality: number) => Promise<Buffer>,
): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0);
  for (const quality of qualities) {
    bytes = await encode(quality);
    if (bytes.length <= maxBytes) break;
  }
  return bytes;
}
