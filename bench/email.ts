import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import nodemailer from "nodemailer";
import { StartFailure } from "#server/platform/postgres/index.ts";
import { createFixtures } from "#testing/make.ts";
import { purchase, rush } from "./kit/buyers.ts";
import { countSent, sendCampaign, stopCampaigns } from "./kit/campaign.ts";
import { startBare } from "./kit/bare-server.ts";
import { ratioOf, readOptions } from "./kit/figures.ts";
import { startSite, type RunningSite } from "./kit/running-site.ts";

/** A campaign reaches at least this share of what a bare loop of the same library sends to the same server. */
const leastRatio = 0.6;
/** Purchases while it is sent reach at least this share of those without it. */
const leastPurchases = 0.9;
const connections = 10;

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
    await stopCampaigns(site);
    await sending;
    if (ratio < leastRatio || share < leastPurchases) throw new StartFailure("Email misses its aims. See above.");
  } finally {
    await site.stop();
    sink.stop();
  }
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
