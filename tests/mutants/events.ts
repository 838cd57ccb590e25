import { part } from "./mutant.ts";

const home = "src/server/modules/events";

export const events = part({
  name: "events",
  tests: ["tests/events", "tests/attendee-updates", home],
  mutants: [
    {
      id: "drafts-are-public",
      file: `${home}/store.ts`,
      today: "where e.id = ${id} and e.visibility in ('published', 'unlisted')",
      fault: "where e.id = ${id}",
      harm: "Anyone can read an unannounced event by counting up the number in the URL.",
    },
    {
      id: "day-filter-in-utc",
      file: `${home}/columns.ts`,
      today: "firstDay = sql`(e.starts_at at time zone e.time_zone)::date`",
      fault: "firstDay = sql`e.starts_at::date`",
      harm: "A visitor who filters by Saturday misses an event that starts on Saturday at 10 PM in New York.",
    },
    {
      id: "several-days-on-the-first-only",
      file: `${home}/columns.ts`,
      today: "and ${lastDay} >= ${from}::date`",
      fault: "and ${firstDay} >= ${from}::date`",
      harm: "A visitor who filters by Sunday misses a festival that began on Friday.",
    },
    {
      id: "canceled-in-silence",
      file: `${home}/changes/service.ts`,
      today: 'await deps.bus.emit(tx, "event.canceled", [{ eventId: id, change, note: body.note }]);',
      fault: "",
      harm: "Ticket holders aren't told that the event is canceled and travel to a closed door.",
    },
    {
      id: "taken-off-while-paying",
      file: `${home}/changes/publishing.ts`,
      today: "event.sold + event.comps + event.held + event.withheld > 0",
      fault: "event.sold + event.comps + event.withheld > 0",
      harm: "An event disappears while buyers are on the payment page.",
    },
    {
      id: "people-count-units",
      file: `${home}/ticket-types/save.ts`,
      today: 'counts === "people" ? type.ticketsPerUnit : 1',
      fault: "1",
      harm: "A limit on people counts a table for eight as one person: the venue gets too full.",
    },
  ],
});
