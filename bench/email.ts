import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import nodemailer from "nodemailer";
import { StartFailure } from "#server/platform/postgres/index.ts";
import { createFixtures } from "#testing/make.ts";
import { purchase, rush } from "./kit/buyers.ts";
import { startBare } from "./kit/bare-server.ts";
import { ratioOf, readOptions } from "./kit/figures.ts";
import { startSite, type RunningSite } from "./kit/running-site.ts";

/** A campaign reaches at least this share of what a bare loop of the same library sends to the same server. */
const leastRatio = 0.6;
/** Purchases while it is sent reach at least this share of those without it. */
const leastPurchases = 0.9;
const connections = 10;

const content = {
  subject: "Big news, {{firstName}}",
  preheader: "",
  body: "Hi {{firstName}},\n\nthe [lineup](/events) is out. ".repeat(8),
  heroKey: null,
  button: { label: "Get tickets", url: "/events" },
  eventId: null,
};

/**
 * How many emails of a campaign leave in a second, against a bare loop that hands the same text to the same email server,
 * and how many purchases a second there are while a campaign is sent, against none.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, { recipients: "4000", purchases: "600", buyers: "16" });
  const recipients = Number(options.recipients);
  const sink = await startBare("mail-sink");
  const url = `smtp://127.0.0.1:${sink.port}`;
  const site = await startSite({ SMTP_URL: url });
  try {
    const ours = await sendCampaign(site, 1, recipients);
    const { rows } = await sql<{ subject: string; html: string; text: string }>`
      select subject, html, body_text as text from emails where status = 'sent' limit 1`.execute(site.db);
    const bare = await sendBare(url, rows[0]!, recipients);
    const ratio = ratioOf(ours, bare);
    console.log(
      `bare loop ${bare.toFixed(0)}/s, campaign ${ours.toFixed(0)}/s: ratio ${ratio.toFixed(2)} (aim ${leastRatio})`,
    );

    const ticketTypeId = await createFixtures(site.db).ticketType({ capacity: 1_000_000 });
    const [attempts, buyers] = [Number(options.purchases), Number(options.buyers)];
    await buy(site, ticketTypeId, buyers, attempts / 4);
    const alone = await buy(site, ticketTypeId, buyers, attempts);
    const sending = sendCampaign(site, 2, recipients * 10).catch(() => 0);
    while ((await countSent(site, 2)).sent === 0) await sleep(20);
    const before = (await countSent(site, 2)).sent;
    const together = await buy(site, ticketTypeId, buyers, attempts);
    const meanwhile = (await countSent(site, 2)).sent - before;
    const share = ratioOf(together, alone);
    console.log(
      `purchases ${alone.toFixed(0)}/s alone, ${together.toFixed(0)}/s while a campaign sends ${meanwhile} emails: ${share.toFixed(2)} (aim ${leastPurchases})`,
    );
    await sql`update campaigns set status = 'stopped', ended_at = clock_now() where status = 'running'`.execute(
      site.db,
    );
    await sql`update emails set hold = 'stopped', status = 'suppressed' where bulk_key is not null and status = 'queued'`.execute(
      site.db,
    );
    await sending;
    if (ratio < leastRatio || share < leastPurchases) throw new StartFailure("Email misses its aims. See above.");
  } finally {
    await site.stop();
    sink.stop();
  }
}

/** Sends a campaign. @returns emails a second, from the first to the last */
async function sendCampaign(site: RunningSite, round: number, recipients: number): Promise<number> {
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

async function countSent({ db }: RunningSite, round: number): Promise<{ sent: number; ended: boolean }> {
  const { rows } = await sql<{ sent: number; ended: boolean }>`
    select (select count(*)::integer from emails where bulk_key = 'campaign:' || c.id and status = 'sent') as sent,
      c.status in ('done', 'stopped') as ended
    from campaigns c where utm_campaign = ${`bench-${round}`}`.execute(db);
  return rows[0] ?? { sent: 0, ended: false };
}

async function sendBare(
  url: string,
  mail: { subject: string; html: string; text: string },
  count: number,
): Promise<number> {
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxMessages: 1000,
  } as never);
  const start = performance.now();
  let left = count;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      while (left-- > 0) {
        await transport.sendMail({ ...mail, from: "Bench <a@example.com>", to: `reader-${left}@example.com` });
      }
    }),
  );
  transport.close();
  return count / ((performance.now() - start) / 1000);
}

/** Buys tickets on many connections. @returns purchases a second */
async function buy(site: RunningSite, ticketTypeId: number, buyers: number, attempts: number): Promise<number> {
  const { tally, seconds } = await rush(site.baseUrl, buyers, attempts, (connection, counted) =>
    purchase(connection, { lines: [{ ticketTypeId, quantity: 1 }] }, counted, { headers: "" }),
  );
  if (tally.failures.length > 0) throw new StartFailure(`Purchases failed: ${tally.failures[0]}`);
  return tally.purchases / seconds;
}
