import { findEventHeads } from "#server/modules/events/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import { drawDoorList } from "./draw.ts";
import { byName } from "./rules.ts";
import { findGuests } from "./store.ts";

/**
 * A night's guests by name as PDF, with who is in already: for a door without a network.
 *
 * @throws AppError `not_found`
 */
export async function printDoorList(db: Database, eventId: number): Promise<{ name: string; pdf: Buffer }> {
  const night = (await findEventHeads(db, [eventId])).get(eventId);
  if (night === undefined) throw new AppError("not_found");
  const pdf = await drawDoorList(night, byName(await findGuests(db, eventId)), new Date());
  return { name: `door-list-${night.slug}`, pdf };
}
