import { findEventInfo } from "#server/modules/events/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database } from "#server/platform/db/database.ts";
import { drawDoorList } from "./draw.ts";
import { byName } from "./rules.ts";
import { findGuests } from "./store.ts";

/**
 * An event's guests by name as a PDF, with who is checked in: for a door without a network.
 *
 * @throws AppError `not_found`
 */
export async function printDoorList(db: Database, eventId: number): Promise<{ name: string; pdf: Buffer }> {
  const event = (await findEventInfo(db, [eventId])).get(eventId);
  if (event === undefined) throw new AppError("not_found");
  const pdf = await drawDoorList(event, byName(await findGuests(db, eventId)), new Date());
  return { name: `door-list-${event.slug}`, pdf };
}
