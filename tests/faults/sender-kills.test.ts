import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { startMailServer, type Behavior } from "#testing/mail-server.ts";
import { moveClock } from "#testing/moving-clock.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, type Site } from "#testing/site.ts";
import { insertMixed, prepareKinds, startCampaign } from "./kit/mixed-mails.ts";
import { report, showsProgress } from "./kit/progress.ts";
import { startRealServer } from "./kit/real-server.ts";
import { openSellingSite } from "./kit/selling-site.ts";

const mails = showsProgress ? 10_000 : 400;
const kills = showsProgress ? 50 : 3;
/** Receipts that are written during each kill, and must not wait behind what was there before. */
const receiptsPerKill = 3;
const nodeCount = 2;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

/** What the email server does with one attempt after another. */
function misbehave(number: number): Behavior {
  if (number % 149 === 11) return "550 5.1.1 No such user";
  if (number % 211 === 41) return 450;
  if (number % 997 === 500) return "take and drop";
  return "take";
}

interface Row {
  id: number;
  priority: number;
  status: string;
  attempts: number;
  uncertain: number;
  error: string | null;
  isBulk: boolean;
}

/**
 * Two nodes send emails of all priorities, and one after the other is killed and comes back.
 *
 * @returns what became of each email, the ids in the order of their arrival, and after how many arrivals each receipt of a
 *   kill was there
 */
async function sendThroughKills(counts: {
  mails: number;
  kills: number;
}): Promise<{ site: Site; rows: Row[]; arrived: number[]; late: Map<number, number> }> {
  const server = await startMailServer(misbehave);
  open.push(server);
  const shop = await openSellingSite({ buyers: 1, capacity: 10 });
  open.push(shop);
  const { site } = shop;
  const scene = await prepareKinds(site);
  const people = Math.round(counts.mails * 0.3);
  await insertMixed(site, scene, { count: counts.mails - people - receiptsPerKill * counts.kills, name: "waiting" });
  await startCampaign(site, people);
  const start = () => startRealServer(shop.databaseUrl, { SMTP_URL: server.hastyUrl, RATE_LIMITS: "on" });
  const nodes = await Promise.all(Array.from({ length: nodeCount }, start));
  for (const node of nodes) open.push({ close: () => node.stop() });

  const late = new Map<number, number>();
  const receipts = { ...scene, kinds: scene.kinds.filter(({ priority }) => priority === 0) };
  for (let kill = 1; kill <= counts.kills; kill++) {
    const until = (counts.mails / (counts.kills + 2)) * kill + Math.random() * 20;
    await expect.poll(() => server.attempts, { timeout: 300_000, interval: 5 }).toBeGreaterThan(until);
    const node = nodes[kill % nodeCount]!;
    await node.kill();
    await insertMixed(site, receipts, { count: receiptsPerKill, name: `kill-${kill}` });
    const at = server.taken.length;
    const { rows } = await sql<{ id: number }>`
      select id from emails where to_address like ${`kill-${kill}-%`}`.execute(site.db);
    for (const { id } of rows) late.set(id, at);
    await node.restart();
    report("emails", { done: kill, of: counts.kills, unit: "kills", violations: 0 });
  }
  await waitForRest(site, () => server.attempts);
  const { rows } = await sql<Row>`
    select id, priority, status, attempts, uncertain_attempts as uncertain, error, bulk_key is not null as "isBulk"
    from emails where kind <> 'order_confirmation' or resend_of is not null`.execute(site.db);
  const arrived = server.taken.map(({ headers }) => Number(/^<mail-(\d+)@/.exec(headers["message-id"]!)![1]));
  return { site, rows, arrived, late };
}

/** Waits until nothing is left to send. The clock moves only while nothing arrives: no living node loses its lease. */
async function waitForRest(site: Site, attempts: () => number): Promise<void> {
  let before = -1;
  await expect
    .poll(
      async () => {
        if (attempts() === before) await moveClock(site.database, 61);
        before = attempts();
        const { rows } = await sql<{ left: number }>`
          select (select count(*) from emails where status in ('queued', 'sending')
              or (status = 'unknown' and next_attempt_at < 'infinity'))::integer
            + (select count(*) from campaigns where status <> 'done')::integer as left`.execute(site.db);
        return rows[0]!.left;
      },
      { timeout: 1_200_000, interval: 3_000 },
    )
    .toBe(0);
}

/** Emails that arrived twice although nobody had to guess, or more than twice. */
function findDoubled(rows: Row[], arrived: number[]): Row[] {
  const copies = new Map<number, number>();
  for (const id of arrived) copies.set(id, (copies.get(id) ?? 0) + 1);
  return rows.filter(({ id, isBulk, uncertain }) => (copies.get(id) ?? 0) > (isBulk || uncertain === 0 ? 1 : 2));
}

/** Emails that neither arrived nor have a reason. A campaign's may have arrived, and says so. */
function findLost(rows: Row[], arrived: number[]): Row[] {
  const there = new Set(arrived);
  return rows.filter(({ id, status, error, isBulk, uncertain }) => {
    if (status === "sent") return !there.has(id);
    if (status === "unknown") return !isBulk;
    if (status === "failed") return !/550/.test(error ?? "") && uncertain < 2;
    return status !== "suppressed" || !/550/.test(error ?? "");
  });
}

/**
 * Emails that arrived before more urgent ones that were due, apart from one in the hands of each other node. What was
 * interrupted or refused for now isn't compared: it was taken in its turn.
 */
function findOvertaking(rows: Row[], arrived: number[], late: Map<number, number>): number[] {
  const comparable = new Map(rows.filter((row) => !row.isBulk && row.attempts === 1).map((row) => [row.id, row]));
  const waiting = [0, 0, 0];
  const joins = new Map<number, number[]>();
  for (const { id, priority, status } of comparable.values()) {
    if (status !== "sent") continue;
    const at = late.get(id);
    // What the nodes had in their hands then may arrive first.
    if (at === undefined) waiting[priority]!++;
    else joins.set(at + nodeCount, [...(joins.get(at + nodeCount) ?? []), priority]);
  }
  const seen = new Set<number>();
  return arrived.filter((id, index) => {
    for (const priority of joins.get(index) ?? []) waiting[priority]!++;
    const row = comparable.get(id);
    if (row === undefined || seen.has(id)) return false;
    seen.add(id);
    waiting[row.priority]!--;
    const ahead = waiting.slice(0, row.priority).reduce((sum, count) => sum + count, 0);
    return ahead > nodeCount - 1;
  });
}

test(
  `${mails} emails of all priorities, with ${kills} kills of two nodes: nobody gets one twice, nobody is skipped, and the urgent go first`,
  { timeout: showsProgress ? 2_400_000 : 400_000 },
  async () => {
    const { site, rows, arrived, late } = await sendThroughKills({ mails, kills });
    const [doubled, lost] = [findDoubled(rows, arrived), findLost(rows, arrived)];
    const overtaking = findOvertaking(rows, arrived, late);
    expect(rows).toHaveLength(mails);
    expect({ doubled, lost, overtaking }).toEqual({ doubled: [], lost: [], overtaking: [] });
    // Only what a kill or a dropped connection interrupts may have arrived without our knowing.
    const unsure = rows.filter(({ uncertain }) => uncertain > 0);
    const drops = Math.ceil(arrived.length / 997);
    expect(unsure.length).toBeLessThanOrEqual((kills + drops * nodeCount) * 10);
    expect(await checkInvariants(site.db)).toEqual([]);
    const countOf = (status: string) => rows.filter((row) => row.status === status).length;
    if (showsProgress) {
      const twice = arrived.length - new Set(arrived).size;
      console.log(
        `  sent ${countOf("sent")}, refused ${countOf("failed") + countOf("suppressed")}, unknown ${countOf("unknown")}, uncertain ${unsure.length}, second copies of those ${twice}`,
      );
    }
  },
);

test("negative control: without the mark of a claim, two nodes send the same emails", async () => {
  const server = await startMailServer();
  open.push(server);
  const settings = { SMTP_URL: server.url };
  const rewriteSql = sabotage(
    ["set status = 'sending', attempts = attempts + 1,", "set attempts = attempts + 1,", { in: "priority < 3" }],
    [/ and status = 'sending' and attempts = (\$\d+) and lease_until > clock_now\(\)/, " and $1::integer > 0"],
  );
  const site = await createSite({ rewriteSql, settings });
  open.push(site);
  const other = await createSite({ database: site.database, rewriteSql, settings });
  open.push(other);
  await insertMixed(site, await prepareKinds(site), { count: 40, name: "waiting" });
  await Promise.all([site, other].map(({ app }) => app.runJob("mail")));
  const arrived = server.taken.map(({ headers }) => Number(/^<mail-(\d+)@/.exec(headers["message-id"]!)![1]));
  const { rows } = await sql<Row>`
    select id, priority, status, attempts, uncertain_attempts as uncertain, error, false as "isBulk" from emails`.execute(
    site.db,
  );
  expect(findDoubled(rows, arrived)).not.toEqual([]);
});
