import * as contract from "#contract/box-office.ts";
import type { Deps } from "#server/platform/deps.ts";
import { PreparedReply, route, type RouteContext } from "#server/platform/http/route.ts";
import { exportAttendees, listAttendees } from "./attendees/service.ts";

/** What admins ask about tickets. */
export function attendeesRoutes(context: RouteContext, { db }: Deps): void {
  route(context, contract.listAttendees, ({ query }) => listAttendees(db, query));
  route(context, contract.exportAttendees, async ({ query, reply }) => {
    reply.header("content-disposition", 'attachment; filename="attendees.csv"');
    return new PreparedReply(await exportAttendees(db, query), 200, "text/csv; charset=utf-8");
  });
}
