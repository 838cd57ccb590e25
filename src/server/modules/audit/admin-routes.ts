import * as contract from "#contract/audit.ts";
import { AppError } from "#server/platform/app-error.ts";
import { routes } from "#server/platform/http/route.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { collect } from "#server/platform/module-parts.ts";
import type { Host } from "#server/platform/module.ts";
import { getAuditHashChain } from "./hash-chain.ts";
import { auditFile, findStaff, listAudit, type Namers } from "./service.ts";

/** Routes to read the activity log; nothing writes to it from outside. */
export function auditRoutes({ context, deps: { db }, contributions }: Host): void {
  const ofModules = () => collect(contributions, "staffActions").flat();
  const namers = (): Namers => Object.assign({}, ...collect(contributions, "targetNames"));
  const listActions = () => [...contract.NamedAction.options, ...ofModules()];
  const listKinds = () => [
    ...new Set([...contract.NamedTarget.options, ...Object.keys(namers()), ...ofModules().map(nounOf)]),
  ];
  function known<Query extends { kind?: string | undefined; action?: string | undefined }>(query: Query): Query {
    const isKnown = (value: string | undefined, all: string[]) => value === undefined || all.includes(value);
    if (isKnown(query.kind, listKinds()) && isKnown(query.action, listActions())) return query;
    throw new AppError("invalid_input");
  }
  routes(context, contract, {
    listAudit: ({ query }) => listAudit(db, known(query), namers()),
    listAuditStaff: async () => ({
      items: await findStaff(db),
      actions: listActions(),
      kinds: listKinds(),
    }),
    getAuditHashChain: () => getAuditHashChain(db),
  });
  fileRoutes(context, contract.exportAudit, "audit", ({ query }) => auditFile(db, known(query), namers()));
}

const nounOf = (action: string) => action.split(".")[0]!;
