import { targetNames } from "./store.ts";
import { defineModule } from "#server/platform/module.ts";
import { reconciliationEmails } from "./emails.ts";
import { reconciliationRoutes } from "./admin-routes.ts";
import { continueReconciliationRun } from "./runs/service.ts";
import { checkForDiscrepancies } from "./watch/service.ts";

declare module "#server/platform/domain-events.ts" {
  interface DomainEventMap {
    /** Money doesn't add up, and staff haven't been told about these discrepancies yet. */
    "money.discrepancies_found": { discrepancyIds: number[] };
  }
}

/** Checks our books against the provider's and repairs what differs. */
export const reconciliation = defineModule(
  "reconciliation",
  { emails: reconciliationEmails },
  ({ deps, services }) => ({
    routes: (context) => reconciliationRoutes(context, deps, services.payments),
    targetNames,
    jobs: [
      { name: "discrepancies", everyMs: 60_000, run: () => checkForDiscrepancies(deps) },
      { name: "reconciliation", everyMs: 60_000, run: () => continueReconciliationRun(deps, services.payments) },
    ],
  }),
);
