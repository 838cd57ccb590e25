import sharp, { type Sharp } from "sharp";
import { avatarFile } from "#contract/account-profile.ts";
import { AppError } from "#server/platform/app-error.ts";
import { openPicture, PictureError, refuse, type PictureRefusal } from "#server/platform/pictures/open-picture.ts";
import { pictureTypeOf } from "#server/platform/pictures/picture-type.ts";

/** A profile picture in its two stored sizes, as WebP. */
export interface AvatarPictures {
  large: Buffer;
  small: Buffer;
}

/** Pictures processed at once; each may take 100 MB while it is decoded. */
const mostAtOnce = 2;
const mostWaiting = 20;
let underWay = 0;
const waiting: (() => void)[] = [];

/**
 * Makes an avatar from an uploaded file: upright, its center square, at 512 and 96 px. It is redrawn, so nothing else
 * in the file survives: no location, no camera, no hidden data.
 *
 * @throws AppError `unsupported_media_type` | `too_large` | `invalid_input` | `unavailable`
 */
export async function makeAvatar(file: Buffer): Promise<AvatarPictures> {
  if (underWay >= mostAtOnce) {
    if (waiting.length >= mostWaiting) throw new AppError("unavailable", { retryAfterSeconds: 5 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    underWay++;
  }
  try {
    return await draw(file);
  } catch (error) {
    throw error instanceof PictureError ? refusals[error.refusal](error) : error;
  } finally {
    const next = waiting.shift();
    if (next) next();
    else underWay--;
  }
}

async function draw(file: Buffer): Promise<AvatarPictures> {
  const type = pictureTypeOf(file);
  if (type === undefined || type === "gif") throw new PictureError("not_a_picture");
  const picture = await openPicture(file, type, { mostPixels: avatarFile.maxPixels });
  const large = await square(picture.read(), 512).toBuffer().catch(refuse);
  return { large, small: await square(sharp(large), 96).toBuffer() };
}

const square = (picture: Sharp, side: number) => picture.resize(side, side, { fit: "cover" }).webp({ quality: 82 });

const unreadable = (cause: PictureError) =>
  new AppError("invalid_input", { message: "We couldn't open this image. Try another one.", cause });

const refusals: Record<PictureRefusal, (cause: PictureError) => AppError> = {
  not_a_picture: (cause) =>
    new AppError("unsupported_media_type", { message: "Choose a PNG, JPEG, WebP or AVIF image", cause }),
  too_many_pixels: (cause) =>
    new AppError("too_large", { message: "This image is too large. The limit is 25 million pixels.", cause }),
  too_small: unreadable,
  unreadable,
};
