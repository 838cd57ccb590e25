import * as contract from "#contract/people.ts";
import * as records from "#contract/person-records.ts";
import type { Deps } from "#server/platform/deps.ts";
import { csvReply } from "#server/platform/http/csv-reply.ts";
import { whenDone, routes, type Call, type RouteContext } from "#server/platform/http/route.ts";
import type { PersonFinder } from "#server/platform/module.ts";
import * as care from "./people/care.ts";
import * as leaving from "./people/leaving.ts";
import { mergeGuest, planMerge } from "./people/leaving.ts";
import { changeRole, people, suspendPerson, tracePeople, unsuspendPerson, getPerson } from "./people/service.ts";

type StaffCall = Pick<Call<typeof contract.suspendPerson>, "principal" | "params" | "body">;

/**
 * Admin routes for accounts.
 *
 * @param finders how other modules find people by their own records
 */
export function peopleRoutes(context: RouteContext, deps: Deps, finders: PersonFinder[] = []): void {
  const { db } = deps;
  routes(context, contract, {
    listPeople: async ({ query }) => people.list(db, await tracePeople(db, query, finders)),
    exportPeople: async ({ query, reply }) =>
      csvReply(reply, "customers", people.file(db, await tracePeople(db, query, finders))),
    getPerson: ({ principal, params }) => getPerson(db, principal!, params.id),
  });
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
    planMerge: ({ params, query }) => planMerge(deps, db, params.id, query.guestId),
    mergeGuest: ({ principal, params, body }) => mergeGuest(deps, principal!, params.id, body),
    exportPerson: ({ principal, params, body }) => leaving.exportPerson(deps, principal!, params.id, body.reason),
    weighPersonDeletion: ({ params }) => leaving.weighPersonDeletion(deps, params.id),
    deletePerson: ({ principal, params, body }) => whenDone(leaving.deletePerson(deps, principal!, params.id, body)),
  });
}
