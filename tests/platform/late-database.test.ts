import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openDatabase, type OpenDatabase } from "#server/platform/db/database.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { onceReachable } from "#server/platform/db/once-reachable.ts";
import { toConnectionUrl } from "#server/platform/postgres/index.ts";
import { startRealServer } from "#tests/faults/kit/real-server.ts";
import { postgresTarget, startFaultProxy, type FaultProxy } from "#tests/kit/fault-proxy.ts";
import { silentLog, startOwnCluster } from "#tests/kit/own-cluster.ts";

let cluster: Awaited<ReturnType<typeof startOwnCluster>>;
let proxy: FaultProxy;
let database: OpenDatabase;
let said: string[];
const log = { ...silentLog, info: (text: string) => said.push(text) };

beforeAll(async () => {
  cluster = await startOwnCluster();
  proxy = await startFaultProxy(postgresTarget(cluster.connection));
  database = openDatabase({ ...cluster.connection, host: "127.0.0.1", port: proxy.port });
});
beforeEach(() => {
  said = [];
});
afterAll(async () => {
  await database.close();
  await proxy.close();
  await cluster.remove();
});

test("a start before the database waits for it, says so once, and goes on when it comes", async () => {
  await proxy.down();
  const started = onceReachable(log, () => migrate(database.pool, { log }));
  await expect.poll(() => said).toEqual(["The database is not there yet: waiting for it …"]);
  await proxy.up();
  expect((await started).length).toBeGreaterThan(0);
  expect(said).toEqual([
    "The database is not there yet: waiting for it …",
    expect.stringMatching("The database was migrated"),
  ]);
});

test("a database that goes in the middle of a start is waited for as well", async () => {
  let tries = 0;
  const started = onceReachable(log, async () => {
    const client = await database.pool.connect();
    try {
      if (++tries === 1) await proxy.down();
      await client.query("select 1");
    } finally {
      client.release(true);
    }
  });
  await expect.poll(() => said.length).toBe(1);
  await proxy.up();
  await started;
  expect(tries).toBeGreaterThan(1);
});

test("a line that breaks anywhere in a start only delays it", { timeout: 600_000 }, async () => {
  const url = toConnectionUrl({ ...cluster.connection, host: "127.0.0.1", port: proxy.port });
  await (await startRealServer(url)).stop();
  let seen = 0;
  proxy.set({ cut: () => void seen++ });
  const whole = await startRealServer(url);
  const chunks = seen;
  await whole.stop();
  let broken = 0;
  for (let chunk = chunks; chunk > 0; chunk -= 2) {
    seen = 0;
    proxy.set({ cut: () => (++seen === chunk ? "after" : undefined) });
    const server = await startRealServer(url);
    // A start comes in a few pieces more or fewer each time: not every one has a last piece to break at.
    if (seen >= chunk) broken++;
    expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200);
    await server.stop();
  }
  expect(broken).toBeGreaterThan(chunks / 4);
  proxy.set({});
});

test("a database that never comes ends the start with a sentence", async () => {
  await proxy.down();
  await expect(onceReachable(log, () => database.pool.query("select 1"), 500)).rejects.toThrow(
    /^The database cannot be reached: /,
  );
  await proxy.up();
});

test("whatever else goes wrong is said at once", async () => {
  await expect(onceReachable(log, () => database.pool.query("select nothing_of_this_name"))).rejects.toThrow(
    'column "nothing_of_this_name" does not exist',
  );
  expect(said).toEqual([]);
});
