import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { copyPosters } from "#db/seed/posters.ts";
import { openDatabase } from "#server/platform/db/database.ts";
import { migrate } from "#server/platform/db/migrate.ts";
import { toConnectionUrl, type DatabaseConnection } from "#server/platform/postgres/index.ts";
import { describeSchema } from "../../scripts/generated/schema-sql.ts";
import { startChild } from "#testing/child.ts";
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from "#testing/database.ts";
import { writeFormerJournal } from "#testing/former-journal.ts";
import { brokenInvariants } from "#testing/invariants.ts";
import { createDataFolder, silentLog, startOwnCluster } from "#testing/own-cluster.ts";
import { createSite, type Site } from "#testing/site.ts";
import { readSnapshot } from "#testing/snapshot.ts";
import { loadDump } from "#tests/upgrade/dumps.ts";

const backups = createDataFolder({ inMemory: true });
afterAll(() => rmSync(backups, { recursive: true, force: true }));

/** Without syncing to disk, and otherwise as in production. */
const quickly = { fsync: "off" };
const startCluster = (dataDir = createDataFolder({ inMemory: true })) =>
  startOwnCluster({ dataDir, settings: quickly });

const databaseOf = (connection: DatabaseConnection): TestDatabase => ({
  connection,
  url: toConnectionUrl(connection),
  drop: async () => undefined,
});

async function runScript(name: "backup" | "restore", args: string[], settings: Record<string, string>) {
  const script = new URL(`../../scripts/${name}.ts`, import.meta.url).pathname;
  // Vitest sets a BASE_URL of its own.
  const child = startChild(script, args, { NODE_OPTIONS: "", BASE_URL: "", DATABASE_URL: "", ...settings });
  return { code: await child.ended, said: child.lines.join("\n") };
}

const newestBackup = () => join(backups, readdirSync(backups).toSorted().at(-1)!);

/** Buys one ticket after the other until told to stop. */
function buyRepeatedly(site: Site, ticketTypeId: number) {
  const orders: Order[] = [];
  let stopped = false;
  const buyer = async () => {
    const guest = await site.as("user");
    while (!stopped) orders.push((await site.buy(guest, [{ ticketTypeId, quantity: 1 }])).body);
  };
  const buyers = Promise.all([buyer(), buyer()]);
  return {
    orders,
    stop: async () => {
      stopped = true;
      await buyers;
    },
  };
}

/** Every order that was confirmed before the backup is there, with its tickets, which are admitted at the door. */
async function expectOrders(site: Site, eventId: number, orders: Order[]) {
  const { rows } = await sql<{ id: string }>`select id from orders where status = 'paid'`.execute(site.db);
  const paid = new Set(rows.map(({ id }) => id));
  expect(orders.filter(({ id }) => !paid.has(id))).toEqual([]);
  const door = await site.as("moderator");
  for (const { tickets } of orders) {
    const scan = { code: tickets[0]!.code, eventId, deviceId: "door-device-1", scanId: randomUUID() };
    expect((await door.post("/api/scans", scan)).body).toMatchObject({ verdict: "admitted" });
  }
}

async function sellTickets(site: Site) {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, capacity: 100_000, maxPerOrder: 10 });
  return { eventId, ticketTypeId };
}

test(
  "a site that sells tickets is backed up and restored: confirmed orders, valid codes, files, all invariants",
  { timeout: 240_000 },
  async () => {
    const cluster = await startCluster();
    await inClient(cluster.connection, (client) => migrate(client, { log: silentLog }));
    copyPosters(cluster.dataDir);
    writeFileSync(join(cluster.dataDir, "postgres", "custom.conf"), "work_mem = '9MB'\n");
    const site = await createSite({
      database: databaseOf(cluster.connection),
      settings: { DATA_DIR: cluster.dataDir, RATE_LIMITS: "off" },
    });
    const { eventId, ticketTypeId } = await sellTickets(site);
    const sales = buyRepeatedly(site, ticketTypeId);
    await expect.poll(() => sales.orders.length).toBeGreaterThan(4);
    const confirmed = [...sales.orders];

    const backup = await runScript("backup", [backups], { DATA_DIR: cluster.dataDir });
    expect(backup).toMatchObject({ code: 0, said: expect.stringContaining("Backup complete") });
    expect(sales.orders.length).toBeGreaterThan(confirmed.length);
    await sales.stop();
    const pictures = readdirSync(join(cluster.dataDir, "media", "posters"));
    await site.close();
    await cluster.remove();

    const dataDir = createDataFolder({ inMemory: true });
    expect(await runScript("restore", [newestBackup()], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    expect(readdirSync(dataDir).toSorted()).toEqual(["media", "postgres"]);
    const restored = await startCluster(dataDir);
    const again = await createSite({ database: databaseOf(restored.connection), settings: { DATA_DIR: dataDir } });
    expect(await brokenInvariants(again.db)).toEqual([]);
    await expectOrders(again, eventId, confirmed);
    expect(readdirSync(join(dataDir, "media", "posters"))).toEqual(pictures);
    expect((await sql<{ work_mem: string }>`show work_mem`.execute(again.db)).rows).toEqual([{ work_mem: "9MB" }]);
    await expectIndexesSound(restored.connection);
    await again.close();

    const refused = await runScript("restore", [newestBackup()], { DATA_DIR: dataDir });
    expect(refused).toMatchObject({ code: 1, said: expect.stringMatching(/isn't empty: it has (media|postgres)/) });
    await restored.remove();
  },
);

/** Reads each table through its heap and recounts it through each of its indexes. */
async function expectIndexesSound(connection: DatabaseConnection) {
  await inClient(connection, async (client) => {
    const { rows } = await client.query("select oid::regclass::text as name from pg_class where relkind = 'r'");
    for (const { name } of rows) {
      const counts: number[] = [];
      for (const plan of ["enable_seqscan", "enable_indexscan"]) {
        await client.query("set enable_seqscan = on; set enable_indexscan = on; set enable_indexonlyscan = on");
        await client.query(`set ${plan} = off`);
        counts.push((await client.query(`select count(*)::int as count from ${name}`)).rows[0].count);
      }
      expect([name, counts[0]]).toEqual([name, counts[1]]);
    }
  });
}

test(
  "a stopped site is backed up too; a damaged backup restores nothing; a folder without a site is refused",
  { timeout: 240_000 },
  async () => {
    const cluster = await startCluster();
    await inClient(cluster.connection, async (client) => {
      await client.query(
        "create table schema_migrations as select 1 as version, '0001_baseline' as name, '' as checksum",
      );
      await client.query("create table kept as select 42 as answer");
    });
    await cluster.stop();
    const file = join(backups, "stopped.tar.gz");
    expect(await runScript("backup", [file], { DATA_DIR: cluster.dataDir })).toMatchObject({ code: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);

    const damaged = join(backups, "damaged.tar.gz");
    const bytes = readFileSync(file);
    writeFileSync(damaged, bytes.subarray(0, bytes.length - 100));
    const dataDir = createDataFolder({ inMemory: true });
    const refused = await runScript("restore", [damaged], { DATA_DIR: dataDir });
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining("damaged.tar.gz is damaged") });
    expect(readdirSync(dataDir)).toEqual([]);
    expect(await runScript("restore", ["--check", damaged], {})).toMatchObject({ code: 1 });
    expect(await runScript("restore", ["--check", file], {})).toMatchObject({ code: 0 });

    expect(await runScript("restore", [file], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    const restored = await startCluster(dataDir);
    const { rows } = await inClient(restored.connection, (client) => client.query("select answer from kept"));
    expect(rows).toEqual([{ answer: 42 }]);
    await restored.remove();

    const empty = createDataFolder({ inMemory: true });
    const nothing = await runScript("backup", [file], { DATA_DIR: empty });
    expect(nothing).toMatchObject({ code: 1, said: expect.stringContaining("There's no site in") });
    expect(existsSync(join(empty, "postgres"))).toBe(false);
  },
);

test("a backup that's interrupted leaves no file, and one of a site with a bucket says what it leaves out", async () => {
  const database = await createTestDatabase();
  const folder = createDataFolder({ inMemory: true });
  const settings = {
    DATA_DIR: createDataFolder({ inMemory: true }),
    DATABASE_URL: database.url,
    NODE_OPTIONS: "",
    BASE_URL: "",
    S3_ENDPOINT: "http://127.0.0.1:1",
    S3_REGION: "here",
    S3_BUCKET: "pictures",
    S3_ACCESS_KEY: "key",
    S3_SECRET_KEY: "secret",
  };
  const isWaiting = `select count(*)::int as count from pg_locks
    where not granted and relation = 'users'::regclass`;
  await inClient(database.connection, async (client) => {
    await client.query("begin; lock table users in access exclusive mode");
    const script = new URL("../../scripts/backup.ts", import.meta.url).pathname;
    const child = startChild(script, [join(folder, "site.tar.gz")], settings);
    await expect.poll(async () => (await client.query(isWaiting)).rows[0].count).toBe(1);
    child.kill("SIGINT");
    await client.query("rollback");
    expect([await child.ended, child.lines.at(-1)]).toEqual([1, "Interrupted. Nothing is left behind."]);
    expect(readdirSync(folder)).toEqual([]);
  });
  const { code, said } = await runScript("backup", [folder], settings);
  expect([code, said]).toEqual([0, expect.stringContaining("Images in the bucket pictures aren't in the backup")]);
  await database.drop();
});

test(
  "a backup of DATABASE_URL is one snapshot of all rows, and restores into an empty database only",
  { timeout: 240_000 },
  async () => {
    const database = await createTestDatabase();
    const source = createDataFolder({ inMemory: true });
    copyPosters(source);
    const site = await createSite({ database, settings: { DATA_DIR: source } });
    const { eventId, ticketTypeId } = await sellTickets(site);
    const sales = buyRepeatedly(site, ticketTypeId);
    await expect.poll(() => sales.orders.length).toBeGreaterThan(4);
    const confirmed = [...sales.orders];
    const settings = { DATA_DIR: source, DATABASE_URL: database.url };
    expect(await runScript("backup", [join(backups, "selling.tar.gz")], settings)).toMatchObject({ code: 0 });
    await sales.stop();
    expect(await runScript("backup", [join(backups, "quiet.tar.gz")], settings)).toMatchObject({ code: 0 });

    const target = await createEmptyDatabase();
    const into = { DATA_DIR: join(createDataFolder({ inMemory: true }), "new"), DATABASE_URL: target.url };
    expect(await runScript("restore", [join(backups, "selling.tar.gz")], into)).toMatchObject({ code: 0 });
    const again = await createSite({ database: target });
    expect(await brokenInvariants(again.db)).toEqual([]);
    await expectOrders(again, eventId, confirmed);
    await again.close();
    const refused = await runScript("restore", [join(backups, "quiet.tar.gz")], {
      ...into,
      DATA_DIR: createDataFolder({ inMemory: true }),
    });
    expect(refused).toMatchObject({ code: 1, said: expect.stringContaining("The database isn't empty") });

    // Into the built-in database: every row and the whole schema are the same.
    const dataDir = createDataFolder({ inMemory: true });
    const moved = await runScript("restore", [join(backups, "quiet.tar.gz")], { DATA_DIR: dataDir });
    expect(moved).toMatchObject({ code: 0 });
    const cluster = await startCluster(dataDir);
    const builtIn = await createSite({ database: databaseOf(cluster.connection) });
    expect(await readSnapshot(builtIn.db)).toEqual(await readSnapshot(site.db));
    expect(await inClient(cluster.connection, describeSchema)).toBe(
      await inClient(database.connection, describeSchema),
    );
    expect(readdirSync(join(dataDir, "media", "posters"))).toEqual(readdirSync(join(source, "media", "posters")));
    const more = await sellTickets(builtIn);
    expect(
      (await builtIn.buy(await builtIn.as("user"), [{ ticketTypeId: more.ticketTypeId, quantity: 1 }])).status,
    ).toBe(200);
    await builtIn.close();
    await cluster.remove();
    await site.close();
    await Promise.all([database.drop(), target.drop()]);
  },
);

test("a backup from the last version before 1.0.0 restores and is adopted; an older one restores nothing", async () => {
  // Its schema is that of the baseline, and its rows are those of a site that sold.
  const { database } = await loadDump("1.0.0");
  const rows = await snapshotOf(database.connection);
  const settings = { DATA_DIR: createDataFolder({ inMemory: true }), DATABASE_URL: database.url };
  const names = await inClient(database.connection, (client) => writeFormerJournal(client));
  const folder = createDataFolder({ inMemory: true });
  const last = join(folder, "last.tar.gz");
  expect(await runScript("backup", [last], settings)).toMatchObject({ code: 0 });
  await inClient(database.connection, (client) => writeFormerJournal(client, { count: 90, newest: "0140_email" }));
  const older = join(folder, "older.tar.gz");
  expect(await runScript("backup", [older], settings)).toMatchObject({ code: 0 });

  const target = await createEmptyDatabase();
  const dataDir = createDataFolder({ inMemory: true });
  const into = { DATA_DIR: dataDir, DATABASE_URL: target.url };
  const sentence =
    "older.tar.gz has migrations up to 140, but the last version before 1.0.0 had those up to 170: restore it with that version, start that once, then this one.";
  const refused = await runScript("restore", [older], into);
  expect(refused).toMatchObject({ code: 1, said: expect.stringContaining(sentence) });
  expect(await runScript("restore", ["--check", older], {})).toMatchObject({ code: 1 });
  expect(readdirSync(dataDir)).toEqual([]);
  // The database is still empty: this would be refused otherwise.
  expect(await runScript("restore", [last], into)).toMatchObject({ code: 0 });

  await inClient(target.connection, async (client) => {
    const readNames = async () => (await client.query("select name from schema_migrations order by version")).rows;
    expect(await readNames()).toEqual(names.map((name) => ({ name })));
    await migrate(client, { log: silentLog, upTo: 1 });
    expect(await readNames()).toEqual([{ name: "0001_baseline" }]);
  });
  const journal = { "public.schema_migrations": expect.any(String) };
  expect(await snapshotOf(target.connection)).toEqual({ ...rows, ...journal });
  await inClient(target.connection, (client) => migrate(client, { log: silentLog }));
  await Promise.all([database.drop(), target.drop()]);
});

async function snapshotOf(connection: DatabaseConnection) {
  const { db, close } = openDatabase(connection);
  try {
    return await readSnapshot(db);
  } finally {
    await close();
  }
}

async function inClient<Result>(
  connection: DatabaseConnection,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
