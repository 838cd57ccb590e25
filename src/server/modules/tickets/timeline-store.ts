import { sql } from "kysely";
import { eventsTables } from "#server/modules/events/tables.ts";
import { momentAt, momentsBefore } from "#server/platform/db/timeline-rows.ts";
import type { TimelineSource } from "#server/platform/timeline.ts";
import { belongTo } from "./records-store.ts";

/** A person's void tickets: which ones, and since when. */
export const ticketsTimeline: TimelineSource = {
  kind: "ticket",
  async find(db, owner, before, limit) {
    const moments = sql`
      select t.id::text as id, ${momentAt(sql`t.void_since`)} as at, 'Ticket ' || t.id || ' voided' as title,
        y.name || ' · ' || e.title || ' · ' || t.status as detail,
        '/ticket-management?event=' || e.id as path
      from tickets t join ${eventsTables.ticket_types} y on y.id = t.ticket_type_id
      join ${eventsTables.events} e on e.id = t.event_id
      where ${belongTo(owner)} and t.void_since is not null`;
    return (await momentsBefore(moments, before, limit).execute(db)).rows;
  },
};
