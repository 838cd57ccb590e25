import * as contract from "#contract/events/events.ts";
import * as markers from "#contract/events/markers.ts";
import { route } from "#server/platform/http/route.ts";
import { defineModule } from "#server/platform/module.ts";
import "./domain-events.ts";
import { eventAdminRoutes } from "./admin-routes.ts";
import { adminEventsSearch } from "./admin/search.ts";
import { countSales } from "./ticket-types/counts-store.ts";
import { publishingJob } from "./changes/publishing.ts";
import { subscribeEvents } from "./editing/pictures.ts";
import { listMarkers, listMonth } from "./list/service.ts";
import { eventsSearch, findNextBuyable, getEvent, listEvents, listRelatedEvents } from "./service.ts";
import { findNextEvent } from "./store.ts";
import { nameRows } from "#server/platform/target-names.ts";

export { calendarFile, categoriesOf, titleOf, writeCalendar } from "./calendar.ts";
export { inTime, nextFirst } from "./columns.ts";
export { patternsOf } from "./search.ts";
export { getEvent, listEvents } from "./service.ts";
export {
  eventFileName,
  findCalendarEvents,
  findDoorEvents,
  findEventAddresses,
  findEventById,
  findEventInfo,
  findNewEvents,
  findShownEvent,
  findSitemapPages,
  findShownSlugs,
  isEventShown,
  noEventAhead,
  type EventAddress,
  type EventInfo,
  type PublishedEvent,
  type SitemapPage,
} from "./store.ts";
export { findSaleWindows, loadTypesOnSale, openPriceTiers, type TypeOnSale } from "./ticket-types/sale-store.ts";
export { ticketCountColumns, ticketCounts } from "./ticket-types/counts-store.ts";
export { defaultPoster } from "./editing/pictures.ts";
export { saveEvent, type EventDraft } from "./editing/service.ts";
export { changeEvent } from "./editing/edit.ts";
export { scheduleDifferences, type EventSchedule } from "./changes/rules.ts";
export { previewSchedules } from "./changes/schedule.ts";
export { storeFormerStart } from "./changes/store.ts";
export { cancelEvent, postponeEvent } from "./changes/service.ts";
export { setVisibility } from "./changes/publishing.ts";
export { copyEvent } from "./copies/service.ts";
export { getEditedEvent } from "./admin/service.ts";
export { savePool } from "./ticket-types/pools.ts";
export { saveTicketType } from "./ticket-types/save.ts";
export type { TicketTypeDraft } from "./ticket-types/store.ts";
export { saveVenue } from "./venues/store.ts";

/** Events, their venues, dates and ticket types. */
export const events = defineModule("events", ({ deps }) => ({
  targetNames: { event: nameRows("events", "title"), venue: nameRows("venues", "name") },
  routes(context) {
    const { db } = deps;
    route(context, contract.listEvents, ({ query }) => listEvents(db, query));
    route(context, markers.listEventMarkers, ({ query }) => listMarkers(db, query));
    route(context, markers.listEventMonth, ({ query }) => listMonth(db, query));
    route(context, contract.listRelatedEvents, ({ params }) => listRelatedEvents(db, params.id));
    route(context, contract.getNextBuyable, () => findNextBuyable(db));
    route(context, contract.getEvent, ({ params, query }) => getEvent(db, params.id, query.accessCode));
    eventAdminRoutes(context, deps);
  },
  exampleEvent: findNextEvent,
  on: () => subscribeEvents(deps),
  jobs: [publishingJob(deps), { name: "event-sales", everyMs: 30_000, run: () => countSales(deps.db) }],
  search: [eventsSearch(deps.db), adminEventsSearch(deps.db)],
}));
