import * as contract from "#contract/faults.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { isOurFault } from "#server/platform/http/server.ts";
import type { Faults } from "./service.ts";

/** Errors told by browsers, those that the server's own routes end in, and the list that staff read. */
export function faultsRoutes(context: RouteContext, faults: Faults): void {
  context.app.addHook("onError", async (request, _reply, error) => {
    if (isOurFault(error)) faults.note(error, request.routeOptions.url ?? "(no route)");
  });
  context.app.addHook("onClose", () => faults.close());

  route(context, contract.reportFault, async ({ body, request }) => {
    faults.report(body, request.headers["user-agent"]);
    return { ok: true as const };
  });
  route(context, contract.listFaults, ({ query }) => faults.list(query));
  route(context, contract.resolveFault, ({ params, principal }) => faults.resolve(params.id, principal!.id));
  route(context, contract.reopenFault, ({ params }) => faults.reopen(params.id));
}
