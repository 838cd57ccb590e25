import "./domain-events.ts";

export { orderDocumentAdminRoutes } from "./admin-routes.ts";
export { subscribeOrderDocuments } from "./subscriptions.ts";
export { orderDocumentsRecords } from "./records.ts";
export { orderDocumentsRoutes } from "./routes.ts";
export { orderDocumentsJobs } from "./jobs.ts";
export { findCreditNoteId } from "./store.ts";
