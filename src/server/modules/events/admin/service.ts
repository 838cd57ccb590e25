import type { EditedEvent, EventRow, EventRowQuery } from "#contract/event-editing.ts";
import { publishGaps } from "#contract/event-gaps.ts";
import { toLocalTime } from "#contract/zoned-time.ts";
import { findLastAction } from "#server/modules/audit/index.ts";
import { AppError } from "#server/platform/app-error.ts";
import { csvPageSize, streamCsv } from "#server/platform/csv.ts";
import type { Database, Queryable } from "#server/platform/db/database.ts";
import { richTextOf } from "../editing/rich-text.ts";
import { defaultPoster } from "../default-poster.ts";
import { previewEvent } from "../service.ts";
import * as store from "./store.ts";

/** All events for staff, drafts included, one page at a time. */
export async function listEventRows(db: Database, query: EventRowQuery) {
  const [{ rows, ...page }, cities] = await Promise.all([store.findRows(db, query), store.findCities(db)]);
  return { items: rows.map(toRow), ...page, cities };
}

/** The same list in full, for spreadsheets; times are in each event's own time zone. */
export function exportEventRows(db: Database, filter: store.RowFilter): AsyncGenerator<string> {
  return streamCsv(
    ["Event", "Starts", "Time zone", "Venue", "City", "Visibility", "Status", "Sold", "Capacity", "ID"],
    (cursor) => store.findRows(db, { ...filter, cursor }, csvPageSize),
    (row) => [
      row.title,
      toLocalTime(row.startsAt, row.timeZone).replace("T", " "),
      row.timeZone,
      row.venueName,
      row.city,
      row.publishAt === null ? row.visibility : "scheduled",
      row.status,
      row.sold,
      row.capacity,
      row.id,
    ],
  );
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
