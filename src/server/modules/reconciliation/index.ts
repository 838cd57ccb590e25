import "./domain-events.ts";

export { findDiscrepanciesById, type DiscrepancyRow } from "./admin/store.ts";
export { findDispute, type DisputeRow } from "./disputes/store.ts";
export { reconciliation } from "./module.ts";
