import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction, openDatabase, type OpenDatabase } from "#server/platform/db/database.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { onceReachable } from "#server/platform/db/unreachable.ts";
import { toConnectionUrl } from "#server/platform/postgres/index.ts";
import { startRealServer } from "#tests/faults/kit/real-server.ts";
import { postgresTarget, startFaultProxy, type FaultProxy } from "#testing/fault-proxy.ts";
import { run } from "#testing/database-server.ts";
import { silentLog, startOwnCluster } from "#testing/own-cluster.ts";

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

test("a server that starts before the database waits for it, says so once, and continues when it comes up", async () => {
  await proxy.down();
  const started = onceReachable(log, () => migrate(database.pool, { log }));
  await expect.poll(() => said).toEqual(["Waiting for the database …"]);
  await proxy.up();
  expect((await started).length).toBeGreaterThan(0);
  expect(said).toEqual(["Waiting for the database …", expect.stringMatching("Migrated the database")]);
});

test("a transaction whose connection breaks fails with what broke it, not with its rollback", async () => {
  const ended = inTransaction(database.db, async (tx) => {
    try {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
    } finally {
      // Until the client knows that its connection is gone.
      await sql`select 1`.execute(tx).catch(() => undefined);
    }
  });
  await expect(ended).rejects.toThrow("terminating connection due to administrator command");
  const refused = inTransaction(database.db, async () => Promise.reject(new Error("No tickets left")));
  await expect(refused).rejects.toThrow("No tickets left");
});

test("a server also waits for a database that goes away during startup", async () => {
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

test("a connection that breaks anywhere during startup only delays it", { timeout: 600_000 }, async () => {
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

/** An empty database of its own, through the proxy. */
async function createEmpty(name: string) {
  await run(cluster.connection, `CREATE DATABASE ${name}`);
  return { ...cluster.connection, host: "127.0.0.1", port: proxy.port, database: name };
}

/** Breaks the connection once, after a number of chunks. */
function breakAt(chunk: number) {
  let seen = 0;
  proxy.set({ cut: () => (++seen === chunk ? "after" : undefined) });
  return { hasBroken: () => seen >= chunk };
}

test.each([5, 8, 10, 12])("a connection that breaks at chunk %i of the migrations only delays them", async (chunk) => {
  const opened = openDatabase(await createEmpty(`migrated_${chunk}`));
  const line = breakAt(chunk);
  await onceReachable(log, () => migrate(opened.pool, { log }));
  expect(line.hasBroken()).toBe(true);
  expect(said[0]).toBe("Waiting for the database …");
  expect(await migrate(opened.pool, { log })).toEqual([]);
  proxy.set({});
  await opened.close();
});

test("a connection that breaks while the demo is created only delays it", { timeout: 300_000 }, async () => {
  const url = toConnectionUrl(await createEmpty("demo"));
  let hasBroken = false;
  const isFirstOfDemo = (chunk: Buffer) => !hasBroken && chunk.includes("insert into demo_seed");
  proxy.set({ cut: (chunk) => (isFirstOfDemo(chunk) ? ((hasBroken = true), "after") : undefined) });
  const server = await startRealServer(url, { DEMO: "1" });
  expect(hasBroken).toBe(true);
  expect(server.lines.join("\n")).toMatch(/Waiting for the database …[^]*Created the demo/);
  const { items } = (await (await fetch(`${server.baseUrl}/api/events`)).json()) as { items: unknown[] };
  expect(items.length).toBeGreaterThan(3);
  proxy.set({});
  await server.stop();
});

test("a database that never comes up ends the startup with a one-sentence error", async () => {
  await proxy.down();
  await expect(onceReachable(log, () => database.pool.query("select 1"), 500)).rejects.toThrow(
    /^Can't reach the database: /,
  );
  await proxy.up();
});

test("any other error is reported at once", async () => {
  await expect(onceReachable(log, () => database.pool.query("select nothing_of_this_name"))).rejects.toThrow(
    'column "nothing_of_this_name" does not exist',
  );
  expect(said).toEqual([]);
});
