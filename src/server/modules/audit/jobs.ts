import type { Deps } from "#server/platform/deps.ts";
import type { Job } from "#server/platform/jobs.ts";
import { createEndLogger, hashAuditLog, walkAuditLog } from "./hash-chain/service.ts";

/** Jobs that hash staff actions soon after they happen, and keep checking that the log still matches its hashes. */
export function auditJobs({ db, log }: Deps): Job[] {
  const logEnd = createEndLogger(log);
  return [
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
  ];
}
