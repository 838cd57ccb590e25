import * as contract from "#contract/ticket-types.ts";
import type { Deps } from "#server/platform/deps.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import * as service from "./service.ts";
import { readSetup } from "./setup.ts";

/** Routes for what admins do with an event's ticket types. */
export function ticketTypeRoutes(context: RouteContext, deps: Deps): void {
  route(context, contract.getTicketSetup, ({ params }) => readSetup(deps.db, params.id));
  route(context, contract.addTicketType, ({ principal, params, body }) =>
    service.addTicketType(deps, principal!, params.id, body),
  );
  route(context, contract.changeTicketType, ({ principal, params, body }) =>
    service.changeTicketType(deps, principal!, params.id, body),
  );
  route(context, contract.endTicketType, ({ principal, params }) => service.endTicketType(deps, principal!, params.id));
  route(context, contract.deleteTicketType, ({ principal, params }) =>
    service.deleteTicketType(deps, principal!, params.id),
  );
  route(context, contract.orderTicketTypes, ({ principal, params, body }) =>
    service.orderTicketTypes(deps, principal!, params.id, body.ids),
  );
  route(context, contract.addPool, ({ principal, params, body }) => service.addPool(deps, principal!, params.id, body));
  route(context, contract.changePool, ({ principal, params, body }) =>
    service.changePool(deps, principal!, params.id, body),
  );
  route(context, contract.deletePool, ({ principal, params }) => service.deletePool(deps, principal!, params.id));
  route(context, contract.setPeople, ({ principal, params, body }) =>
    service.setPeople(deps, principal!, params.id, body.capacity),
  );
  route(context, contract.setFees, ({ principal, params, body }) => service.setFees(deps, principal!, params.id, body));
}
