import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openDatabase } from "#server/platform/db/database.ts";
import { migrate, pendingMigrations } from "#server/platform/db/migrate.ts";
import { createEmptyDatabase, type TestDatabase } from "#testing/database.ts";
import { postgresTarget, startFaultProxy } from "#testing/fault-proxy.ts";
import { writeFormerJournal } from "#testing/former-journal.ts";
import { silentLog } from "#testing/own-cluster.ts";

let database: TestDatabase;
let pool: pg.Pool;

beforeEach(async () => {
  database = await createEmptyDatabase();
  pool = new pg.Pool(database.connection);
  pool.on("error", () => undefined);
  await runMigrations();
});

afterEach(async () => {
  await pool.end();
  await database.drop();
});

/** Migrates to the baseline, which is what the last version before 1.0.0 had. */
const runMigrations = () => migrate(pool, { log: silentLog, upTo: 1 });
const readNames = async (): Promise<string[]> =>
  (await pool.query("select name from schema_migrations order by version")).rows.map(({ name }) => name);

test("a database of the last version before 1.0.0 is adopted, says so once, and then lacks nothing", async () => {
  await writeFormerJournal(pool);
  expect((await pendingMigrations(pool))[0]!.name).toBe("0001_baseline");
  const lines: string[] = [];
  const log = { ...silentLog, info: (line: string) => lines.push(line) };
  expect(await migrate(pool, { log, upTo: 1 })).toEqual([]);
  expect(await migrate(pool, { log, upTo: 1 })).toEqual([]);
  expect(lines).toEqual([
    "The database comes from the last version before 1.0.0: its journal of migrations now begins at 0001_baseline.",
  ]);
  expect(await readNames()).toEqual(["0001_baseline"]);
  // What came since follows as in any database.
  const later = (await pendingMigrations(pool)).map(({ name }) => name);
  expect(later).not.toContain("0001_baseline");
  expect((await migrate(pool, { log: silentLog })).map(({ name }) => name)).toEqual(later);
  expect(await pendingMigrations(pool)).toEqual([]);
});

test("servers that start at once adopt a database once", async () => {
  await writeFormerJournal(pool);
  expect(await Promise.all(Array.from({ length: 5 }, runMigrations))).toEqual([[], [], [], [], []]);
  expect(await readNames()).toEqual(["0001_baseline"]);
});

test.each([
  [
    { count: 90, newest: "0140_email" },
    "The database has 90 migrations up to 0140_email, but the last version before 1.0.0 had 92 up to 0170_promoter_links: start that version on it once, then this one.",
  ],
  [
    { count: 91 },
    "The database has 91 migrations up to 0170_promoter_links, but the last version before 1.0.0 had 92 up to 0170_promoter_links: start that version on it once, then this one.",
  ],
  [
    { count: 92, newest: "0169_promoter_links" },
    "The database has 92 migrations up to 0169_promoter_links, but the last version before 1.0.0 had 92 up to 0170_promoter_links: start that version on it once, then this one.",
  ],
  [
    { count: 93, newest: "0171_promoter_pages" },
    "The database has migration 0171_promoter_pages, which neither this version nor one before 1.0.0 knows: start the version that applied it, or restore an older backup.",
  ],
])("a database with the former journal %j is refused and stays as it is", async (journal, sentence) => {
  const names = await writeFormerJournal(pool, journal);
  await expect(runMigrations()).rejects.toThrow(sentence);
  await expect(pendingMigrations(pool)).rejects.toThrow(sentence);
  expect(await readNames()).toEqual(names);
});

test.each(["before", "after"] as const)("a crash %s any statement leaves one journal, complete", async (moment) => {
  const proxy = await startFaultProxy(postgresTarget(database.connection));
  const former = await writeFormerJournal(pool);
  const seen = new Set<string>();
  let at = 0;
  let chunks: number;
  do {
    at++;
    chunks = 0;
    await writeFormerJournal(pool);
    proxy.set({ cut: () => (++chunks === at ? moment : undefined) });
    const opened = openDatabase({ ...database.connection, host: "127.0.0.1", port: proxy.port });
    await migrate(opened.pool, { log: silentLog, upTo: 1 }).catch(() => undefined);
    await opened.close();
    const names = await readNames();
    seen.add(names.join());
    expect([former, ["0001_baseline"]]).toContainEqual(names);
  } while (chunks >= at);
  expect(seen.size).toBe(2);
  await proxy.close();
});
