export { hashAuditLog } from "./hash-chain/service.ts";
export { findLastAction } from "./latest-store.ts";
export { auditEntries, recordAction } from "./service.ts";
export type { NewEntry as AuditNote } from "./store.ts";
export { audit } from "./module.ts";
