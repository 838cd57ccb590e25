import { defineModule } from "#server/platform/module.ts";
import { auditRoutes } from "./admin-routes.ts";
import { createEndLogger, hashAuditLog, walkAuditLog } from "./hash-chain.ts";
import { subscribeAudit, auditTimeline } from "./service.ts";
import { recordAction } from "./store.ts";

export { findLastAction, recordAction } from "./store.ts";
export { auditEntries } from "./service.ts";

/** The activity log of staff actions, and the hash chain that shows when it was changed. */
export const audit = defineModule("audit", (host) => {
  const { deps } = host;
  const { db, log } = deps;
  const logEnd = createEndLogger(log);
  return {
    routes: () => auditRoutes(host),
    on: () => subscribeAudit(deps),
    jobs: [
      { name: "audit-hashes", everyMs: 5_000, run: () => hashAuditLog(db) },
      {
        name: "audit-walk",
        everyMs: 60_000,
        async run() {
          const broken = await walkAuditLog(db);
          if (broken !== undefined) log.error({ entryId: broken }, "an activity log entry doesn't match its hash");
          await logEnd(db);
        },
      },
    ],
    recordAction,
    timeline: auditTimeline,
  };
});
