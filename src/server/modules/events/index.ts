export { eventsRoutes } from "./routes.ts";
export { getEvent, listEvents } from "./service.ts";
export { loadTypesOnSale, type TypeOnSale } from "./on-sale/store.ts";
export { findDoorNights, findEventHeads, isEventShown, type EventHead } from "./heads/store.ts";
export { eventsSearch } from "./search-source.ts";
export { saveEvent, saveTicketType, saveVenue } from "./editing/service.ts";
export type { EventDraft, TicketTypeDraft, VenueDraft } from "./editing/drafts.ts";
