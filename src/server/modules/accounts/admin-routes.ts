import * as contract from "#contract/people.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import * as people from "./people/service.ts";

/** What admins do about people. */
export function peopleRoutes(context: RouteContext, deps: Deps): void {
  route(context, contract.listPeople, ({ query }) => people.listPeople(deps.db, query));
  route(context, contract.getPerson, ({ principal, params }) => people.getPerson(deps.db, principal!, params.id));
  route(context, contract.changeRole, ({ principal, params, body }) =>
    people.changeRole(deps, principal!, params.id, body),
  );
  route(context, contract.suspendPerson, ({ principal, params, body }) =>
    people.suspendPerson(deps, principal!, params.id, body.reason),
  );
  route(context, contract.unsuspendPerson, ({ principal, params, body }) =>
    people.unsuspendPerson(deps, principal!, params.id, body.reason),
  );
}
