import "./facts.ts";

export { paperDeskRoutes } from "./admin-routes.ts";
export { hearForPapers } from "./hear.ts";
export { papersRecords } from "./records.ts";
export { papersRoutes } from "./routes.ts";
export { papersSweeps } from "./sweeps.ts";
export { findCreditNoteId } from "./store.ts";
