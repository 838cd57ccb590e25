import type { Poster } from "#contract/events.ts";
import { findPictureIds, getPictures, setPictures } from "#server/modules/media/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { housePoster } from "../house-poster.ts";

/** What a night shows in pictures. */
export interface ShownPictures {
  poster: Poster;
  gallery: Poster[];
  lineup: { picture?: Poster | null }[];
}

/** All pictures of a night, each one once. */
function picturesOf({ poster, gallery, lineup }: ShownPictures): Map<string, Poster> {
  const all = [poster, ...gallery, ...lineup.flatMap(({ picture }) => picture ?? [])];
  return new Map(all.filter(({ key }) => key !== housePoster.key).map((picture) => [picture.key, picture]));
}

/** Tells what a picture that an editor chose is shown by; `path` names the field that is at fault where there is none. */
export type PickPicture = (key: string, path: string) => Poster;

/**
 * Looks up the pictures that an editor chose, all at once: those of the library, and those that the night shows already.
 *
 * @throws AppError `invalid_input`, from what is answered, for a picture that is neither
 */
export async function findChosen(tx: Tx, keys: string[], shown: ShownPictures): Promise<PickPicture> {
  const found = picturesOf(shown);
  const ids = await findPictureIds(tx, keys);
  const library = await getPictures(tx, [...ids.values()]);
  for (const [key, id] of ids) {
    const picture = library.get(id);
    if (picture !== undefined) found.set(key, picture);
  }
  found.set(housePoster.key, housePoster);
  return (key, path) => {
    const picture = found.get(key);
    if (picture === undefined) throw refuse(path, "There is no such picture in the library");
    return picture;
  };
}

/**
 * Notes with the library which of its pictures a night shows, so that none of them is deleted meanwhile.
 *
 * @throws AppError `invalid_input` for one that says nothing to those who do not see it
 */
export async function notePictures(tx: Tx, night: { id: number; title: string }, shown: ShownPictures): Promise<void> {
  const ids = await findPictureIds(tx, [...picturesOf(shown).keys()]);
  await setPictures(tx, { kind: "event", id: night.id, label: night.title }, [...new Set(ids.values())]);
}

function refuse(path: string, message: string): AppError {
  return new AppError("invalid_input", { message, errors: [{ message, path }] });
}
