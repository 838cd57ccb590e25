import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrate } from "#server/platform/db/migrate.ts";
import { readMigrations } from "#server/platform/db/migration-files.ts";
import type { TestDatabase } from "#testing/database.ts";
import { writeFormerJournal } from "#testing/former-journal.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { silentLog } from "#testing/own-cluster.ts";
import { createSite, type Site } from "#testing/site.ts";
import { listDumps, loadDump, thisVersion, writeDump, type Handouts } from "./dumps.ts";
import { findLost, readRows, type StoredRows } from "./stored-rows.ts";

// Each version has a dump: a backup that it made itself, and what its buyers hold in their hands. This version restores and
// migrates each of them.

/** Tables and columns that a migration replaced on purpose, as the dumps name them. */
const replaced: string[] = [];

if (process.env.WRITE_DUMP !== undefined) await writeDump();

test("this version has a dump", () => {
  const hint = "Run WRITE_DUMP=1 npx vitest run tests/upgrade, and commit tests/upgrade/dumps";
  expect(listDumps(), hint).toContain(thisVersion);
});

async function inPool<Result>(database: TestDatabase, work: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = new pg.Pool(database.connection);
  pool.on("error", () => undefined);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

/** The site as it was when the dump was made: what was due then isn't overdue. */
function openSite(database: TestDatabase, { at }: Handouts): Promise<Site> {
  const passed = Math.round((Date.now() - Date.parse(at)) / 1000);
  return createSite({ database, clockOffset: `${-passed} seconds` });
}

describe.each(listDumps())("a database of version %s", (version) => {
  let database: TestDatabase;
  let handouts: Handouts;
  let site: Site;
  let before: StoredRows;
  let after: StoredRows;

  beforeAll(async () => {
    ({ database, handouts } = await loadDump(version));
    await inPool(database, async (pool) => {
      before = await readRows(pool);
      await migrate(pool, { log: silentLog });
      after = await readRows(pool);
    });
    site = await openSite(database, handouts);
  });
  afterAll(async () => {
    await site.close();
    await database.drop();
  });

  test("keeps every row, and every invariant holds", async () => {
    expect([...before.values()].filter(({ rows }) => rows.length > 0).length).toBeGreaterThan(100);
    expect(findLost(before, after, replaced)).toEqual([]);
    await expectInvariants(site.db);
  });

  test("admits each ticket that was handed out once", async () => {
    const door = await site.as("moderator");
    const { eventId, admittedCode, waitingCode } = handouts;
    const verdicts: string[] = [];
    for (const code of [admittedCode, waitingCode, waitingCode]) {
      const scan = { code, eventId, deviceId: "door-device-2", scanId: randomUUID() };
      verdicts.push((await door.post("/api/scans", scan)).body.verdict);
    }
    expect(verdicts).toEqual(["already_admitted", "admitted", "already_admitted"]);
  });

  test("opens the order of a link that was emailed", async () => {
    const { body: order } = await site.anon.get(handouts.orderPath);
    expect(order).toMatchObject({ number: handouts.orderNumber });
  });
});

test("a database of the last version before 1.0.0 keeps every row, and every invariant holds", async () => {
  const { database, handouts } = await loadDump("1.0.0");
  await inPool(database, async (pool) => {
    await writeFormerJournal(pool);
    const before = await readRows(pool);
    await migrate(pool, { log: silentLog });
    expect(findLost(before, await readRows(pool), replaced)).toEqual([]);
    const { rows } = await pool.query<{ name: string }>("select name from schema_migrations order by version");
    expect(rows.map(({ name }) => name)).toEqual(readMigrations().map(({ name }) => name));
  });
  const site = await openSite(database, handouts);
  await expectInvariants(site.db);
  await site.close();
  await database.drop();
});

test("rows, columns and tables that a migration loses are found; renames and additions aren't losses", async () => {
  const { database } = await loadDump(thisVersion);
  await inPool(database, async (pool) => {
    const before = await readRows(pool);
    const client = await pool.connect();
    const lostBy = async (statements: string) => {
      await client.query(`begin; ${statements}`);
      const lost = findLost(before, await readRows(client));
      await client.query("rollback");
      return lost;
    };
    expect(await lostBy("alter table venues rename to halls; alter table halls rename column city to town")).toEqual(
      [],
    );
    expect(await lostBy("alter table venues add column note text not null default ''")).toEqual([]);
    expect(await lostBy("insert into settings values ('x', '1')")).toEqual([]);
    expect(await lostBy("delete from sandbox.deliveries")).toEqual([
      expect.stringMatching(/rows of sandbox.deliveries$/),
    ]);
    expect(await lostBy("update venues set city = city || '!'")).toEqual([expect.stringMatching(/rows of venues$/)]);
    expect(await lostBy("alter table venues drop column city")).toEqual(["column venues.city"]);
    expect(await lostBy("drop table rate_counters")).toEqual(["table rate_counters"]);
    client.release();
  });
  await database.drop();
});
