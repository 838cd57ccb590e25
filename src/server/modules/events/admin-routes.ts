import * as changes from "#contract/event-changes.ts";
import * as contract from "#contract/event-editing.ts";
import type { Deps } from "#server/platform/deps.ts";
import { csvReply } from "#server/platform/http/csv-reply.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { cancelEvent, postponeEvent } from "./changes/service.ts";
import { copyEvent, deleteEvent } from "./copies/service.ts";
import { eventRows, getEditedEvent, listEventRows } from "./admin/service.ts";
import { createEvent } from "./editing/create.ts";
import { changeEvent } from "./editing/edit.ts";
import { setVisibility, setVisibilityOfMany } from "./publishing/service.ts";
import { addVenue, changeVenue, listVenues } from "./venues/service.ts";

/** Routes for what admins do with events and venues. */
export function eventAdminRoutes(context: RouteContext, deps: Deps): void {
  const { db } = deps;
  route(context, contract.listEventRows, ({ query }) => listEventRows(db, query));
  route(context, contract.exportEventRows, ({ query, reply }) => csvReply(reply, "events", eventRows.file(db, query)));
  route(context, contract.createEvent, async ({ principal, body }) =>
    getEditedEvent(db, await createEvent(db, principal!, body)),
  );
  route(context, contract.getEditedEvent, ({ params }) => getEditedEvent(db, params.id));
  route(context, contract.changeEvent, async ({ principal, params, body }) => {
    await changeEvent(deps, principal!, params.id, body);
    return getEditedEvent(db, params.id);
  });
  route(context, contract.deleteEvent, async ({ principal, params }) => {
    await deleteEvent(db, principal!, params.id);
    return { ok: true as const };
  });
  route(context, changes.setVisibilityOfMany, ({ principal, body }) =>
    setVisibilityOfMany(deps, principal!, body.ids, body.visibility),
  );
  route(context, changes.setVisibility, async ({ principal, params, body }) => {
    await setVisibility(deps, principal!, params.id, body);
    return getEditedEvent(db, params.id);
  });
  route(context, changes.copyEvent, async ({ principal, params, body }) => ({
    ids: await copyEvent(db, principal!, params.id, body),
  }));
  route(context, changes.cancelEvent, async ({ principal, params, body }) => {
    await cancelEvent(deps, principal!, params.id, body);
    return getEditedEvent(db, params.id);
  });
  route(context, changes.postponeEvent, async ({ principal, params, body }) => {
    await postponeEvent(deps, principal!, params.id, body);
    return getEditedEvent(db, params.id);
  });
  route(context, contract.listVenues, async ({ query }) => ({ items: await listVenues(db, query) }));
  route(context, contract.createVenue, ({ principal, body }) => addVenue(db, principal!, body));
  route(context, contract.changeVenue, ({ principal, params, body }) => changeVenue(db, principal!, params.id, body));
}
