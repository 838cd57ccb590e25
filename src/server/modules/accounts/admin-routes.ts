import * as contract from "#contract/people.ts";
import * as records from "#contract/person-records.ts";
import type { Deps } from "#server/platform/deps.ts";
import { csvReply } from "#server/platform/http/csv-reply.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import type { PersonFinder } from "#server/platform/module.ts";
import * as care from "./people/care.ts";
import * as leaving from "./people/leaving.ts";
import { mergeGuest, planMerge } from "./people/merge.ts";
import { changeRole, people, suspendPerson, tracePeople, unsuspendPerson } from "./people/service.ts";
import { getPerson } from "./people/show.ts";

const ok = { ok: true as const };

/**
 * Admin routes for accounts.
 *
 * @param finders how other modules find people by their own records
 */
export function peopleRoutes(context: RouteContext, deps: Deps, finders: PersonFinder[] = []): void {
  const { db } = deps;
  route(context, contract.listPeople, async ({ query }) => people.list(db, await tracePeople(db, query, finders)));
  route(context, contract.exportPeople, async ({ query, reply }) =>
    csvReply(reply, "customers", people.file(db, await tracePeople(db, query, finders))),
  );
  route(context, contract.getPerson, ({ principal, params }) => getPerson(db, principal!, params.id));
  route(context, contract.changeRole, ({ principal, params, body }) => changeRole(deps, principal!, params.id, body));
  route(context, contract.suspendPerson, ({ principal, params, body }) =>
    suspendPerson(deps, principal!, params.id, body.reason),
  );
  route(context, contract.unsuspendPerson, ({ principal, params, body }) =>
    unsuspendPerson(deps, principal!, params.id, body.reason),
  );
  route(context, contract.resetFactors, ({ principal, params, body }) =>
    care.resetFactors(deps, principal!, params.id, body.reason),
  );
  route(context, records.listPersonSessions, async ({ params }) => ({
    items: await care.listPersonSessions(db, params.id),
  }));
  route(context, records.endPersonSessions, ({ principal, params, body }) =>
    care.endPersonSessions(deps, principal!, params.id, body),
  );
  route(context, records.planMerge, ({ params, query }) => planMerge(deps, params.id, query.guestId));
  route(context, records.mergeGuest, ({ principal, params, body }) => mergeGuest(deps, principal!, params.id, body));
  route(context, records.exportPerson, ({ principal, params, body }) =>
    leaving.exportPerson(deps, principal!, params.id, body.reason),
  );
  route(context, records.weighPersonDeletion, ({ params }) => leaving.weighPersonDeletion(deps, params.id));
  route(context, records.deletePerson, async ({ principal, params, body }) => {
    await leaving.deletePerson(deps, principal!, params.id, body);
    return ok;
  });
}
