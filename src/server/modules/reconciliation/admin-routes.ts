import * as reconciliationRuns from "#contract/reconciliation/runs.ts";
import { exportDisputes, listDisputes as listDisputesContract } from "#contract/payments/disputes.ts";
import * as contract from "#contract/reconciliation/discrepancies.ts";
import * as webhookEvents from "#contract/payments/webhook-events.ts";
import type { Payments } from "#server/modules/payments/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { route, routes, type RouteContext } from "#server/platform/http/route.ts";
import { reconciliationRuns as runs, startReconciliationRun } from "./runs/service.ts";
import {
  discrepancies,
  listDiscrepancies,
  disputes,
  getWebhookEvent,
  replayWebhookEvent,
  webhookEvents as inbox,
} from "./service.ts";
import { repairDiscrepancy } from "./repairs.ts";

/** Routes for the discrepancies that admins see, and for resolving them. */
export function reconciliationRoutes(context: RouteContext, deps: Deps, payments: Payments): void {
  routes(context, contract, {
    listDiscrepancies: ({ query }) => listDiscrepancies(deps.db, query),
    repairDiscrepancy: ({ principal, params, body }) =>
      repairDiscrepancy(deps, payments, { staff: principal!, id: params.id, ...body }),
  });
  const isLive = deps.config.stripe?.live ?? true;
  route(context, listDisputesContract, ({ query }) => disputes.list(deps.db, { ...query, isLive }));
  fileRoutes(context, exportDisputes, "disputes", ({ query }) => disputes.file(deps.db, { ...query, isLive }));
  fileRoutes(context, contract.exportDiscrepancies, "discrepancies", ({ query }) => discrepancies.file(deps.db, query));
  fileRoutes(context, reconciliationRuns.exportReconciliationRuns, "reconciliation-runs", () => runs.file(deps.db, {}));
  fileRoutes(context, webhookEvents.exportWebhookEvents, "webhooks", ({ query }) => inbox.file(deps.db, query));
  routes(context, reconciliationRuns, {
    listReconciliationRuns: ({ query }) => runs.list(deps.db, query),
    startReconciliationRun: ({ principal }) => startReconciliationRun(deps, payments, principal!),
  });
  routes(context, webhookEvents, {
    listWebhookEvents: ({ query }) => inbox.list(deps.db, query),
    getWebhookEvent: ({ params }) => getWebhookEvent(deps.db, params),
    replayWebhookEvent: ({ principal, params, body }) =>
      replayWebhookEvent(deps, payments, principal!, params, body?.reason),
  });
}
