import "./facts.ts";

export { inTime } from "./columns.ts";
export { endingIn, nextFirst } from "./list/next-first-store.ts";
export { patternsOf } from "./search.ts";
export { eventDeskRoutes } from "./admin-routes.ts";
export { eventsSweeps } from "./sweeps.ts";
export { eventsRoutes } from "./routes.ts";
export { hearForEvents } from "./pictures/facts.ts";
export { getEvent, listEvents } from "./service.ts";
export { loadTypesOnSale, type TypeOnSale } from "./on-sale/store.ts";
export { findSaleOpenings, type SaleOpening } from "./openings/store.ts";
export { openReleases } from "./releases/service.ts";
export { findDoorNights, findEventHeads, isEventShown, type EventHead } from "./heads/store.ts";
export {
  findCalendarNights,
  findNewNights,
  findNightAddresses,
  findNightsPages,
  findShownNight,
  type NightAddress,
  type NightsPage,
  type PublishedNight,
} from "./published/store.ts";
export { eventsSearch } from "./search-source.ts";
export { saveEvent, saveVenue } from "./editing/service.ts";
export { ticketTypeRoutes } from "./ticket-types/admin-routes.ts";
export { arrangementDifferences, type Arrangement } from "./arrangement/rules.ts";
export { keepFormerStart, previewArrangements } from "./arrangement/service.ts";
export { cancelEvent, postponeEvent } from "./changes/service.ts";
export { copyEvent } from "./copies/service.ts";
export { getEditedEvent } from "./desk/service.ts";
export { changeEvent } from "./editing/edit.ts";
export { setVisibility } from "./publishing/service.ts";
export { savePool } from "./ticket-types/pools.ts";
export { saveTicketType } from "./ticket-types/save.ts";
export type { EventDraft, TicketTypeDraft, VenueDraft } from "./editing/drafts.ts";
