import { createStock } from "#server/modules/inventory/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Tx } from "#server/platform/db/database.ts";
import { searchTextOf, slugOf } from "../search.ts";
import type { EventDraft, TicketTypeDraft, VenueDraft } from "./drafts.ts";
import * as store from "./store.ts";

/**
 * Saves a place; one of the same name and city is brought up to date, and its nights are found under its new words.
 *
 * @returns its id
 */
export async function saveVenue(tx: Tx, draft: VenueDraft): Promise<number> {
  const id = await store.upsertVenue(tx, draft);
  for (const night of await store.findSearchablesAt(tx, id))
    await store.setSearchText(tx, night.id, searchTextOf(night));
  return id;
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

/**
 * Saves a ticket type. A new one gets a stock of its capacity.
 *
 * @returns its id
 * @throws AppError `not_found` for a type that the night does not have
 */
export async function saveTicketType(tx: Tx, draft: TicketTypeDraft): Promise<number> {
  if (draft.id !== undefined) {
    if (!(await store.updateTicketType(tx, draft.id, draft))) throw new AppError("not_found");
    return draft.id;
  }
  const stockId = await createStock(tx, { kind: "ticket_type", capacity: draft.capacity });
  return store.insertTicketType(tx, draft, stockId);
}

async function freeSlug(tx: Tx, { id, slug, title }: EventDraft): Promise<string> {
  const wanted = slug ?? slugOf(title);
  const taken = await store.findSlugsLike(tx, wanted, id);
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number++;
  return `${wanted}-${number}`;
}
