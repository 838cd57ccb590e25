import type { Readable } from "node:stream";
import type { Poster } from "#contract/events/events.ts";
import type { PictureRefusal, PictureStatus } from "#contract/media.ts";
import { AppError, fieldError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { toPoster, type PictureRow } from "./columns.ts";
import * as store from "./members-store.ts";
import type { PictureUser } from "./store.ts";
import { receivePicture } from "./upload.ts";

/** An image that a member uploaded; its poster is null until it is ready. */
interface OwnPicture {
  id: number;
  status: PictureStatus;
  refusal: PictureRefusal | null;
  poster: Poster | null;
}

/** How many images a member may have that nothing uses. */
const maxUnused = 40;

const toOwn = (row: PictureRow): OwnPicture => ({
  id: row.id,
  status: row.status,
  refusal: row.refusal,
  poster: toPoster(row),
});

/**
 * Receives an image of a member. It waits to be drawn like those of the library, but isn't in it. If nothing uses it,
 * it is deleted after a day.
 *
 * @throws AppError `too_many_requests` with too many unused ones, and as the library's upload
 */
export async function uploadOwnPicture(deps: Deps, ownerId: number, body: Readable): Promise<OwnPicture> {
  if ((await store.countUnused(deps.db, ownerId, maxUnused)) >= maxUnused) {
    const message = "You have too many images that aren't posted. Post some, or try again tomorrow.";
    throw new AppError("too_many_requests", { message, retryAfterSeconds: 3600 });
  }
  const { id } = await receivePicture(deps, body, async (tx, key, { bytes, sha256 }) => ({
    id: await store.insertOwnUpload(tx, { key, bytes, sha256, ownerId }),
    isNew: true,
  }));
  return findOwnPicture(deps.db, ownerId, id);
}

/** Adds an image of a member whose files exist already: the demo's photos. @returns its id */
export const adoptOwnPicture = (tx: Tx, ownerId: number, poster: Poster): Promise<number> =>
  store.insertDrawn(tx, ownerId, poster);

/** An image of a member. @throws AppError `not_found`, also for those of others */
export async function findOwnPicture(db: Queryable, ownerId: number, id: number): Promise<OwnPicture> {
  return toOwn(requireFound(await store.findOwn(db, ownerId, id)));
}

/**
 * Uses images of a member for something of theirs, with their alt texts, in the transaction that saves it. Each image
 * can be used once.
 *
 * @throws AppError `not_found` for images that aren't theirs or are used already | `invalid_input` for one that isn't
 *   ready
 */
export async function attachOwnPictures(
  tx: Tx,
  ownerId: number,
  user: PictureUser,
  images: { pictureId: number; alt: string }[],
): Promise<void> {
  const ids = images.map(({ pictureId }) => pictureId);
  const rows = new Map((await store.lockOwn(tx, ownerId, user, ids)).map((row) => [row.id, row]));
  for (const { pictureId, alt } of images) {
    const row = requireFound(rows.get(pictureId));
    if (toPoster(row) === null) throw fieldError("images", "Wait until all images are ready");
    await store.setAlt(tx, pictureId, alt);
  }
  await store.addUses(tx, user, ids);
}

/** Ends the use of some members' images by something, and deletes those that nothing else uses, with their files. */
export async function releasePictures(tx: Tx, user: Omit<PictureUser, "label">, ids: number[]): Promise<void> {
  await store.removeUses(tx, user, ids);
  await store.deleteUnusedOwn(tx, ids);
}

/** Deletes members' images that nothing used for a day. */
export function removeForgotten({ db }: Deps): Promise<void> {
  return inTransaction(db, async (tx) => store.deleteUnusedOwn(tx, await store.findForgotten(tx)));
}

/** Takes a member's name from the images that stay, and deletes the others, in the transaction that ends the account. */
export async function forgetOwnPictures(tx: Tx, ownerId: number): Promise<void> {
  await store.deleteUnusedOwn(tx, await store.findUnusedOf(tx, ownerId));
  await store.forgetUploader(tx, ownerId);
}
