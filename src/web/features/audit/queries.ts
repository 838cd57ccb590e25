import type { AuditAction, AuditHashChain, AuditTarget } from "#contract/audit.ts";
import { adminQuery } from "#web/features/admin/table/list-query.ts";

/** What the log's filters offer. */
export const auditStaffQuery = () =>
  adminQuery<{ items: { id: number; name: string }[]; actions: AuditAction[]; kinds: AuditTarget[] }>(
    "/api/admin/audit/staff",
  );
/** Whether the log's hash chain still matches. */
export const auditHashChainQuery = () => adminQuery<AuditHashChain>("/api/admin/audit/hash-chain", 60_000);
