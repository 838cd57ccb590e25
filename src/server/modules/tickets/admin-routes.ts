import * as contract from "#contract/box-office.ts";
import type { Deps } from "#server/platform/deps.ts";
import { csvReply } from "#server/platform/http/csv-reply.ts";
import { route, type RouteContext } from "#server/platform/http/route.ts";
import { sheetReply } from "#server/platform/http/sheet-reply.ts";
import { attendees } from "./attendees/service.ts";

/** Routes for admins to look up tickets. */
export function attendeesRoutes(context: RouteContext, { db }: Deps): void {
  route(context, contract.listAttendees, ({ query }) => attendees.list(db, query));
  route(context, contract.exportAttendees, ({ query, reply }) =>
    csvReply(reply, "attendees", attendees.file(db, query)),
  );
  route(context, contract.downloadAttendees, ({ query, reply }) =>
    sheetReply(reply, "attendees", attendees.file(db, query)),
  );
}
