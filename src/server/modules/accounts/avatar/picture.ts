import sharp, { type Sharp } from "sharp";
import { avatarFile } from "#contract/account-profile.ts";
import { AppError } from "#server/platform/app-error.ts";
import { openPicture, PictureError, refuse, type PictureFault } from "#server/platform/pictures/open-picture.ts";
import { pictureTypeOf } from "#server/platform/pictures/picture-type.ts";

/** A picture in the two sizes that are kept, as WebP. */
export interface AvatarPictures {
  large: Buffer;
  small: Buffer;
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
  if (underWay >= mostAtOnce) {
    if (waiting.length >= mostWaiting) throw new AppError("unavailable", { retryAfterSeconds: 5 });
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    underWay++;
  }
  try {
    return await draw(file);
  } catch (error) {
    throw error instanceof PictureError ? refusals[error.fault](error) : error;
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
  new AppError("invalid_input", { message: "This picture cannot be read. Try another one.", cause });

const refusals: Record<PictureFault, (cause: PictureError) => AppError> = {
  not_a_picture: (cause) =>
    new AppError("unsupported_media_type", { message: "Choose a PNG, JPEG, WebP or AVIF picture", cause }),
  too_many_pixels: (cause) =>
    new AppError("too_large", { message: "This picture is too large: 25 million pixels at most", cause }),
  too_small: unreadable,
  unreadable,
};
