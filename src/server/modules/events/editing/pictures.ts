import type { Poster } from "#contract/events/events.ts";
import { findPictureIds, getPictures, setPictures } from "#server/modules/media/index.ts";
import { fieldError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { PublishedDetail } from "../store.ts";
import { replacePicture } from "./store.ts";

/** The brand's own image: the placeholder until an event has a poster. */
export const defaultPoster: Poster = {
  key: "house",
  alt: "",
  dominant: "#15120e",
  accent: "#c9a24b",
  placeholder: null,
  width: 4,
  height: 5,
};

/** The images that an event shows. */
type ShownPictures = Pick<PublishedDetail, "poster" | "gallery" | "lineup">;

/** All images of an event, each one once. */
function picturesOf({ poster, gallery, lineup }: ShownPictures): Map<string, Poster> {
  const all = [poster, ...gallery, ...lineup.flatMap(({ picture }) => picture ?? [])];
  return new Map(all.filter(({ key }) => key !== defaultPoster.key).map((picture) => [picture.key, picture]));
}

/**
 * Looks up the images that an editor chose, all at once: those in the library, and those that the event already shows.
 *
 * @returns resolves one of them; `path` names the field to blame
 * @throws AppError `invalid_input`, from the returned function, for an image that is neither
 */
export async function findChosen(tx: Tx, keys: string[], shown: ShownPictures) {
  const found = picturesOf(shown);
  const ids = await findPictureIds(tx, keys);
  const library = await getPictures(tx, [...ids.values()]);
  for (const [key, id] of ids) {
    const picture = library.get(id);
    if (picture !== undefined) found.set(key, picture);
  }
  found.set(defaultPoster.key, defaultPoster);
  return (key: string, path: string): Poster => {
    const picture = found.get(key);
    if (picture === undefined) throw fieldError(path, "We can't find that image in the library");
    return picture;
  };
}

/**
 * Tells the library which of its images an event shows, so that none of them is deleted meanwhile.
 *
 * @throws AppError `invalid_input` for an image without alt text
 */
export async function recordPictureUses(tx: Tx, event: ShownPictures & { id: number; title: string }): Promise<void> {
  const ids = await findPictureIds(tx, [...picturesOf(event).keys()]);
  await setPictures(tx, { kind: "event", id: event.id, label: event.title }, [...new Set(ids.values())]);
}

/** Subscribes events to changes of the images they show: a new description, focal point or replacement. */
export function subscribeEvents({ bus }: Pick<Deps, "bus">): void {
  bus.on("picture.changed", async (tx, changes) => {
    for (const { formerKey, poster, uses } of changes) {
      const events = uses.filter(({ kind }) => kind === "event").map(({ targetId }) => Number(targetId));
      if (events.length > 0) await replacePicture(tx, events, formerKey, poster);
    }
  });
}
