import * as links from "#contract/comps/links.ts";
import * as batches from "#contract/comps/batches.ts";
import * as hosts from "#contract/comps/hosts.ts";
import * as contract from "#contract/comps/comps.ts";
import type { Deps } from "#server/platform/deps.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import {
  checkGuestList,
  batchesFile,
  issueGuestList,
  listBatches,
  readBatch,
  revokeBatch,
  stopBatch,
} from "./batches/service.ts";
import { changeHost, createHost, hostsFile, listHosts } from "./hosts/service.ts";
import { claimTickets } from "./links/claim.ts";
import { createClaimLink, openClaimLink } from "./links/service.ts";
import { compScopeOf } from "./scope.ts";
import { comps, issueComp, revokeComp } from "./service.ts";

/** Routes for comps: one guest, guest lists, and hosts with their budgets. */
export function compRoutes(context: RouteContext, deps: Deps): void {
  route(context, contract.listComps, ({ query, scope }) =>
    comps.list(deps.db, { ...query, scope: compScopeOf(scope) }),
  );
  fileRoutes(context, contract.exportComps, "comps", ({ query, scope }) =>
    comps.file(deps.db, { ...query, scope: compScopeOf(scope) }),
  );
  route(context, contract.issueComp, ({ principal, body, idempotency }) =>
    issueComp(deps, { staff: principal!, draft: body, idempotency: idempotency! }),
  );
  route(context, contract.revokeComp, ({ principal, params, body }) =>
    revokeComp(deps, principal!, params.id, body.reason),
  );
  route(context, batches.checkGuestList, ({ body }) => checkGuestList(deps, body));
  route(context, batches.issueGuestList, ({ principal, body, idempotency }) =>
    issueGuestList(deps, { staff: principal!, draft: body, idempotency: idempotency! }),
  );
  route(context, batches.listCompBatches, ({ query, scope }) => listBatches(deps, query.eventId, compScopeOf(scope)));
  fileRoutes(context, batches.exportCompBatches, "guest-lists", ({ query, scope }) =>
    batchesFile(deps, query.eventId, compScopeOf(scope)),
  );
  route(context, batches.getCompBatch, ({ params }) => readBatch(deps, params.id));
  route(context, batches.stopCompBatch, ({ principal, params }) => stopBatch(deps, principal!, params.id));
  route(context, batches.revokeCompBatch, ({ principal, params, body }) =>
    revokeBatch(deps, principal!, params.id, body.reason),
  );
  route(context, links.createClaimLink, ({ principal, body, idempotency }) =>
    createClaimLink(deps, { staff: principal!, draft: body, idempotency: idempotency! }),
  );
  route(context, links.openClaimLink, ({ query }) => openClaimLink(deps, query.key));
  route(context, links.claimTickets, ({ body, idempotency }) =>
    claimTickets(deps, { wish: body, idempotency: idempotency! }),
  );
  route(context, hosts.listCompHosts, ({ query, scope }) => listHosts(deps.db, query.eventId, compScopeOf(scope)));
  fileRoutes(context, hosts.exportCompHosts, "hosts", ({ query, scope }) =>
    hostsFile(deps.db, query.eventId, compScopeOf(scope)),
  );
  route(context, hosts.createCompHost, ({ principal, body }) => createHost(deps, principal!, body));
  route(context, hosts.changeCompHost, ({ principal, params, body }) => changeHost(deps, principal!, params.id, body));
}
