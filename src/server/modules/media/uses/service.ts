import type { Poster } from "#contract/events.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Queryable, Tx } from "#server/platform/db/database.ts";
import { toPoster } from "../columns.ts";
import * as store from "./store.ts";

/** What uses pictures: its kind (`event`), its id, and its name for whoever asks where a picture is used. */
export type PictureUser = store.PictureUser;

/**
 * Says which pictures something uses, all of them at once, in the transaction that saves it; none when it goes. Gives
 * back what shows them, in the order of `ids`, to be kept with it. A picture that is used cannot be deleted; when it
 * changes, `picture.changed` tells so.
 *
 * Safe under concurrency: a picture that is being deleted at the same time is either gone or stays.
 *
 * @throws AppError `not_found` for a picture that is not there or not ready; `invalid_input` for one without alt text
 */
export async function setPictures(tx: Tx, user: PictureUser, ids: number[]): Promise<Poster[]> {
  const rows = new Map((await store.lockPictures(tx, ids)).map((row) => [row.id, row]));
  const posters = ids.map((id) => {
    const row = rows.get(id);
    const poster = row === undefined || row.replacesId !== null ? null : toPoster(row);
    if (poster === null) throw new AppError("not_found", { message: "This picture is not in the library" });
    if (poster.alt === "") {
      throw new AppError("invalid_input", { message: "Say first what the picture shows: its alt text is empty" });
    }
    return poster;
  });
  await store.setUses(tx, user, ids);
  return posters;
}

/** What shows some pictures, by id; those that are not ready are left out. */
export async function getPictures(db: Queryable, ids: number[]): Promise<Map<number, Poster>> {
  const found = new Map<number, Poster>();
  for (const row of await store.findPictures(db, ids)) {
    const poster = toPoster(row);
    if (poster !== null) found.set(row.id, poster);
  }
  return found;
}

/** Ids of pictures by the keys that posters carry. */
export async function findPictureIds(db: Queryable, keys: string[]): Promise<Map<string, number>> {
  return new Map((await store.findIdsByKey(db, keys)).map(({ key, id }) => [key, id]));
}

/**
 * Takes a picture whose files are there already into the library: the demo's posters. One of that key stays as it is.
 *
 * @returns its id
 */
export function adoptPicture(tx: Tx, poster: Poster): Promise<number> {
  return store.upsertPicture(tx, poster, `${poster.key}.jpg`);
}
