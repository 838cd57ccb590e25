import sharp, { type Sharp } from "sharp";
import type { PictureType } from "./picture-type.ts";

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
export interface OpenedPicture {
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
  { mostPixels, leastSide = 1 }: { mostPixels: number; leastSide?: number },
): Promise<OpenedPicture> {
  // The slack lets us reject by our own count; the decoder rejects what the header hides.
  const open = () => sharp(file, { limitInputPixels: mostPixels + 1, failOn: "error", animated: false, pages: 1 });
  const { format, autoOrient, width, height } = await open().metadata().catch(refuse);
  if (format !== formats[type]) throw new PictureError("not_a_picture");
  if (width * height > mostPixels) throw new PictureError("too_many_pixels");
  if (Math.min(width, height) < leastSide) throw new PictureError("too_small");
  return { width: autoOrient.width, height: autoOrient.height, read: () => open().autoOrient() };
}

/** Turns the decoder's error into a PictureError; any unknown error means an unreadable file. */
export function refuse(error: unknown): never {
  if (error instanceof PictureError) throw error;
  throw new PictureError(/pixel limit/i.test(String(error)) ? "too_many_pixels" : "unreadable", error);
}
