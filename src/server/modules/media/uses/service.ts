import type { Poster } from "#contract/events.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { toPoster } from "../columns.ts";
import * as store from "./store.ts";

/** What uses images: its kind (`event`), its id, and its name for showing where an image is used. */
export type PictureUser = store.PictureUser;

/**
 * Sets all images that something uses, in the transaction that saves it; none when it is deleted. Returns their
 * posters, in the order of `ids`, to be stored with it. An image in use can't be deleted; `picture.changed` reports its
 * changes.
 *
 * Safe under concurrency: an image that is being deleted at the same time is either gone or stays.
 *
 * @throws AppError `not_found` for an image that doesn't exist or isn't ready; `invalid_input` for one without alt text
 */
export async function setPictures(tx: Tx, user: PictureUser, ids: number[]): Promise<Poster[]> {
  const rows = new Map((await store.lockPictures(tx, ids)).map((row) => [row.id, row]));
  const posters = ids.map((id) => {
    const row = rows.get(id);
    const poster = row === undefined || row.replacesId !== null ? null : toPoster(row);
    if (poster === null) throw new AppError("not_found", { message: "This image isn't in the library" });
    if (poster.alt === "") {
      throw new AppError("invalid_input", { message: "Add alt text to this image first" });
    }
    return poster;
  });
  await store.setUses(tx, user, ids);
  return posters;
}

/** The posters of some images, by id; those that are not ready are left out. */
export async function getPictures(db: Queryable, ids: number[]): Promise<Map<number, Poster>> {
  const found = new Map<number, Poster>();
  for (const row of await store.findPictures(db, ids)) {
    const poster = toPoster(row);
    if (poster !== null) found.set(row.id, poster);
  }
  return found;
}

/** Ids of images by the keys in posters. */
export async function findPictureIds(db: Queryable, keys: string[]): Promise<Map<string, number>> {
  return new Map((await store.findIdsByKey(db, keys)).map(({ key, id }) => [key, id]));
}

/**
 * Adds an image whose files exist already to the library: the demo's posters. An image with that key stays as it is.
 *
 * @returns its id
 */
export function adoptPicture(tx: Tx, poster: Poster): Promise<number> {
  return store.upsertPicture(tx, poster, `${poster.key}.jpg`);
}
