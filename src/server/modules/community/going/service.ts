import type { Going } from "#contract/community/people.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { readViewer } from "../viewer.ts";
import { requireUnmuted } from "../writing.ts";
import * as store from "./store.ts";

/**
 * Who shows that they are going to an event. Signed-out visitors get the number only, so that no search engine lists
 * who was where.
 *
 * @throws AppError `not_found` for an event that isn't public
 */
export async function getGoing(db: Queryable, visitor: Principal | undefined, eventId: number): Promise<Going> {
  if (!(await store.isPublic(db, eventId))) throw new AppError("not_found");
  const viewer = await readViewer(db, visitor);
  const { people, count } = await store.findGoing(db, viewer, eventId);
  const tickets = viewer.isMember ? await store.findOwnTickets(db, viewer.id!, eventId) : [];
  return { count, people: viewer.id === null ? [] : people, you: { tickets } };
}

/** Shows with one's own tickets that one is going, or stops; once per person, however many they have. @throws AppError `not_found` | `community_muted` */
export async function setGoing(
  { db }: Deps,
  me: Principal,
  eventId: number,
  { ticketId, isShown }: { ticketId?: number | undefined; isShown: boolean },
): Promise<Going> {
  if (isShown) await requireUnmuted(db, me);
  const isSet = await inTransaction(db, (tx) => store.setGoing(tx, { userId: me.id, eventId, ticketId }, isShown));
  if (!isSet) throw new AppError("not_found");
  return getGoing(db, me, eventId);
}
