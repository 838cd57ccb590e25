import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Files } from "#server/platform/files/files.ts";
import { asStorageRefusal } from "#server/platform/files/folder-store.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { runIsolated } from "#server/platform/pictures/isolated.ts";
import type { Refused } from "#server/platform/pictures/isolated-program.ts";
import { pictureTypeOf, type PictureRefusal } from "#server/platform/pictures/open-picture.ts";
import { createTurns } from "#server/platform/turns.ts";
import { swapAvatar } from "../store.ts";
import type { AvatarOrder } from "./draw.ts";

/** A profile picture in its two stored sizes, as WebP. */
interface AvatarPictures {
  large: Buffer;
  small: Buffer;
}

const program = new URL("./draw-process.ts", import.meta.url);
/** The most expensive picture takes about a second; a machine under load gets more time. */
const maxMs = 20_000;
/** One picture at a time on each node. The others wait: thirty of the largest are 300 MB. */
const inTurn = createTurns(1, 30, 5);
/** Whose pictures are being processed or wait for it. */
const underWay = new Set<number>();

/**
 * Makes a profile picture from an uploaded file. A separate process decodes it.
 *
 * @throws AppError `unsupported_media_type` | `too_large` | `invalid_input` | `unavailable` | `storage_full`
 */
async function createAvatar({ workFolder }: Files, file: Buffer): Promise<AvatarPictures> {
  const type = pictureTypeOf(file);
  if (type === undefined || type === "gif") throw refusals.not_a_picture();
  const folder = await mkdtemp(join(workFolder, "avatar-")).catch(refuseStorage);
  try {
    const order: AvatarOrder = {
      upload: join(folder, "upload"),
      large: join(folder, "large"),
      small: join(folder, "small"),
    };
    await writeFile(order.upload, file).catch(refuseStorage);
    const answer = await runIsolated<{ drawn: true } | Refused>(program, order, { maxMs }).catch((cause: unknown) => {
      const message = "We couldn't process this picture. Try again, or choose another one.";
      throw new AppError("unavailable", { message, retryAfterSeconds: 5, cause });
    });
    if ("refusal" in answer) throw refusals[answer.refusal]();
    return { large: await readFile(order.large), small: await readFile(order.small) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function refuseStorage(error: unknown): never {
  throw asStorageRefusal(error);
}

const unreadable = () => new AppError("invalid_input", { message: "We couldn't open this image. Try another one." });

const refusals: Record<PictureRefusal, () => AppError> = {
  not_a_picture: () => new AppError("unsupported_media_type", { message: "Choose a PNG, JPEG, WebP or AVIF image" }),
  too_many_pixels: () =>
    new AppError("too_large", {
      message: "This image is too large. The limit is 25 million pixels, or 5 million for AVIF.",
    }),
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
async function storeAvatar({ shown }: Files, { large, small }: AvatarPictures): Promise<string> {
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
 * Sets a person's profile picture from an uploaded file; the previous one is removed. Each person has one upload at a
 * time and waits for those before it.
 *
 * Safe under concurrency: of two uploads, the later row wins, and the other's file is removed.
 *
 * @throws AppError `unsupported_media_type` | `too_large` | `invalid_input` | `too_many_requests` | `unavailable` |
 *   `storage_full`
 */
export async function setAvatar({ db, files }: Deps, person: Principal, file: Buffer): Promise<void> {
  if (underWay.has(person.id)) {
    const message = "We're still working on your last picture. Try again in a moment.";
    throw new AppError("too_many_requests", { message, retryAfterSeconds: 5 });
  }
  underWay.add(person.id);
  try {
    const avatar = await storeAvatar(files, await inTurn(() => createAvatar(files, file)));
    const before = await inTransaction(db, (tx) => swapAvatar(tx, person.id, avatar));
    await discardAvatar(files, before);
  } finally {
    underWay.delete(person.id);
  }
}

/** Removes a person's profile picture. */
export async function removeAvatar({ db, files }: Deps, person: Principal): Promise<void> {
  const before = await inTransaction(db, (tx) => swapAvatar(tx, person.id, null));
  await discardAvatar(files, before);
}
