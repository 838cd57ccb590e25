import * as changes from "#contract/events/changes.ts";
import * as contract from "#contract/events/editing.ts";
import * as tickets from "#contract/events/ticket-types.ts";
import type { Deps } from "#server/platform/deps.ts";
import { fileRoutes } from "#server/platform/http/file-routes.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { eventRows, getEditedEvent, listEventOptions, listEventRows } from "./admin/service.ts";
import { setVisibility, setVisibilityOfMany } from "./changes/publishing.ts";
import { cancelEvent, postponeEvent } from "./changes/service.ts";
import { copyEvent, deleteEvent } from "./copies/service.ts";
import { changeEvent } from "./editing/edit.ts";
import { createEvent } from "./editing/service.ts";
import * as types from "./ticket-types/service.ts";
import { readSetup } from "./ticket-types/setup.ts";
import { addVenue, changeVenue, listVenues } from "./venues/service.ts";

interface StaffCall<Body> {
  principal: Principal | undefined;
  params: { id: number };
  body: Body;
}
type Work<Body, Result> = (deps: Deps, staff: Principal, id: number, body: Body) => Promise<Result>;

/** Routes for what admins do with events, their ticket types and venues. */
export function eventAdminRoutes(context: RouteContext, deps: Deps): void {
  const { db } = deps;
  const by =
    <Body, Result>(work: Work<Body, Result>) =>
    ({ principal, params, body }: StaffCall<Body>) =>
      work(deps, principal!, params.id, body);
  /** Replies with the event after a change. */
  const edited =
    <Body>(work: Work<Body, void>) =>
    async (call: StaffCall<Body>) => {
      await by(work)(call);
      return getEditedEvent(db, call.params.id);
    };
  route(context, contract.listEventRows, ({ query }) => listEventRows(db, query));
  route(context, contract.listEventOptions, async ({ scope }) => ({ items: await listEventOptions(db, scope) }));
  fileRoutes(context, contract.exportEventRows, "events", ({ query }) => eventRows.file(db, query));
  route(context, contract.createEvent, async ({ principal, body }) =>
    getEditedEvent(db, await createEvent(db, principal!, body)),
  );
  route(context, contract.getEditedEvent, ({ params }) => getEditedEvent(db, params.id));
  route(context, contract.changeEvent, edited(changeEvent));
  route(context, contract.deleteEvent, async ({ principal, params }) => {
    await deleteEvent(db, principal!, params.id);
    return { ok: true as const };
  });
  route(context, changes.setVisibilityOfMany, ({ principal, body }) =>
    setVisibilityOfMany(deps, principal!, body.ids, body.visibility),
  );
  route(context, changes.setVisibility, edited(setVisibility));
  route(context, changes.copyEvent, async ({ principal, params, body }) => ({
    ids: await copyEvent(db, principal!, params.id, body),
  }));
  route(context, changes.cancelEvent, edited(cancelEvent));
  route(context, changes.postponeEvent, edited(postponeEvent));
  route(context, contract.listVenues, async ({ query }) => ({ items: await listVenues(db, query) }));
  route(context, contract.createVenue, ({ principal, body }) => addVenue(db, principal!, body));
  route(context, contract.changeVenue, ({ principal, params, body }) => changeVenue(db, principal!, params.id, body));
  route(context, tickets.getTicketSetup, ({ params }) => readSetup(db, params.id));
  route(context, tickets.addTicketType, by(types.addTicketType));
  route(context, tickets.changeTicketType, by(types.changeTicketType));
  route(context, tickets.endTicketType, by(types.endTicketType));
  route(context, tickets.deleteTicketType, by(types.deleteTicketType));
  route(context, tickets.orderTicketTypes, by(types.orderTicketTypes));
  route(context, tickets.addPool, by(types.addPool));
  route(context, tickets.changePool, by(types.changePool));
  route(context, tickets.deletePool, by(types.deletePool));
  route(context, tickets.setPeople, by(types.setPeople));
  route(context, tickets.setFees, by(types.setFees));
}
