import type { AuditAction, AuditChain, AuditEntry, AuditTarget } from "#contract/audit.ts";
import { deskQuery, type ListReply } from "#web/features/desk/table/list-query.ts";
import { withQuery } from "#web/lib/paths.ts";

export type AuditFilter = {
  kind?: string | undefined;
  id?: string | undefined;
  action?: string | undefined;
  staffId?: number | undefined;
  from?: string | undefined;
  until?: string | undefined;
};

export const auditQuery = (filter: AuditFilter & { page?: number | undefined; cursor?: string | undefined }) =>
  deskQuery<ListReply<AuditEntry>>(withQuery("/api/admin/audit", filter));
export const auditFile = (filter: AuditFilter) => withQuery("/api/admin/audit.csv", filter);
export const auditStaffQuery = () =>
  deskQuery<{ items: { id: number; name: string }[]; actions: AuditAction[]; kinds: AuditTarget[] }>(
    "/api/admin/audit/staff",
  );
/** Whether the log is still as it was written. */
export const auditChainQuery = () => deskQuery<AuditChain>("/api/admin/audit/chain", 60_000);
