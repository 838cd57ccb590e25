import type { EditedEvent, EventRow, EventRowQuery } from "#contract/event-editing.ts";
import { publishGaps } from "#contract/event-gaps.ts";
import { toLocalTime } from "#contract/zoned-time.ts";
import { findLastAction } from "#server/modules/audit/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import type { Database, Queryable } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import { richTextOf } from "../editing/rich-text.ts";
import { defaultPoster } from "../default-poster.ts";
import { previewEvent } from "../service.ts";
import * as store from "./store.ts";

/** Events as staff search them, drafts included. In spreadsheets, times are in each event's own time zone. */
export const eventRows = defineList(store.eventRows, toRow, {
  Event: (event) => event.title,
  Starts: (event) => toLocalTime(event.startsAt, event.timeZone).replace("T", " "),
  "Time zone": (event) => event.timeZone,
  Venue: (event) => event.venue.name,
  City: (event) => event.venue.city,
  Visibility: (event) => (event.publishAt === null ? event.visibility : "scheduled"),
  Status: (event) => event.status,
  Sold: (event) => event.sold,
  Capacity: (event) => event.capacity,
  ID: (event) => event.id,
});

/** One page of events, with the cities to filter by. */
export async function listEventRows(db: Database, query: EventRowQuery) {
  const [page, cities] = await Promise.all([eventRows.list(db, query), store.findCities(db)]);
  return { ...page, cities };
}

function toRow({ venueName, city, startsAt, publishAt, updatedAt, ...row }: store.ListRow): EventRow {
  return {
    ...row,
    startsAt: startsAt.toISOString(),
    venue: { name: venueName, city },
    publishAt: publishAt?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
  };
}

/**
 * An event with everything that its editor can change, what it lacks to be published, and who changed it last.
 *
 * @throws AppError `not_found`
 */
export async function getEditedEvent(db: Queryable, id: number): Promise<EditedEvent> {
  const row = await store.findEdited(db, id);
  if (row === undefined) throw new AppError("not_found");
  const { seriesId, typeCount, publishAt, updatedAt, refundsUntil, ...own } = row;
  const {
    saleStatus: _,
    fromCents: __,
    otherDates: ___,
    seo,
    descriptionHtml,
    description,
    ...shown
  } = await previewEvent(db, id);
  const run = seriesId === null ? [] : await store.findRun(db, seriesId);
  const last = await findLastAction(db, { kind: "event", id });
  const hasPoster = row.poster.key !== defaultPoster.key;
  return {
    ...shown,
    ...own,
    descriptionHtml: descriptionHtml ?? richTextOf(description),
    seoTitle: seo.title,
    seoDescription: seo.description,
    hasPoster,
    publishAt: publishAt?.toISOString() ?? null,
    refundsUntil: refundsUntil?.toISOString() ?? null,
    updatedAt: updatedAt.toISOString(),
    updatedBy: last?.staffName ?? null,
    run: run.map((date) => ({ ...date, startsAt: date.startsAt.toISOString() })),
    gaps: publishGaps({
      ...shown,
      description,
      hasPoster,
      lineupCount: shown.lineup.length,
      typeCount,
      isOnMap: row.venue.latitude !== null && row.venue.longitude !== null,
    }),
  };
}
