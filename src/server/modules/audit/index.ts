export { auditRoutes } from "./admin-routes.ts";
export { auditSweeps } from "./sweeps.ts";
export { sealAuditLog } from "./chain/service.ts";
export { auditTimeline } from "./timeline.ts";
export { findLastAction } from "./latest-store.ts";
export { hearForAudit, listAudit, recordAction } from "./service.ts";
export type { NewEntry as AuditNote } from "./store.ts";
