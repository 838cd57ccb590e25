import { mkdtempSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { migrate, pendingMigrations } from "#server/platform/db/migrate.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { silentLog } from "#testing/own-cluster.ts";

let folder: string;
let database: TestDatabase;
let pool: pg.Pool;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "migrations-"));
  database = await createEmptyDatabase();
  pool = new pg.Pool(database.connection);
  pool.on("error", () => undefined);
});

afterEach(async () => {
  await pool.end();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string, sql: string) => writeFileSync(join(folder, name), sql);
const runMigrations = () => migrate(pool, { log: silentLog, folder });
const select = async (sql: string) => (await pool.query(sql)).rows;

test("migrations are applied once in the order of their numbers, and recorded", async () => {
  file("0002_b.sql", "ALTER TABLE a ADD COLUMN b integer;");
  file("0001_a.sql", "CREATE TABLE a (id integer); INSERT INTO a VALUES (1);");
  expect((await pendingMigrations(pool, folder)).map(({ name }) => name)).toEqual(["0001_a", "0002_b"]);
  expect((await runMigrations()).map(({ name }) => name)).toEqual(["0001_a", "0002_b"]);
  expect(await runMigrations()).toEqual([]);
  expect(await pendingMigrations(pool, folder)).toEqual([]);
  expect(await select("SELECT * FROM a")).toEqual([{ id: 1, b: null }]);
  expect(
    await select("SELECT version, name, length(checksum) AS sum, applied_at <= now() AS past FROM schema_migrations"),
  ).toEqual([
    { version: 1, name: "0001_a", sum: 64, past: true },
    { version: 2, name: "0002_b", sum: 64, past: true },
  ]);
});

test("a failed migration leaves nothing behind, keeps earlier ones, and names file, line and cause", async () => {
  file("0001_a.sql", "CREATE TABLE a (id integer);");
  file("0002_b.sql", "CREATE TABLE b (id integer);\n\nSELECT nonsense FROM a;\n");
  await expect(runMigrations()).rejects.toThrow(
    'Migration 0002_b failed at line 3: column "nonsense" does not exist [42703].',
  );
  expect(await select("SELECT to_regclass('a') IS NOT NULL AS a, to_regclass('b') IS NOT NULL AS b")).toEqual([
    { a: true, b: false },
  ]);
  expect((await pendingMigrations(pool, folder)).map(({ name }) => name)).toEqual(["0002_b"]);
});

test("servers that start at once apply each migration once", async () => {
  file("0001_a.sql", "CREATE TABLE a (id integer); SELECT pg_sleep(0.3);");
  file("0002_b.sql", "-- no-transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS a_id ON a (id);");
  const results = await Promise.all(Array.from({ length: 5 }, runMigrations));
  expect(results.map((applied) => applied.length).sort()).toEqual([0, 0, 0, 0, 2]);
});

test("a file edited after it was applied is rejected; different line endings don't count as an edit", async () => {
  file("0001_a.sql", "CREATE TABLE a (\n  id integer\n);\n");
  await runMigrations();
  file("0001_a.sql", "CREATE TABLE a (\r\n  id integer\r\n);\r\n");
  expect(await runMigrations()).toEqual([]);
  file("0001_a.sql", "CREATE TABLE a (\n  id bigint\n);\n");
  await expect(runMigrations()).rejects.toThrow("Migration 0001_a was changed after it was applied");
});

test("a database newer than the code is rejected, and so is one whose migration file is missing", async () => {
  file("0001_a.sql", "SELECT 1;");
  file("0002_b.sql", "SELECT 1;");
  await runMigrations();
  unlinkSync(join(folder, "0002_b.sql"));
  await expect(runMigrations()).rejects.toThrow(
    "The database is newer than this version of the site: it has migration 0002_b",
  );
  await expect(pendingMigrations(pool, folder)).rejects.toThrow("The database is newer");
  file("0002_b.sql", "SELECT 1;");
  unlinkSync(join(folder, "0001_a.sql"));
  await expect(runMigrations()).rejects.toThrow(
    "Migration 0001_a was applied to the database, but its file is missing",
  );
});

test("a migration number that is too low, duplicate or missing is rejected", async () => {
  file("0002_b.sql", "SELECT 1;");
  await runMigrations();
  file("0001_late.sql", "SELECT 1;");
  await expect(runMigrations()).rejects.toThrow("Migration 0001_late comes before 0002, which is already applied");
  file("0002_twin.sql", "SELECT 1;");
  await expect(runMigrations()).rejects.toThrow("Migrations 0002_b and 0002_twin have the same number");
  unlinkSync(join(folder, "0002_twin.sql"));
  file("notes.sql", "SELECT 1;");
  await expect(runMigrations()).rejects.toThrow("isn't named like a migration. Name it like 0012_what_it_adds.sql");
});

test("a no-transaction file can run statements that transactions forbid, one after the other", async () => {
  file("0001_a.sql", "CREATE TABLE a (id integer);");
  file(
    "0002_index.sql",
    "-- no-transaction\nDROP INDEX CONCURRENTLY IF EXISTS a_id;\n-- then\nCREATE INDEX CONCURRENTLY a_id ON a (id);\n",
  );
  await runMigrations();
  expect(await select("SELECT indisvalid FROM pg_index WHERE indexrelid = 'a_id'::regclass")).toEqual([
    { indisvalid: true },
  ]);
});

test("a migration waits for a table in use without blocking readers", async () => {
  file("0001_a.sql", "CREATE TABLE a (id integer);");
  await runMigrations();
  file("0002_b.sql", "ALTER TABLE a ADD COLUMN b integer;");
  const buyer = await pool.connect();
  await buyer.query("BEGIN; LOCK TABLE a IN ACCESS SHARE MODE");
  const migrating = runMigrations();
  await sleep(2600);
  // It leaves the lock queue now and then, so readers get through before the buyer is done.
  await pool.query("SELECT count(*) FROM a");
  await buyer.query("COMMIT");
  buyer.release();
  expect((await migrating).map(({ name }) => name)).toEqual(["0002_b"]);
});

test("the site's own migrations are all in a fresh test database", async () => {
  const fresh = await createTestDatabase();
  const client = new pg.Client(fresh.connection);
  await client.connect();
  expect(await pendingMigrations(client)).toEqual([]);
  await client.end();
  await fresh.drop();
});
