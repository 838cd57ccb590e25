import type { PhotoWall } from "#contract/community/people.ts";
import { getPictures, releasePictures } from "#server/modules/media/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { readPage } from "#server/platform/db/keyset.ts";
import { settlePhotos } from "../posts/removal.ts";
import { announceQueue } from "../safety/queue.ts";
import { toEvent } from "../columns.ts";
import { feedTopic, postTopic } from "../rules.ts";
import { readViewer, type Viewer } from "../viewer.ts";
import * as store from "./store.ts";

const pageSize = 40;

/** An event's photo wall: photos of people who were there, once staff approved them. @throws AppError `not_found` */
export async function readWall(
  { db }: Deps,
  visitor: Principal | undefined,
  eventId: number,
  cursor: string | undefined,
): Promise<PhotoWall> {
  const viewer = await readViewer(db, visitor);
  const event = requireFound(await store.findWallEvent(db, eventId, viewer.id));
  const { rows, nextCursor } = await readPage(store.newestPhotos, { cursor, size: pageSize }, (slice) =>
    store.findWall(db, viewer, eventId, slice),
  );
  const pictures = await getPictures(
    db,
    rows.map(({ pictureId }) => pictureId),
  );
  const { count, waiting } = await store.countWall(db, viewer, eventId);
  return {
    event: toEvent(event),
    items: rows.flatMap(({ pictureId, at, ...row }) => {
      const poster = pictures.get(pictureId);
      return poster === undefined ? [] : [{ ...row, poster, at: new Date(at).toISOString() }];
    }),
    nextCursor,
    count,
    you: { canUpload: viewer.isMember && event.hasBegun && event.hasTicket, waiting },
  };
}

/**
 * Refuses photos for a wall from people who can't have taken them.
 *
 * @throws AppError `not_found` | `not_allowed` | `post_refused`
 */
export async function requireWallGuest(
  db: Queryable,
  writer: Viewer,
  { eventId, images }: { eventId: number | null; images: unknown[] },
): Promise<void> {
  const event = requireFound(eventId === null ? undefined : await store.findWallEvent(db, eventId, writer.id));
  const refuse = (message: string) => new AppError("post_refused", { message });
  if (images.length === 0) throw refuse("Add a photo.");
  if (!event.hasBegun) throw refuse("The photo wall opens when the event starts.");
  if (!event.hasTicket && !writer.isModerator) {
    throw new AppError("not_allowed", { message: "Only people with a ticket can add photos to this wall." });
  }
}

/** Takes one's own photo out of its post. @throws AppError `not_found`, also for photos of others */
export async function deletePhoto(deps: Deps, author: Principal, id: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const viewer = await readViewer(tx, author);
    const photo = await store.lockPhoto(tx, viewer, id);
    if (photo === undefined || photo.authorId !== viewer.id) throw new AppError("not_found");
    await store.removePhoto(tx, id);
    await releasePictures(tx, { kind: "post", id: photo.postId }, [photo.pictureId]);
    await store.recountImages(tx, photo.postId);
    await deps.realtime.publish(tx, postTopic(photo.postId), "changed", {});
    await deps.realtime.publish(tx, feedTopic, "changed", { id: photo.postId });
    await settlePhotos(deps, tx, [id]);
    await announceQueue(deps, tx);
  });
}
