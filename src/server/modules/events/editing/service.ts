import { createStock } from "#server/modules/inventory/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { searchTextOf, slugOf } from "../search.ts";
import type { EventDraft, VenueDraft } from "./drafts.ts";
import * as store from "./store.ts";

/**
 * Saves a venue; if one of the same name and city exists, updates it. The search finds events only by these two, so
 * their search text stays as it is.
 *
 * @returns its id
 */
export function saveVenue(tx: Tx, draft: VenueDraft): Promise<number> {
  return store.upsertVenue(tx, draft);
}

/** Updates the search text of all events at a venue. */
export async function refreshSearchAt(tx: Tx, venueId: number): Promise<void> {
  const events = await store.findSearchablesAt(tx, venueId);
  await store.setSearchTexts(
    tx,
    events.map((event) => ({ id: event.id, text: searchTextOf(event) })),
  );
}

/**
 * Saves an event. A new one gets a slug of its own, made from its title, and a capacity stock when it has a capacity.
 *
 * @returns its id
 * @throws AppError `not_found` for an unknown event or venue
 */
export async function saveEvent(tx: Tx, draft: EventDraft): Promise<number> {
  const venue = await store.findVenue(tx, draft.venueId);
  if (venue === undefined) throw new AppError("not_found");
  const searchText = searchTextOf({ ...draft, venue });
  const slug = await freeSlug(tx, draft);
  if (draft.id !== undefined) {
    if (!(await store.updateEvent(tx, draft.id, draft, slug, searchText))) throw new AppError("not_found");
    return draft.id;
  }
  const stockId = draft.capacity === null ? null : await createStock(tx, { kind: "event", capacity: draft.capacity });
  return store.insertEvent(tx, draft, { slug, searchText, stockId });
}

/** A slug that no event has: the requested one, or one made from the title, numbered if it is taken. */
export async function freeSlug(
  tx: Tx,
  { id, slug, title }: Pick<EventDraft, "id" | "slug" | "title">,
): Promise<string> {
  const wanted = slug ?? slugOf(title);
  const taken = await store.findSlugsLike(tx, wanted, id);
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number++;
  return `${wanted}-${number}`;
}
