import type { VenueBody, VenueChange, VenueChoice } from "#contract/event-editing.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Database } from "#server/platform/db/database.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { refreshSearchAt } from "../editing/service.ts";
import * as store from "./store.ts";

/** As many as a list under a search box shows. */
const mostChoices = 20;

/** Venues to choose from, or one by id. */
export async function listVenues(
  db: Database,
  { q, id }: { q?: string | undefined; id?: number | undefined },
): Promise<VenueChoice[]> {
  if (id !== undefined) return [(await store.findVenueChoice(db, id)) ?? []].flat();
  return store.findVenues(db, q, mostChoices);
}

/**
 * Adds a venue.
 *
 * @throws AppError `already_exists` if there is one of this name and city
 */
export function addVenue(db: Database, staff: Principal, body: VenueBody): Promise<VenueChoice> {
  return inTransaction(db, async (tx) => {
    const id = await store.insertVenue(tx, body);
    if (id === undefined) throw taken();
    await recordAction(tx, { staff, action: "venue.added", target: { kind: "venue", id }, after: { ...body } });
    return (await store.findVenueChoice(tx, id))!;
  });
}

/**
 * Edits a venue, on the page of every event that takes place there. Of two concurrent saves the later one is refused.
 *
 * @throws AppError `not_found` | `edited_meanwhile` | `already_exists`
 */
export function changeVenue(db: Database, staff: Principal, id: number, change: VenueChange): Promise<VenueChoice> {
  const { version, ...body } = change;
  return inTransaction(db, async (tx) => {
    const locked = await store.lockVenue(tx, id);
    if (locked === undefined) throw new AppError("not_found");
    if (locked.version !== version) throw new AppError("edited_meanwhile");
    const before = (await store.findVenueChoice(tx, id))!;
    if (await store.isVenueNameTaken(tx, body, id)) throw taken();
    await store.updateVenue(tx, id, body);
    await refreshSearchAt(tx, id);
    const { id: _, eventCount: __, version: ___, ...was } = before;
    await recordAction(tx, {
      staff,
      action: "venue.changed",
      target: { kind: "venue", id },
      before: was,
      after: { ...body },
    });
    return (await store.findVenueChoice(tx, id))!;
  });
}

function taken(): AppError {
  const message = "This city already has a venue with that name";
  return new AppError("already_exists", { message, errors: [{ message, path: "name" }] });
}
