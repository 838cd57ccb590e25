export { auditRoutes } from "./admin-routes.ts";
export { hearForAudit, recordAction } from "./service.ts";
export type { NewEntry as AuditNote } from "./store.ts";
