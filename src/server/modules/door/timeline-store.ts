import { sql } from "kysely";
import { eventsTables } from "#server/modules/events/tables.ts";
import { ticketsTables } from "#server/modules/tickets/tables.ts";
import { momentAt, momentsBefore } from "#server/platform/db/timeline-rows.ts";
import type { TimelineSource } from "#server/platform/timeline.ts";

/** When a person's tickets were checked in. */
export const doorTimeline: TimelineSource = {
  kind: "admission",
  async find(db, { id }, before, limit) {
    const moments = sql`
      select a.id::text as id, ${momentAt(sql`a.admitted_at`)} as at, 'Checked in: ' || e.title as title,
        t.holder_name || coalesce(' · ' || a.gate, '') || case when a.voided_at is null then '' else ' · undone' end
          as detail, '/ticket-management?event=' || e.id as path
      from ${ticketsTables.tickets} t join admissions a on a.ticket_id = t.id
      join ${eventsTables.events} e on e.id = t.event_id
      where t.owner_id = ${id}`;
    return (await momentsBefore(moments, before, limit).execute(db)).rows;
  },
};
