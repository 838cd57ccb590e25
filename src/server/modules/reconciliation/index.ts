import "./facts.ts";

export { reconciliationRoutes } from "./admin-routes.ts";
export { reconciliationSweeps } from "./sweeps.ts";
export { findExceptionsById, type ExceptionRow } from "./desk/store.ts";
export { findDispute, type DisputeRow } from "./disputes/store.ts";
