import { sql } from "kysely";
import { vi, expect } from "vitest";
import type { Client, Site } from "#testing/site.ts";

/** A browser that people use. */
export const chrome =
  "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
export const agent = { "user-agent": chrome };

/** A page view as a browser sends it. */
export const view = (more: object = {}) => ({
  path: "/events",
  userId: null,
  sessionId: "1764300000000-123",
  deviceType: "mobile",
  browser: "Safari",
  referrer: null,
  ...more,
});

export const postView = (who: Client, more: object = {}, headers: Record<string, string> = agent) =>
  who.call("POST", "/api/analytics/page-view", view(more), headers);

/** Empties everything that was counted. */
export async function forgetAll({ db }: Pick<Site, "db">): Promise<void> {
  await sql`truncate interactions, rolled_days, traffic_hours, traffic_days, traffic_totals, sales_hours, visitor_salts, weekly_briefs`.execute(
    db,
  );
  await sql`update roll_up_progress set up_to = '-infinity'`.execute(db);
}

/** The stored rows, after the buffer is written. */
export async function rowsOf({ db }: Pick<Site, "db">, count: number): Promise<any[]> {
  return vi.waitFor(async () => {
    const found = await sql<any>`select * from interactions order by id`.execute(db);
    expect(found.rows).toHaveLength(count);
    return found.rows;
  }, 15_000);
}

/** One interaction to store as if a browser had sent it then. */
export interface Act {
  at: string;
  who: string;
  kind?: string;
  subject?: string | number;
  source?: string;
  campaign?: string;
  device?: string;
  browser?: string;
  isBot?: boolean;
}

/** Stores interactions of the past, with the brand's days, and marks their days as due. */
export async function store({ db }: Pick<Site, "db">, acts: Act[], timeZone = "America/New_York"): Promise<void> {
  const rows = acts.map(({ kind = "page_view", subject = "/", ...act }) => ({
    ...act,
    kind,
    subject: String(subject),
  }));
  for (let start = 0; start < rows.length; start += 5000) {
    await sql`
      with given as (
        select r.*, (r.at at time zone ${timeZone})::date as day
        from json_to_recordset(${JSON.stringify(rows.slice(start, start + 5000))}::json) as r(at timestamptz, who text, kind text,
          subject text, source text, campaign text, device text, browser text, "isBot" boolean)),
      written as (
        insert into interactions (occurred_at, day, slot, kind, subject, visitor, is_bot, source, campaign, device, browser)
        select at, day, ((day - date '2000-01-03') / 7) % 10, kind, subject, hashtextextended(who || day, 0),
          coalesce("isBot", false), coalesce(source, ''), coalesce(campaign, ''), coalesce(device, 'mobile'),
          coalesce(browser, 'Safari')
        from given returning day)
      insert into rolled_days as d (day) select distinct day from written
      on conflict (day) do update set version = d.version + 1`.execute(db);
  }
}
