import type { Deps } from "#server/platform/deps.ts";
import type { Sweep } from "#server/platform/sweeps.ts";
import { createEndTeller, sealAuditLog, walkAuditLog } from "./chain/service.ts";

/** Seals what staff did soon after they did it, and looks again and again whether the log is still what was sealed. */
export function auditSweeps({ db, log }: Deps): Sweep[] {
  const tellEnd = createEndTeller(log);
  return [
    { name: "audit-seals", everyMs: 5_000, run: () => sealAuditLog(db) },
    {
      name: "audit-walk",
      everyMs: 60_000,
      async run() {
        const broken = await walkAuditLog(db);
        if (broken !== undefined) log.error({ entryId: broken }, "an entry of the audit log is not as it was written");
        await tellEnd(db);
      },
    },
  ];
}
