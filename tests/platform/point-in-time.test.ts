import { existsSync, readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readArchiveGauge } from "#server/platform/metrics.ts";
import { createBackup } from "#server/platform/backup/backup.ts";
import { restoreBackup } from "#server/platform/backup/restore.ts";
import { findGap } from "#server/platform/backup/recover.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { startBuiltInPostgres, type DatabaseConnection } from "#server/platform/postgres/index.ts";
import { run } from "#testing/database-server.ts";
import { createDataFolder, silentLog } from "#testing/own-cluster.ts";

const log = silentLog;
const archiveDir = join(createDataFolder({ inMemory: true }), "archive");
const start = (dataDir: string, archive = archiveDir) =>
  startBuiltInPostgres({ dataDir, log, archiveDir: archive, settings: { fsync: "off" } });

const write = (connection: DatabaseConnection, what: string) =>
  run(connection, `insert into written values ('${what}')`);

async function readWritten(connection: DatabaseConnection): Promise<string[]> {
  const { rows } = await run(connection, "select what from written order by what");
  return rows.map(({ what }) => what);
}

test(
  "a site that archives is restored to any time after the backup, or to the last moment",
  { timeout: 240_000 },
  async () => {
    const dataDir = createDataFolder({ inMemory: true });
    const first = await start(dataDir);
    await run(
      first.connection,
      "create table schema_migrations as select 1 as version, '0001_baseline' as name, '' as checksum",
    );
    await run(first.connection, "create table written (what text)");
    await write(first.connection, "1 before the backup");
    const target = join(createDataFolder({ inMemory: true }), "site.tar.gz");
    await createBackup({ dataDir, databaseUrl: undefined, archiveDir, target, log });
    await write(first.connection, "2 after the backup");
    // A Date has milliseconds: without the pause, it could be cut to before the row's commit.
    const { now: until } = (await run(first.connection, "select clock_timestamp() as now from pg_sleep(0.002)"))
      .rows[0];
    await write(first.connection, "3 the mistake");
    const { name } = (await run(first.connection, "select pg_walfile_name(pg_switch_wal()) as name")).rows[0];
    await expect.poll(() => existsSync(join(archiveDir, name))).toBe(true);
    await first.stop();

    async function restoreUntil(time: Date | "latest") {
      const into = createDataFolder({ inMemory: true });
      const replay = { archiveDir, until: time };
      await restoreBackup({ file: target, dataDir: into, databaseUrl: undefined, replay, log });
      await expect(start(into)).rejects.toThrow(`ARCHIVE_DIR ${archiveDir} isn't the archive of the database in`);
      const database = await start(into, join(createDataFolder({ inMemory: true }), "archive"));
      const found = await readWritten(database.connection);
      await database.stop();
      return found;
    }

    const [one, two, three] = ["1 before the backup", "2 after the backup", "3 the mistake"];
    expect(await restoreUntil("latest")).toEqual([one, two, three]);
    expect(await restoreUntil(until)).toEqual([one, two]);

    const into = createDataFolder({ inMemory: true });
    const attempt = (time: Date) =>
      restoreBackup({ file: target, dataDir: into, databaseUrl: undefined, replay: { archiveDir, until: time }, log });
    await expect(attempt(new Date(Date.now() + 86_400_000))).rejects.toThrow("The archive ends before that time");
    await expect(attempt(new Date(Date.now() - 86_400_000))).rejects.toThrow(
      /^The backup was made at .*, after that time/,
    );
    expect(readdirSync(into)).toEqual([]);
  },
);

test("a failing archive shows in the metrics until it works again", async () => {
  const archive = join(createDataFolder({ inMemory: true }), "archive");
  const database = await start(createDataFolder({ inMemory: true }), archive);
  const { db, pool, close } = openDatabase(database.connection);
  const failing = async () => (await readArchiveGauge(db)).values[0]!.value;
  const writeMore = () => pool.query("select pg_logical_emit_message(true, 'test', 'x'), pg_switch_wal()");
  expect(await failing()).toBe(0);
  renameSync(archive, `${archive}-gone`);
  await writeMore();
  await expect.poll(failing, { timeout: 60_000 }).toBe(1);
  renameSync(`${archive}-gone`, archive);
  await writeMore();
  await expect.poll(failing, { timeout: 120_000 }).toBe(0);
  await close();
  await database.stop();
});

test("an archive with a gap is refused: what comes after it can't be replayed", () => {
  expect(findGap(["0000000100000000000000FE", "0000000100000000000000FF", "000000010000000100000000"])).toBeUndefined();
  expect(findGap(["0000000100000000000000FE", "000000010000000100000000"])).toBe("0000000100000000000000FF");
  expect(findGap(["0000000100000000000000FF", "000000010000000100000001"])).toBe("000000010000000100000000");
  expect(findGap(["000000010000000000000004", "000000020000000000000004"])).toBeUndefined();
});
