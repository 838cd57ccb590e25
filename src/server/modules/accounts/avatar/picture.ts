import sharp, { type Sharp } from "sharp";
import { avatarFile } from "#contract/account-profile.ts";
import { AppError } from "#server/platform/app-error.ts";

/** A picture in the two sizes that are kept, as WebP. */
export interface AvatarPictures {
  large: Buffer;
  small: Buffer;
}

const isAt = (file: Buffer, offset: number, bytes: string) =>
  file.subarray(offset, offset + bytes.length).equals(Buffer.from(bytes, "latin1"));

/** What a file is by its first bytes; undefined for anything that is no picture of ours. */
export function pictureTypeOf(file: Buffer): "png" | "jpeg" | "webp" | "avif" | undefined {
  if (isAt(file, 0, "\x89PNG\r\n\x1a\n")) return "png";
  if (isAt(file, 0, "\xff\xd8\xff")) return "jpeg";
  if (isAt(file, 0, "RIFF") && isAt(file, 8, "WEBP")) return "webp";
  if (isAt(file, 4, "ftypavif") || isAt(file, 4, "ftypavis")) return "avif";
  return undefined;
}

/** Pictures that are being worked on; each may take 100 MB while it is decoded. */
const mostAtOnce = 2;
const mostWaiting = 20;
let underWay = 0;
const waiting: (() => void)[] = [];

/**
 * Makes an avatar of an uploaded file: turned as the camera held it, its middle square, at 512 and 96 px. It is drawn
 * anew, so nothing of the file itself is kept: no place, no camera, no hidden content.
 *
 * @throws AppError `unsupported_media_type` | `too_large` | `invalid_input` | `unavailable`
 */
export async function makeAvatar(file: Buffer): Promise<AvatarPictures> {
  if (pictureTypeOf(file) === undefined) {
    throw new AppError("unsupported_media_type", { message: "Choose a PNG, JPEG, WebP or AVIF picture" });
  }
  if (underWay >= mostAtOnce) {
    if (waiting.length >= mostWaiting) throw new AppError("unavailable", { retryAfterSeconds: 5 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    underWay++;
  }
  try {
    return await draw(file);
  } finally {
    const next = waiting.shift();
    if (next) next();
    else underWay--;
  }
}

async function draw(file: Buffer): Promise<AvatarPictures> {
  const open = () => sharp(file, { limitInputPixels: avatarFile.maxPixels, failOn: "error", animated: false });
  try {
    const { width, height } = await open().metadata();
    if (width * height > avatarFile.maxPixels) throw tooManyPixels();
    const large = await square(open(), 512).toBuffer();
    return { large, small: await square(sharp(large), 96).toBuffer() };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (/pixel limit/i.test(String(error))) throw tooManyPixels();
    throw new AppError("invalid_input", { message: "This picture cannot be read. Try another one.", cause: error });
  }
}

const square = (picture: Sharp, side: number) =>
  picture.autoOrient().resize(side, side, { fit: "cover" }).webp({ quality: 82 });

function tooManyPixels(): AppError {
  return new AppError("too_large", { message: "This picture is too large: 25 million pixels at most" });
}
