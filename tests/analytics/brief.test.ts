import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { figureSentences } from "#contract/figures.ts";
import { weeklyBrief } from "#server/modules/analytics/brief/service.ts";
import { installMovingClock } from "#testing/moving-clock.ts";
import { createSite, type Site } from "#testing/site.ts";
import { forgetAll, store } from "./kit.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
  await installMovingClock(site.database, { isFrozen: true });
  await sql`insert into settings (name, value) values ('contactEmail', '"owner@example.com"')
    on conflict (name) do update set value = excluded.value`.execute(site.db);
});
afterAll(() => site.close());
beforeEach(async () => {
  await forgetAll(site);
  await sql`delete from emails`.execute(site.db);
});

const at = (instant: string) => sql`update test_clock.shift set by = ${instant}::timestamptz - since`.execute(site.db);

/** Two weeks: one visitor from a typed address, then three from Instagram and an order. */
async function twoWeeks(): Promise<void> {
  await at("2026-03-08T12:00:00Z");
  await store(site, [
    { at: "2026-02-25T15:00:00Z", who: "a" },
    ...["b", "c", "d"].map((who) => ({ at: "2026-03-04T15:00:00Z", who, source: "instagram" })),
  ]);
  await site.app.runJob("traffic-roll-up");
  const event = await site.create.event({ title: "Velvet Riddim" });
  await sql`insert into sales_hours (hour, currency, scope, subject_id, source, campaign, device, browser, placed,
    placed_cents, orders, gross_cents, refund_cents)
    select '2026-03-04T15:00:00Z', 'USD', scope, subject_id, 'instagram', '', '', '', 1, 5000, 1, 5000, 500
    from (values ('order', 0), ('event', ${event}::bigint)) as s(scope, subject_id)`.execute(site.db);
}

const mails = async () => {
  await site.app.runJob("weekly-brief");
  await site.app.runJob("mail");
  const { rows } = await sql<any>`select kind, to_address, subject, body_text from emails order by id`.execute(site.db);
  return rows;
};

test("a week is five numbers with what moved them", async () => {
  await twoWeeks();
  const { title, lines } = await weeklyBrief(site.db, "2026-03-02");
  expect(title).toBe("Mon, Mar 2, 2026 to Sun, Mar 8, 2026");
  expect(lines).toEqual([
    "Visitors: 3, up 200%. Biggest changes: Instagram +3.",
    "Page views: 3, up 200%. Biggest changes: Instagram +3.",
    "Orders: 1, none the week before. Biggest changes: Velvet Riddim +1.",
    "Revenue: $45.00, none the week before. Biggest changes: Velvet Riddim +$45.00.",
    "Refunds and lost disputes: $5.00, none the week before. Biggest changes: Velvet Riddim +$5.00.",
    `${figureSentences.revenue} ${figureSentences.days}`,
  ]);
});

test("it is emailed on Monday from 8 AM in the brand's time zone, once", async () => {
  await twoWeeks();
  // The week before last week is behind us.
  await sql`insert into weekly_briefs (week) values ('2026-02-23')`.execute(site.db);
  await at("2026-03-09T11:59:00Z");
  expect(await mails()).toEqual([]);
  await at("2026-03-09T12:00:00Z");
  const sent = await mails();
  expect(sent).toEqual([
    {
      kind: "staff_weekly_brief",
      to_address: "owner@example.com",
      subject: "Your week: Mon, Mar 2, 2026 to Sun, Mar 8, 2026",
      body_text: expect.stringContaining("Revenue: $45.00"),
    },
  ]);
  await at("2026-03-15T12:00:00Z");
  expect(await mails()).toEqual(sent);
});

test("a site that nobody visited gets none", async () => {
  await at("2026-03-09T13:00:00Z");
  expect(await mails()).toEqual([]);
});
