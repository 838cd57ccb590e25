import { spawn } from "node:child_process";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { invariants } from "#db/invariants.ts";
import { readInvariants } from "#db/invariants/report.ts";
import { findViewsVersion, installViews, viewOf, viewsVersion } from "#db/invariants/views.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { silentLog } from "#testing/own-cluster.ts";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
let pool: pg.Pool;
beforeAll(async () => {
  site = await createSite();
  pool = new pg.Pool(site.database.connection);
  const ticketTypeId = await site.create.ticketType();
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
});
afterAll(async () => {
  await pool.end();
  await site.close();
});

/** Runs the command as an operator would. */
async function run(...more: string[]): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, ["scripts/invariants.ts", "--database", site.database.url, ...more]);
  let text = "";
  child.stdout.on("data", (part) => (text += part));
  child.stderr.on("data", (part) => (text += part));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, text };
}

async function report() {
  const client = await pool.connect();
  try {
    return await readInvariants(client);
  } finally {
    client.release();
  }
}

test("the command reports whether each invariant holds, with the first rows, and exits with 1 if one doesn't", async () => {
  const good = await run();
  expect(good.text).toContain(`${invariants.length} hold, 0 don't`);
  expect(good.code).toBe(0);
  await sql`update tickets set status = 'canceled' where position = 1`.execute(site.db);
  const bad = await run();
  expect(bad.text).toMatch(/✗ I-21 .* 1 +\d+ ms\n +\{"id":/);
  expect(bad.text).toContain("1 don't");
  expect(bad.code).toBe(1);
  await sql`update tickets set status = 'valid'`.execute(site.db);
});

test("every invariant is a view with its sentence as comment, and the command uses the views if their version matches", async () => {
  expect((await report()).byViews).toBe(false);
  await Promise.all([installViews(pool), installViews(pool)]);
  expect(await findViewsVersion(pool)).toBe(viewsVersion());
  const { rows } = await pool.query(
    `select c.relname as name, obj_description(c.oid) as holds from pg_class c
     join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'invariants' order by 1`,
  );
  expect(rows).toEqual(
    invariants
      .map((invariant) => ({ name: viewOf(invariant).slice("invariants.".length), holds: invariant.holds }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
  );
  await sql`update tickets set status = 'canceled' where position = 1`.execute(site.db);
  const { byViews, lines } = await report();
  expect(byViews).toBe(true);
  expect(lines.filter(({ outcome }) => outcome !== "holds").map(({ id, rowCount }) => [id, rowCount])).toEqual([
    ["I-21", 1],
  ]);
  expect((await pool.query("select * from invariants.i_21")).rows).toHaveLength(1);
  await sql`update tickets set status = 'valid'`.execute(site.db);

  // Views of another version aren't used, and are recreated.
  const others = invariants.slice(1);
  await installViews(pool, others);
  expect((await report()).byViews).toBe(false);
  await installViews(pool);
  expect((await report()).byViews).toBe(true);
});

test("all invariants see one instant: changes made meanwhile aren't seen", async () => {
  await sql`drop table if exists raced`.execute(site.db);
  await sql`create table raced (n integer)`.execute(site.db);
  // The first query runs until another connection has written.
  const raced = [
    {
      id: "I-91",
      holds: "First",
      sql: "select n from raced union all select 1 where pg_advisory_xact_lock_shared(91) is null",
    },
    { id: "I-92", holds: "Second", sql: "select n from raced" },
  ];
  const [client, writer] = [await pool.connect(), await pool.connect()];
  await writer.query("select pg_advisory_lock(91)");
  const asked = readInvariants(client, 3, raced);
  const isAsked = async () =>
    (
      await writer.query(
        `select from pg_locks l join pg_database d on d.oid = l.database
         where d.datname = current_database() and l.locktype = 'advisory' and l.objid = 91 and not l.granted`,
      )
    ).rowCount;
  await expect.poll(isAsked).toBe(1);
  await writer.query("insert into raced values (1)");
  await writer.query("select pg_advisory_unlock(91)");
  writer.release();
  expect((await asked).lines.map(({ outcome }) => outcome)).toEqual(["holds", "holds"]);
  // The next check sees a later instant.
  expect((await readInvariants(client, 3, raced)).lines[1]!.outcome).toBe("broken");
  client.release();
});

test("in a database of another version, queries that can't run are reported, and the rest run", async () => {
  const client = await pool.connect();
  const { lines } = await readInvariants(client, 3, [
    { id: "I-90", holds: "On a table to come", sql: "select from tables_to_come" },
    invariants[0]!,
  ]);
  client.release();
  expect(lines.map(({ outcome }) => outcome)).toEqual(["failed", "holds"]);
  expect(lines[0]!.failure).toContain("tables_to_come");
});

test("views don't block a migration", async () => {
  const { mkdtemp, writeFile, cp } = await import("node:fs/promises");
  const { tmpdir } = await import("node:os");
  const { join } = await import("node:path");
  const folder = await mkdtemp(join(tmpdir(), "migrations-"));
  await cp("db/migrations", folder, { recursive: true });
  await installViews(pool);
  await writeFile(join(folder, "9999_without_captured.sql"), "alter table payments drop column captured_at;");
  await migrate(pool, { log: silentLog, folder });
  expect(await findViewsVersion(pool)).toBeUndefined();
});
