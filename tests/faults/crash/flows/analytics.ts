import { sql } from "kysely";
import { store } from "#tests/analytics/kit.ts";
import { moveClock } from "#testing/moving-clock.ts";
import { flow } from "../flow.ts";
import { countRows, difference } from "./scenes.ts";

/** What analytics counts, and what it sends to the owner. */
export const analyticsFlows = [
  flow({
    name: "a day of visitors is rolled up",
    covers: ["job traffic-roll-up"],
    needsNoTransaction: "it counts anew from all rows, and notes that it did last",
    async prepare(site) {
      const acts = ["a", "b", "c"].map((who) => ({ at: "2026-03-02T15:00:00Z", who }));
      await store(site, acts);
      return {};
    },
    run: ({ runJob }) => runJob("traffic-roll-up"),
    check: async (site) =>
      difference(
        "the day",
        {
          hours: await countRows(site, "traffic_hours where kind = 'visit' and visitors = 3"),
          days: await countRows(site, "traffic_days where kind = 'visit' and visitors = 3"),
          due: await countRows(site, "rolled_days where rolled_version < version"),
        },
        { hours: 1, days: 1, due: 0 },
      ),
  }),
  flow({
    name: "sales are rolled up",
    covers: ["job sales-roll-up"],
    needsNoTransaction: "it counts anew from all rows, and notes that it did last",
    async prepare(site) {
      const ticketTypeId = await site.create.ticketType({});
      await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
      return {};
    },
    run: ({ runJob }) => runJob("sales-roll-up"),
    check: async (site) =>
      difference(
        "the sales",
        {
          orders: await countRows(site, "sales_hours where scope = 'order' and orders = 1 and gross_cents = 5000"),
          events: await countRows(site, "sales_hours where scope = 'event' and orders = 1 and gross_cents = 5000"),
          rows: await countRows(site, "sales_hours"),
          seen: await countRows(site, "roll_up_progress where up_to > '-infinity'"),
        },
        { orders: 1, events: 1, rows: 2, seen: 1 },
      ),
  }),
  flow({
    name: "the owner's weekly summary is sent once",
    covers: ["job weekly-brief"],
    async prepare(site) {
      await sql`insert into settings (name, value) values ('contactEmail', '"owner@example.com"')`.execute(site.db);
      // Noon on a Monday; someone came the week before.
      const { rows } = await sql<{ seconds: number; at: string }>`
        with monday as (select date_trunc('week', clock_now()) + interval '7 days 17 hours' as at)
        select extract(epoch from at - clock_now())::integer as seconds, (at - interval '3 days')::text as at from monday`.execute(
        site.db,
      );
      await moveClock(site.database, rows[0]!.seconds);
      await store(site, [{ at: rows[0]!.at, who: "a" }]);
      await site.app.runJob("traffic-roll-up");
      return {};
    },
    run: ({ runJob }) => runJob("weekly-brief"),
    check: async (site) =>
      difference(
        "the summary",
        {
          mails: await countRows(site, "emails where kind = 'staff_weekly_brief'"),
          weeks: await countRows(site, "weekly_briefs"),
        },
        { mails: 1, weeks: 1 },
      ),
  }),
];
