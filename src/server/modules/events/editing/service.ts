import { createStock } from "#server/modules/inventory/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { searchTextOf, slugOf } from "../search.ts";
import type { EventDraft, VenueDraft } from "./drafts.ts";
import * as store from "./store.ts";

/**
 * Saves a place; one of the same name and city is brought up to date. Its nights are found by just these two, so their
 * words stay as they are.
 *
 * @returns its id
 */
export function saveVenue(tx: Tx, draft: VenueDraft): Promise<number> {
  return store.upsertVenue(tx, draft);
}

/** Lets the nights at a place be found under its words of now. */
export async function refreshSearchAt(tx: Tx, venueId: number): Promise<void> {
  const nights = await store.findSearchablesAt(tx, venueId);
  await store.setSearchTexts(
    tx,
    nights.map((night) => ({ id: night.id, text: searchTextOf(night) })),
  );
}

/**
 * Saves a night. A new one gets an address of its own, made from its title, and a stock of people when it has a capacity.
 *
 * @returns its id
 * @throws AppError `not_found` for an unknown night or place
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

/** An address that no night has: the wanted one, or the one of the title, numbered where it is taken. */
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
