import type { AuditAction, AuditHashChain, AuditEntry, AuditTarget } from "#contract/audit.ts";
import { adminQuery, type ListAt, type ListReply } from "#web/features/admin/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type AuditFilter = {
  kind?: string | undefined;
  id?: string | undefined;
  action?: string | undefined;
  staffId?: number | undefined;
  from?: string | undefined;
  until?: string | undefined;
};

export const auditQuery = (filter: AuditFilter & ListAt) =>
  adminQuery<ListReply<AuditEntry>>(withQuery("/api/admin/audit", filter));
export const auditFile = (filter: AuditFilter) => withQuery("/api/admin/audit.csv", filter);
export const auditStaffQuery = () =>
  adminQuery<{ items: { id: number; name: string }[]; actions: AuditAction[]; kinds: AuditTarget[] }>(
    "/api/admin/audit/staff",
  );
/** Whether the log's hash chain still matches. */
export const auditHashChainQuery = () => adminQuery<AuditHashChain>("/api/admin/audit/hash-chain", 60_000);
