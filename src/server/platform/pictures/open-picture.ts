import sharp, { type Sharp } from "sharp";
import type { PictureType } from "./picture-type.ts";

/** Why a file is not taken as a picture. */
export type PictureFault = "not_a_picture" | "too_many_pixels" | "too_small" | "unreadable";

/** A file that is not taken as a picture. */
export class PictureError extends Error {
  readonly fault: PictureFault;
  constructor(fault: PictureFault, cause?: unknown) {
    super(fault, { cause });
    this.fault = fault;
  }
}

/** A picture whose size is known and allowed; nothing of it is decoded yet. */
export interface OpenedPicture {
  /** Its size as it is meant to be seen, turned as the camera held it. */
  width: number;
  height: number;
  /** Decodes it from its start, its first frame only, upright. Colours come out as sRGB unless told otherwise. */
  read(): Sharp;
}

const formats: Record<PictureType, string> = { png: "png", jpeg: "jpeg", webp: "webp", avif: "heif", gif: "gif" };

/**
 * Opens a file as the type that its first bytes showed, and refuses by its header what would cost too much to decode.
 * Everything that is kept must be drawn anew from `read()`: then nothing of the file itself goes on, neither place nor
 * camera nor whatever was hidden in it.
 *
 * @throws PictureError
 */
export async function openPicture(
  file: Buffer | string,
  type: PictureType,
  { mostPixels, leastSide = 1 }: { mostPixels: number; leastSide?: number },
): Promise<OpenedPicture> {
  // The slack lets us refuse by our own count; what the header hides, the decoder refuses.
  const open = () => sharp(file, { limitInputPixels: mostPixels + 1, failOn: "error", animated: false, pages: 1 });
  const { format, autoOrient, width, height } = await open().metadata().catch(refuse);
  if (format !== formats[type]) throw new PictureError("not_a_picture");
  if (width * height > mostPixels) throw new PictureError("too_many_pixels");
  if (Math.min(width, height) < leastSide) throw new PictureError("too_small");
  return { width: autoOrient.width, height: autoOrient.height, read: () => open().autoOrient() };
}

/** Turns what the decoder throws into a refusal; anything else it threw is an unreadable file. */
export function refuse(error: unknown): never {
  if (error instanceof PictureError) throw error;
  throw new PictureError(/pixel limit/i.test(String(error)) ? "too_many_pixels" : "unreadable", error);
}
