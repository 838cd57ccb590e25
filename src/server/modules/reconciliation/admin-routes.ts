import * as comparisons from "#contract/comparisons.ts";
import { listDisputes as listDisputesContract } from "#contract/disputes.ts";
import * as contract from "#contract/money-exceptions.ts";
import * as notices from "#contract/notices.ts";
import type { Payments } from "#server/modules/payments/index.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { listComparisons, startComparison } from "./comparison/service.ts";
import { listMoneyExceptions } from "./desk/service.ts";
import { listDisputes } from "./disputes/service.ts";
import { getNotice, listNotices, replayNotice } from "./notices/service.ts";
import { repairException } from "./repairs/service.ts";

/** What admins see of money that does not add up, and what they do about it. */
export function reconciliationRoutes(context: RouteContext, deps: Deps, payments: Payments): void {
  route(context, contract.listMoneyExceptions, ({ query }) => listMoneyExceptions(deps.db, query));
  route(context, contract.repairMoneyException, ({ principal, params, body }) =>
    repairException(deps, payments, { staff: principal!, id: params.id, ...body }),
  );
  route(context, listDisputesContract, ({ query }) => listDisputes(deps, query));
  route(context, comparisons.listComparisons, ({ query }) => listComparisons(deps.db, query.page));
  route(context, comparisons.startComparison, ({ principal }) => startComparison(deps, payments, principal!));
  route(context, notices.listNotices, ({ query }) => listNotices(deps.db, query));
  route(context, notices.getNotice, ({ params }) => getNotice(deps.db, params));
  route(context, notices.replayNotice, ({ principal, params, body }) =>
    replayNotice(deps, payments, principal!, params, body?.reason),
  );
}
