import { afterEach, expect, test, vi } from "vitest";
import { openDatabase } from "#server/platform/db/database.ts";
import { createWakeUps, type WakeUps } from "#server/platform/realtime/wake-ups.ts";
import { silentLog } from "#testing/own-cluster.ts";
import { createTestDatabase } from "#testing/database.ts";
import { numbered } from "#testing/stream-client.ts";
import { openChannel } from "#testing/channel.ts";

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of opened.splice(0).reverse()) await thing.close();
});

test("a node is woken by PostgreSQL, also after its connection was cut", async () => {
  const database = await createTestDatabase();
  opened.push({ close: () => database.drop() });
  const { db, pool, close } = openDatabase(database.connection);
  opened.push({ close });
  const log = { ...silentLog, debug: () => undefined, fatal: () => undefined };
  const createNodeWakeUps = (): WakeUps => {
    const wakeUps = createWakeUps({ db, direct: database.connection, redisUrl: undefined, log, pollEvery: 3_600_000 });
    opened.push({ close: () => wakeUps.stop() });
    return wakeUps;
  };
  const [sender, receiver] = [createNodeWakeUps(), createNodeWakeUps()];
  const onWake = vi.fn<() => void>();
  receiver.start(onWake);
  const findListener = async () => {
    const { rows } = await pool.query<{ pid: number }>(
      "select pid from pg_stat_activity where query = 'listen realtime' and datname = current_database()",
    );
    return rows[0]?.pid;
  };
  await expect.poll(() => onWake.mock.calls.length).toBe(1);
  sender.announce();
  await expect.poll(() => onWake.mock.calls.length).toBe(2);

  const first = await findListener();
  await pool.query("select pg_terminate_backend($1)", [first]);
  // It looks once for what it may have missed.
  await expect.poll(() => onWake.mock.calls.length).toBe(3);
  expect(await findListener()).not.toBe(first);
  sender.announce();
  await expect.poll(() => onWake.mock.calls.length).toBe(4);
});

test("a hundred announcements in a row become at most two", async () => {
  const database = await createTestDatabase();
  opened.push({ close: () => database.drop() });
  const { db, pool, close } = openDatabase(database.connection);
  opened.push({ close });
  const sent: string[] = [];
  pool.on("connect", (connection) => {
    const query = connection.query.bind(connection) as (...args: unknown[]) => unknown;
    const watched = (text: unknown, ...rest: unknown[]) => (sent.push(String(text)), query(text, ...rest));
    connection.query = watched as typeof connection.query;
  });
  const log = { ...silentLog, debug: () => undefined, fatal: () => undefined };
  const wakeUps = createWakeUps({ db, direct: undefined, redisUrl: undefined, log });
  for (let count = 0; count < 100; count++) wakeUps.announce();
  await wakeUps.stop();
  expect(sent.filter((text) => text.includes("pg_notify")).length).toBeLessThanOrEqual(2);
  expect(sent.length).toBeGreaterThan(0);
});

test("a node that nothing wakes finds messages of other nodes by itself", async () => {
  const site = await openChannel({ isNotified: false });
  opened.push(site);
  const other = await openChannel({ database: site.database });
  opened.push(other);
  const stream = await site.open("sample.1", { since: "sample.1:0" });
  for (let seq = 1; seq <= 3; seq++) {
    await other.publish("sample.1", seq);
    await stream.until(numbered(seq));
  }
});
