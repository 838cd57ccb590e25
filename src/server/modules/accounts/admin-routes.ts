import * as contract from "#contract/accounts/admin.ts";
import * as records from "#contract/accounts/person-records.ts";
import type { Deps } from "#server/platform/deps.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import { whenDone, routes, type Call, type RouteContext } from "#server/platform/http/route.ts";
import { collect, type ModuleParts } from "#server/platform/module-parts.ts";
import * as care from "./people/service.ts";
import * as leaving from "./people/leaving.ts";
import {
  changeRole,
  people,
  suspendPerson,
  tracePeople,
  unsuspendPerson,
  getPerson,
  requirePerson,
} from "./people/service.ts";

type StaffCall = Pick<Call<typeof contract.suspendPerson>, "principal" | "params" | "body">;

/** Admin routes for accounts. Other modules contribute how to find people by their records. */
export function peopleRoutes(context: RouteContext, deps: Deps, contributions: ModuleParts[]): void {
  const { db } = deps;
  const trace = (query: contract.PeopleQuery) => tracePeople(db, query, collect(contributions, "findPeople"));
  routes(context, contract, {
    listPeople: async ({ query }) => people.list(db, await trace(query)),
    getPerson: ({ principal, params }) => getPerson(db, principal!, params.id),
  });
  fileRoutes(context, contract.exportPeople, "customers", async ({ query }) => people.file(db, await trace(query)));
  const by = ({ principal, params, body }: StaffCall) => ({ staff: principal!, id: params.id, reason: body.reason });
  routes(context, contract, {
    changeRole: (call) => changeRole(deps, { ...by(call), role: call.body.role }),
    suspendPerson: (call) => suspendPerson(deps, by(call)),
    unsuspendPerson: (call) => unsuspendPerson(deps, by(call)),
    resetFactors: (call) => care.resetFactors(deps, by(call)),
  });
  routes(context, records, {
    listPersonSessions: async ({ params }) => ({
      items: await care.listPersonSessions(db, params.id),
    }),
    endPersonSessions: (call) => care.endPersonSessions(deps, { ...by(call), sessionId: call.body.sessionId }),
    planMerge: ({ params, query }) => leaving.planMerge(deps, db, params.id, query.guestId),
    mergeGuest: ({ principal, params, body }) => leaving.mergeGuest(deps, principal!, params.id, body),
    exportPerson: ({ principal, params, body }) => leaving.exportPerson(deps, principal!, params.id, body.reason),
    weighPersonDeletion: async ({ params }) => leaving.weighDeletion(deps, await requirePerson(db, params.id)),
    deletePerson: ({ principal, params, body }) => whenDone(leaving.deletePerson(deps, principal!, params.id, body)),
  });
}
