export { auditRoutes } from "./admin-routes.ts";
export { auditJobs } from "./jobs.ts";
export { hashAuditLog } from "./hash-chain/service.ts";
export { auditTimeline } from "./timeline.ts";
export { findLastAction } from "./latest-store.ts";
export { subscribeAudit, listAudit, recordAction } from "./service.ts";
export type { NewEntry as AuditNote } from "./store.ts";
