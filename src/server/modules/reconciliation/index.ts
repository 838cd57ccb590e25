import "./domain-events.ts";

export { reconciliationRoutes } from "./admin-routes.ts";
export { reconciliationJobs } from "./jobs.ts";
export { findDiscrepanciesById, type DiscrepancyRow } from "./admin/store.ts";
export { findDispute, type DisputeRow } from "./disputes/store.ts";
