import * as contract from "#contract/audit.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { csvReply } from "#server/platform/http/csv-reply.ts";
import { getAuditHashChain } from "./hash-chain.ts";
import { auditEntries, listAuditStaff } from "./service.ts";

/** Routes to read the activity log; nothing writes to it from outside. */
export function auditRoutes(context: RouteContext, { db }: Deps): void {
  route(context, contract.listAudit, ({ query }) => auditEntries.list(db, query));
  route(context, contract.exportAudit, ({ query, reply }) => csvReply(reply, "audit", auditEntries.file(db, query)));
  route(context, contract.listAuditStaff, async () => ({
    items: await listAuditStaff(db),
    actions: contract.AuditAction.options,
    kinds: contract.AuditTarget.options,
  }));
  route(context, contract.getAuditHashChain, () => getAuditHashChain(db));
}
