import { createTurns } from "#server/platform/turns.ts";
import { randomBytes } from "node:crypto";
import type { Files } from "#server/platform/files/files.ts";
import sharp, { type Sharp } from "sharp";
import { avatarFile } from "#contract/account-profile.ts";
import { AppError } from "#server/platform/app-error.ts";
import {
  openPicture,
  PictureError,
  refuse,
  type PictureRefusal,
  pictureTypeOf,
} from "#server/platform/pictures/open-picture.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { swapAvatar } from "./store.ts";

/** A profile picture in its two stored sizes, as WebP. */
export interface AvatarPictures {
  large: Buffer;
  small: Buffer;
}

/** Pictures processed at once; each may take 100 MB while it is decoded. */
const inTurn = createTurns(2, 20, 5);

/**
 * Makes an avatar from an uploaded file: upright, its center square, at 512 and 96 px. It is redrawn, so nothing else
 * in the file survives: no location, no camera, no hidden data.
 *
 * @throws AppError `unsupported_media_type` | `too_large` | `invalid_input` | `unavailable`
 */
export function makeAvatar(file: Buffer): Promise<AvatarPictures> {
  return inTurn(() =>
    draw(file).catch((error: unknown) => {
      throw error instanceof PictureError ? refusals[error.refusal](error) : error;
    }),
  );
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

const address = "/media/";

/** The URL of the large picture that belongs to a small one. */
export const largeAvatar = (avatar: string) => avatar.replace(/-96\.webp$/, "-512.webp");

/**
 * Stores both sizes under a random name, so that a new picture is never confused with the old one and nobody can guess
 * names.
 *
 * @returns the URL of the small one
 * @throws AppError `storage_full` | `unavailable`
 */
export async function keepAvatar({ shown }: Files, { large, small }: AvatarPictures): Promise<string> {
  const name = `avatars/${randomBytes(16).toString("hex")}`;
  await shown.put(`${name}-512.webp`, large);
  await shown.put(`${name}-96.webp`, small);
  return `${address}${name}-96.webp`;
}

/** Removes both sizes of a profile picture; other files and missing ones are ignored. */
export async function discardAvatar({ shown }: Files, avatar: string | null): Promise<void> {
  if (avatar === null || !/^\/media\/avatars\/[0-9a-f]{32}-96\.webp$/.test(avatar)) return;
  for (const file of [avatar, largeAvatar(avatar)]) await shown.remove(file.slice(address.length));
}

/**
 * Sets a person's profile picture from an uploaded file; the previous one is removed.
 *
 * Safe under concurrency: of two uploads, the later row wins, and the other's file is removed.
 *
 * @throws AppError `unsupported_media_type` | `too_large` | `invalid_input` | `unavailable` | `storage_full`
 */
export async function setAvatar({ db, files }: Deps, person: Principal, file: Buffer): Promise<void> {
  const avatar = await keepAvatar(files, await makeAvatar(file));
  const before = await inTransaction(db, (tx) => swapAvatar(tx, person.id, avatar));
  await discardAvatar(files, before);
}

/** Removes a person's profile picture. */
export async function removeAvatar({ db, files }: Deps, person: Principal): Promise<void> {
  const before = await inTransaction(db, (tx) => swapAvatar(tx, person.id, null));
  await discardAvatar(files, before);
}
