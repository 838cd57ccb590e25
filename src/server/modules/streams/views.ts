import { StreamCard, StreamPush, StreamView, type StreamHealth, type StreamLists } from "#contract/streams/streams.ts";
import { getPictures } from "#server/modules/media/index.ts";
import { requireFound } from "#server/platform/app-error.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { shownAs } from "#server/platform/shown.ts";
import { getAdminStream } from "./admin/service.ts";
import * as store from "./admin/store.ts";
import * as health from "./health-store.ts";
import { findShownParts } from "./shown-parts.ts";
import { countWaiting } from "./reminders/service.ts";
import { countViewers } from "./watching/beats-store.ts";
import { warningsOf } from "./warnings.ts";

const showCard = shownAs(StreamCard);

/** Everything that visitors can watch, now, next and again. */
export async function listStreams(db: Queryable): Promise<StreamLists> {
  const rows = await store.findPublic(db);
  const posters = await getPictures(
    db,
    rows.flatMap(({ pictureId }) => pictureId ?? []),
  );
  const cards = rows.map(({ pictureId, ...row }) => showCard({ ...row, poster: posters.get(pictureId ?? 0) ?? null }));
  const upcoming = cards.filter(({ status }) => status === "scheduled" || status === "starting");
  return {
    live: cards.filter(({ status }) => status === "live" || status === "stalled"),
    upcoming,
    replays: cards.filter(({ status }) => status === "replay").toReversed(),
    next: upcoming[0] ?? null,
  };
}

/** One published stream. @throws AppError `not_found` */
export async function getStream(db: Queryable, id: number): Promise<StreamView> {
  const row = requireFound(await store.findView(db, id));
  return shownAs(StreamView)({ ...row, ...(await findShownParts(db, row)) });
}

/** What arrives of a stream and who watches, for the studio. @throws AppError `not_found` */
export async function getHealth(db: Queryable, id: number): Promise<StreamHealth> {
  await getAdminStream(db, id);
  const row = await health.findHealth(db, id);
  const renditions = await health.findRenditionHealth(db, id);
  const known = renditions.flatMap(({ bitsPerSecond }) => bitsPerSecond ?? []);
  return {
    ...row,
    warnings: warningsOf(await health.findEncoderDetails(db, id)),
    lastSegmentAt: row.lastSegmentAt?.toISOString() ?? null,
    bitsPerSecond: known.length === 0 ? null : known.reduce((sum, bits) => sum + bits, 0),
    renditions,
    pushes: (await health.findPushes(db, id)).map(shownAs(StreamPush)),
    viewersNow: await countViewers(db, id),
    minutes: (await health.findMinutes(db, id)).map(({ minute, viewers }) => ({
      minute: minute.toISOString(),
      viewers,
    })),
    remindersWaiting: await countWaiting(db, id),
  };
}
