import {
  EditedEvent,
  EventOption,
  EventRow,
  RunDate,
  type EventRowQuery,
  type PublishGap,
} from "#contract/events/editing.ts";
import { toLocalTime } from "#contract/zoned-time.ts";
import { findLastAction } from "#server/modules/audit/index.ts";
import { requireFound } from "#server/platform/app-error.ts";
import type { Database, Queryable } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import type { Scope } from "#server/platform/http/scope.ts";
import { shownAs } from "#server/platform/shown.ts";
import { defaultPoster } from "../editing/pictures.ts";
import { richTextOf } from "#server/platform/rich-text.ts";
import { toLineup } from "../service.ts";
import { loadTicketTypes } from "../ticket-types/shown.ts";
import { findVenue } from "../venues/store.ts";
import * as store from "./store.ts";

/** Events as staff search them, drafts included. In spreadsheets, times are in each event's own time zone. */
export const eventRows = defineList(store.eventRows, shownAs(EventRow), {
  Event: "title",
  Starts: (event) => toLocalTime(event.startsAt, event.timeZone).replace("T", " "),
  "Time zone": "timeZone",
  Venue: (event) => event.venue.name,
  City: (event) => event.venue.city,
  Visibility: (event) => (event.publishAt === null ? event.visibility : "scheduled"),
  Status: "status",
  Sold: "sold",
  Comps: "comps",
  "On hold": "held",
  "Not on sale": "withheld",
  Left: "left",
  Capacity: "capacity",
  Updated: "updatedAt",
  ID: "id",
});

/** One page of events, with the cities to filter by. */
export async function listEventRows(db: Database, query: EventRowQuery) {
  const [page, cities] = await Promise.all([eventRows.list(db, query), store.findCities(db)]);
  return { ...page, cities };
}

/** Every event of a scope, to choose from: upcoming ones first. */
export const listEventOptions = async (db: Queryable, { eventIds }: Scope): Promise<EventOption[]> =>
  (await store.findEventOptions(db, eventIds)).map(shownAs(EventOption));

/**
 * An event with everything that its editor can change, what it lacks to be published, and who changed it last.
 *
 * @throws AppError `not_found`
 */
export async function getEditedEvent(db: Queryable, id: number): Promise<EditedEvent> {
  const row = requireFound(await store.findEdited(db, id));
  const venue = (await findVenue(db, row.venueId))!;
  const run = row.seriesId === null ? [] : await store.findRun(db, row.seriesId);
  const last = await findLastAction(db, { kind: "event", id });
  const edited = shownAs(EditedEvent)({
    ...row,
    venue,
    isOver: row.endsAt <= row.readAt,
    lineup: toLineup(row.lineup),
    descriptionHtml: row.descriptionHtml ?? richTextOf(row.description),
    ticketTypes: (await loadTicketTypes(db, [row])).get(id)!.open,
    hasPoster: row.poster.key !== defaultPoster.key,
    updatedBy: last?.staffName ?? null,
    run: run.map(shownAs(RunDate)),
    gaps: [],
  });
  const gaps = publishGaps({
    ...edited,
    description: row.description,
    lineupCount: row.lineup.length,
    typeCount: row.typeCount,
    isOnMap: venue.latitude !== null && venue.longitude !== null,
  });
  return { ...edited, gaps };
}

/** What the publish checklist checks. */
interface Publishable {
  title: string;
  summary: string;
  /** Plain text. */
  description: string;
  hasPoster: boolean;
  startsAt: string;
  endsAt: string;
  lineupCount: number;
  typeCount: number;
  /** The venue has coordinates. */
  isOnMap: boolean;
}

/** What an event still needs: first what publishing requires, then what is recommended. */
function publishGaps(event: Publishable): PublishGap[] {
  const gaps: [PublishGap["what"], PublishGap["weight"], boolean][] = [
    ["title", "needed", event.title.trim() === ""],
    ["times", "needed", !(Date.parse(event.startsAt) < Date.parse(event.endsAt))],
    ["summary", "needed", event.summary.trim() === ""],
    ["poster", "needed", !event.hasPoster],
    ["tickets", "wise", event.typeCount === 0],
    ["description", "wise", event.description.trim() === ""],
    ["lineup", "wise", event.lineupCount === 0],
    ["map", "wise", !event.isOnMap],
  ];
  return gaps.filter(([, , isMissing]) => isMissing).map(([what, weight]) => ({ what, weight }));
}
