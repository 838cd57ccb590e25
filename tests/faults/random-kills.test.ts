import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { findLost, createAcknowledgedLog } from "./kit/acknowledged.ts";
import { startLoad } from "./kit/load.ts";
import { comeToRest, findContradictions } from "./kit/oracles.ts";
import { isFull, report } from "./kit/progress.ts";
import { startRealServer, type RealServer } from "./kit/real-server.ts";
import { openSellingSite } from "./kit/selling-site.ts";

const kills = isFull ? 1000 : 50;
/** Every nth kill hits the database instead of a server. */
const databaseEvery = 5;
/** The most that people can get done between two kills, however long a server takes to come back. */
const maxPerKill = 12;

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

/**
 * Sells over two nodes, kills them and the database in turn, lets everything finish, and returns what is wrong.
 *
 * @param untilLost stops killing when an order that was acknowledged is missing
 */
async function killWhileSelling(
  times: number,
  { settings = {}, untilLost = false }: { settings?: Record<string, string>; untilLost?: boolean } = {},
) {
  const shop = await openSellingSite({ buyers: 10, capacity: 1_000_000 });
  open.push(shop);
  const nodes: RealServer[] = [];
  for (let node = 0; node < 2; node++) {
    const server = await startRealServer(shop.databaseUrl, settings);
    nodes.push(server);
    open.push({ close: () => server.stop() });
  }
  const log = createAcknowledgedLog();
  let allowed = maxPerKill;
  const load = startLoad(
    shop.target(() => nodes.map(({ baseUrl }) => baseUrl)),
    log,
    { pauseMs: 10, goesOn: () => log.entries.length < allowed },
  );
  open.push({ close: () => load.stop() });

  /** Lets people continue, so that each kill hits them at a different point. */
  const getOn = async () => {
    const before = log.entries.length;
    allowed = before + maxPerKill;
    await expect.poll(() => log.entries.length - before, { timeout: 60_000, interval: 20 }).toBeGreaterThan(5);
    await sleep(Math.random() * 100);
  };
  let restarting: Promise<void> = Promise.resolve();
  /** Whether an acknowledged order is missing for good: every transaction that could still bring it has ended. */
  const hasLost = async () => {
    const placed = { ...log, entries: log.entries.filter(({ kind }) => kind === "placed") };
    const isOver = sql<{ over: boolean }>`
      select not exists (select from pg_stat_activity where xact_start < ${new Date()} and pid <> pg_backend_pid()
        and backend_type = 'client backend') as over`;
    // The database may still be starting after its own kill.
    const isSettled = () =>
      isOver.execute(shop.site.db).then(
        ({ rows }) => rows[0]?.over,
        () => false,
      );
    await expect.poll(isSettled, { timeout: 60_000 }).toBe(true);
    return (await findLost(shop.site.db, placed)).length > 0;
  };
  for (let kill = 1; kill <= times; kill++) {
    if (untilLost && kill > 1 && (await hasLost())) break;
    const hitsDatabase = kill % databaseEvery === 0;
    // The other node works alone until the killed one is back. Then come the purchases that this kill hits.
    if (!hitsDatabase) await restarting;
    await getOn();
    if (hitsDatabase) {
      process.kill(shop.cluster.postmasterPid(), "SIGKILL");
    } else {
      const node = nodes[kill % 2]!;
      await node.kill();
      restarting = node.restart();
    }
    report("random kills", { done: kill, of: times, unit: "kills", violations: 0 });
  }
  await restarting;
  await getOn();
  await load.stop();

  await comeToRest(shop.site);
  // A reconciliation run that a kill interrupted continues, and finds that our ledger matches the provider's list.
  await shop.site.app.runJob("reconciliation");
  return {
    lost: await findLost(shop.site.db, log),
    contradictions: await findContradictions(shop.site),
    strange: load.replies.filter(({ status }) => status >= 500 && status !== 503),
    admitted: log.count("admitted"),
  };
}

test(
  `${kills} kills of servers and of the database in the middle of sales lose nothing that was acknowledged`,
  { timeout: isFull ? 7_200_000 : 400_000 },
  async () => {
    const { admitted, ...wrong } = await killWhileSelling(kills);
    expect(wrong).toEqual({ lost: [], contradictions: [], strange: [] });
    expect(admitted).toBeGreaterThan(kills);
  },
);

test("negative control: a few kills detect servers that respond before the database commits", async () => {
  const hasty = fileURLToPath(new URL("./kit/early-answer.ts", import.meta.url));
  // Each kill finds one of them with what it has only said, most of the time: not one of so many would be no accident.
  const { lost } = await killWhileSelling(16, { settings: { NODE_OPTIONS: `--import ${hasty}` }, untilLost: true });
  expect(lost).not.toEqual([]);
}, 400_000);

test("negative control: an acknowledged check-in that is missing in the database is detected", async () => {
  const shop = await openSellingSite({ buyers: 1, capacity: 10 });
  open.push(shop);
  const server = await startRealServer(shop.databaseUrl);
  open.push({ close: () => server.stop() });
  const log = createAcknowledgedLog();
  const load = startLoad(
    shop.target(() => [server.baseUrl]),
    log,
  );
  await expect.poll(() => log.count("admitted"), { timeout: 60_000 }).toBeGreaterThan(0);
  await load.stop();
  await shop.site.db.updateTable("admissions").set({ voided_at: new Date() }).execute();
  expect(await findLost(shop.site.db, log)).not.toEqual([]);
});
