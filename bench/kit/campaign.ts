import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { RunningSite } from "./running-site.ts";

const content = {
  subject: "Big news, {{firstName}}",
  preheader: "",
  body: "Hi {{firstName}},\n\nthe [lineup](/events) is out. ".repeat(8),
  heroKey: null,
  button: { label: "Get tickets", url: "/events" },
  eventId: null,
};

/** Sends a campaign. @returns emails a second, from the first to the last */
export async function sendCampaign(site: RunningSite, round: number, recipients: number): Promise<number> {
  const { db } = site;
  await sql`
    insert into settings (name, value) values ('postalAddress', '"1 Flatbush Ave"'::jsonb) on conflict do nothing`.execute(
    db,
  );
  await sql`
    insert into consents (email, channel, place, text)
    select 'reader-' || ${round}::integer || '-' || n || '@example.com', 'email', 'preferences', 'Email me about events'
    from generate_series(1, ${recipients}::integer) n`.execute(db);
  await sql`
    insert into campaigns (name, purpose, status, content, audience, utm_campaign, confirmed_count, started_at)
    values ('Bench', 'marketing', 'running', ${JSON.stringify(content)}::jsonb,
      ${JSON.stringify({ optedIn: { from: "2000-01-01T00:00:00.000Z" } })}::jsonb, ${`bench-${round}`}, ${recipients},
      clock_now())`.execute(db);
  while ((await countSent(site, round)).sent === 0) await sleep(20);
  const start = performance.now();
  const first = (await countSent(site, round)).sent;
  for (;;) {
    const { sent, ended } = await countSent(site, round);
    if (ended || sent >= recipients) return (sent - first) / ((performance.now() - start) / 1000);
    await sleep(50);
  }
}

/** How many emails of a campaign have left, and whether it ended. */
export async function countSent({ db }: RunningSite, round: number): Promise<{ sent: number; ended: boolean }> {
  const { rows } = await sql<{ sent: number; ended: boolean }>`
    select (select count(*)::integer from emails where bulk_key = 'campaign:' || c.id and status = 'sent') as sent,
      c.status in ('done', 'stopped') as ended
    from campaigns c where utm_campaign = ${`bench-${round}`}`.execute(db);
  return rows[0] ?? { sent: 0, ended: false };
}

/** Stops every campaign, so that no more of its emails leave. */
export async function stopCampaigns({ db }: RunningSite): Promise<void> {
  await sql`update campaigns set status = 'stopped', ended_at = clock_now() where status = 'running'`.execute(db);
  await sql`update emails set hold = 'stopped', status = 'suppressed' where bulk_key is not null and status = 'queued'`.execute(
    db,
  );
}
