import { defineModule } from "#server/platform/module.ts";
import "./domain-events.ts";
import { eventAdminRoutes } from "./admin-routes.ts";
import { countSales } from "./admin/store.ts";
import { subscribeEvents } from "./pictures/subscriptions.ts";
import { publishingJobs } from "./publishing/service.ts";
import { eventsRoutes } from "./routes.ts";
import { eventsSearch } from "./search-source.ts";
import { ticketTypeRoutes } from "./ticket-types/admin-routes.ts";

export { inTime, nextFirst } from "./columns.ts";
export { patternsOf } from "./search.ts";
export { getEvent, listEvents } from "./service.ts";
export { loadTypesOnSale, type TypeOnSale } from "./on-sale/store.ts";
export { findSaleWindows, type SaleWindow } from "./sale-windows/store.ts";
export { openPriceTiers } from "./price-tiers/service.ts";
export { findDoorEvents, findEventInfo, isEventShown, type EventInfo } from "./summaries/store.ts";
export {
  findCalendarEvents,
  findNewEvents,
  findEventAddresses,
  findSitemapPages,
  findShownEvent,
  type EventAddress,
  type SitemapPage,
  type PublishedEvent,
} from "./published/store.ts";
export { saveEvent, saveVenue } from "./editing/service.ts";
export { scheduleDifferences, type EventSchedule } from "./schedule/rules.ts";
export { keepFormerStart, previewSchedules } from "./schedule/service.ts";
export { cancelEvent, postponeEvent } from "./changes/service.ts";
export { copyEvent } from "./copies/service.ts";
export { getEditedEvent } from "./admin/service.ts";
export { changeEvent } from "./editing/edit.ts";
export { setVisibility } from "./publishing/service.ts";
export { savePool } from "./ticket-types/pools.ts";
export { saveTicketType } from "./ticket-types/save.ts";
export type { EventDraft, TicketTypeDraft, VenueDraft } from "./editing/drafts.ts";

/** Events, their venues, dates and ticket types. */
export const events = defineModule("events", ({ deps }) => ({
  routes(context) {
    eventsRoutes(context, deps);
    eventAdminRoutes(context, deps);
    ticketTypeRoutes(context, deps);
  },
  on: () => subscribeEvents(deps),
  jobs: [...publishingJobs(deps), { name: "event-sales", everyMs: 30_000, run: () => countSales(deps.db) }],
  search: eventsSearch(deps.db),
}));
