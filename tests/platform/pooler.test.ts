import { afterAll, beforeAll, expect, test } from "vitest";
import { openDatabase } from "#server/platform/db/database.ts";
import { prepareForPooler, requireOwnSessions } from "#server/platform/db/pooler.ts";
import { toConnectionUrl } from "#server/platform/postgres/index.ts";
import { startRealServer } from "#tests/faults/kit/real-server.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { run, testServer } from "#testing/database-server.ts";
import { silentLog } from "#testing/own-cluster.ts";
import { startPooler, type Pooler } from "#testing/pooler.ts";

let rejecting: Pooler;
let dropping: Pooler;
beforeAll(async () => {
  const { admin } = testServer();
  rejecting = await startPooler(admin);
  dropping = await startPooler(admin, { ignores: "options" });
});
afterAll(() => {
  rejecting.close();
  dropping.close();
});

const urlThrough = (pooler: Pooler, { connection }: TestDatabase) =>
  toConnectionUrl(pooler.connectionTo(connection.database));

test("a start through a pooler that nobody declared says what to set, whether it rejects our settings or drops them", async () => {
  const database = await createEmptyDatabase();
  const sentence =
    "DATABASE_URL is a connection pooler (PgBouncer): set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL to the database itself.";
  await expect(startRealServer(urlThrough(rejecting, database))).rejects.toThrow(sentence);
  for (const pooler of [rejecting, dropping]) {
    const { pool, close } = openDatabase(pooler.connectionTo(database.connection.database));
    await expect(requireOwnSessions(pool, "DATABASE_URL")).rejects.toThrow(sentence);
    await expect(requireOwnSessions(pool, "DATABASE_DIRECT_URL")).rejects.toThrow(
      "DATABASE_DIRECT_URL is a connection pooler (PgBouncer): set it to the database itself.",
    );
    await close();
  }
  const { pool, close } = openDatabase(database.connection, { patience: 3 });
  await requireOwnSessions(pool, "DATABASE_URL");
  await close();
  await database.drop();
});

test("with the pooler declared, an empty database is migrated and the site serves pages through it", async () => {
  const database = await createEmptyDatabase();
  const settings = { DATABASE_POOLER: "transaction", DATABASE_DIRECT_URL: database.url };
  const server = await startRealServer(urlThrough(rejecting, database), settings);
  for (const path of ["/readyz", "/", "/events", "/api/events"]) {
    expect([path, (await fetch(server.baseUrl + path)).status]).toEqual([path, 200]);
  }
  await server.stop();
  await database.drop();
});

test("through a pooler, statements are not named, and have the time limits and the time zone of the site", async () => {
  const database = await createTestDatabase();
  await run(database.connection, `alter database ${database.connection.database} set timezone = 'Asia/Tokyo'`);
  const { pool, close } = openDatabase(rejecting.connectionTo(database.connection.database), { throughPooler: true });
  await prepareForPooler(pool, { log: silentLog });
  // The pooler's first connection is older than the limits; while it is busy, others get new ones.
  const [first, second] = [await pool.connect(), await pool.connect()];
  await first.query("begin");
  const limits = "select name, setting from pg_settings where name = any($1) order by name";
  const names = ["TimeZone", "idle_in_transaction_session_timeout", "lock_timeout", "statement_timeout"];
  expect((await second.query(limits, [names])).rows.map(({ setting }) => setting)).toEqual([
    "UTC",
    "10000",
    "2000",
    "5000",
  ]);
  expect((await second.query("select name from pg_prepared_statements where $1", [true])).rows).toEqual([]);
  await first.query("commit");
  first.release();
  second.release();
  await close();
  await database.drop();
});
