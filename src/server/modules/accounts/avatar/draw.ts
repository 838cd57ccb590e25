import { readFile, writeFile } from "node:fs/promises";
import sharp, { type Sharp } from "sharp";
import { avatarFile } from "#contract/accounts/profile.ts";
import { openPicture, PictureError, pictureTypeOf, refuse } from "#server/platform/pictures/open-picture.ts";

/** The task of drawing one profile picture: the paths of the upload and of the two files that become of it. */
export interface AvatarOrder {
  upload: string;
  large: string;
  small: string;
}

/**
 * Redraws an uploaded file: upright, its center square, at 512 and 96 px, as WebP. Nothing else in the file survives:
 * no location, no camera, no hidden data. What would cost too much is refused by its header.
 *
 * @throws PictureError
 */
export async function drawAvatar({ upload, ...target }: AvatarOrder): Promise<{ drawn: true }> {
  const file = await readFile(upload);
  const type = pictureTypeOf(file);
  if (type === undefined || type === "gif") throw new PictureError("not_a_picture");
  const picture = await openPicture(file, type, { maxPixels: avatarFile.maxPixels[type], maxFrames: 100 });
  const large = await square(picture.read(), 512).toBuffer().catch(refuse);
  await writeFile(target.large, large);
  await writeFile(target.small, await square(sharp(large), 96).toBuffer());
  return { drawn: true };
}

const square = (picture: Sharp, side: number) => picture.resize(side, side, { fit: "cover" }).webp({ quality: 82 });
