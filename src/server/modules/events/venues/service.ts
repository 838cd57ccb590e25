import type { VenueBody, VenueChange, VenueChoice } from "#contract/events/editing.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { fieldError, requireFound, requireVersion, type AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { searchTextOf } from "../search.ts";
import * as store from "./store.ts";
import { refusePlace } from "./zip-rules.ts";

/** As many as a list under a search box shows. */
const maxChoices = 20;

/** Venues to choose from, or one by id. */
export async function listVenues(
  db: Database,
  { q, id }: { q?: string | undefined; id?: number | undefined },
): Promise<VenueChoice[]> {
  if (id !== undefined) return [(await store.findVenue(db, id)) ?? []].flat();
  return store.findVenues(db, q, maxChoices);
}

/**
 * Adds a venue.
 *
 * @throws AppError `already_exists` if there is one of this name and city | `invalid_input` if state and ZIP Code of a
 *   US address don't agree
 */
export function addVenue(db: Database, staff: Principal, body: VenueBody): Promise<VenueChoice> {
  requirePlace(body);
  return inTransaction(db, async (tx) => {
    const id = await store.insertVenue(tx, body);
    if (id === undefined) throw taken();
    await recordAction(tx, { staff, action: "venue.added", target: { kind: "venue", id }, after: { ...body } });
    return (await store.findVenue(tx, id))!;
  });
}

/**
 * Edits a venue, on the page of every event that takes place there. Of two concurrent saves the later one is refused.
 *
 * @throws AppError `not_found` | `edited_meanwhile` | `already_exists` | `invalid_input`
 */
export function changeVenue(db: Database, staff: Principal, id: number, change: VenueChange): Promise<VenueChoice> {
  const { version, ...body } = change;
  requirePlace(body);
  return inTransaction(db, async (tx) => {
    const locked = requireFound(await store.lockVenue(tx, id));
    requireVersion(locked, version);
    if (await store.isVenueNameTaken(tx, body, id)) throw taken();
    await store.updateVenue(tx, id, body);
    const events = await store.findSearchablesAt(tx, id);
    await store.setSearchTexts(
      tx,
      events.map((event) => ({ id: event.id, text: searchTextOf(event) })),
    );
    const { id: _, eventCount: __, version: ___, ...before } = locked;
    await recordAction(tx, {
      staff,
      action: "venue.changed",
      target: { kind: "venue", id },
      before,
      after: { ...body },
    });
    return (await store.findVenue(tx, id))!;
  });
}

function requirePlace({ postalCode, ...place }: VenueBody): void {
  const refusal = refusePlace({ ...place, postalCode: postalCode ?? null });
  if (refusal !== undefined) throw fieldError(refusal.field, refusal.message);
}

const taken = (): AppError => fieldError("name", "This city already has a venue with that name", "already_exists");
