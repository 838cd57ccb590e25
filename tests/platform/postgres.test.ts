import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { run } from "#testing/database-server.ts";
import { createDataFolder, startOwnCluster } from "#testing/own-cluster.ts";
import {
  deepFolder,
  hasOwnUserNamespace,
  othersMayEnterTree,
  ownersOf,
  processesIn,
  rootOnlyFolder,
  tidyUp,
} from "./postgres-probes.ts";

const isRoot = process.getuid?.() === 0;

afterEach(tidyUp);

test("an empty folder becomes a running database with durable settings, reachable only by its socket", async () => {
  const cluster = await startOwnCluster({ settings: {} });
  const { rows } = await run(
    cluster.connection,
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commit, current_setting('full_page_writes') AS pages,
            current_setting('TimeZone') AS zone, current_setting('server_encoding') AS encoding, current_setting('listen_addresses') AS listens,
            current_setting('autovacuum') AS autovacuum, current_setting('data_checksums') AS checksums,
            (SELECT datlocprovider::text || ' ' || datlocale FROM pg_database WHERE datname = current_database()) AS locale,
            upper('çé') AS upper, 'Z' < 'a' AS "byCodePoint"`,
  );
  expect(rows[0]).toEqual({
    fsync: "on",
    commit: "on",
    pages: "on",
    zone: "UTC",
    encoding: "UTF8",
    listens: "",
    autovacuum: "on",
    checksums: "on",
    locale: "b C.UTF-8",
    upper: "ÇÉ",
    byCodePoint: true,
  });
  await cluster.remove();
});

test("a second start finds what the first one stored, and a stop leaves no process and no socket", async () => {
  const first = await startOwnCluster();
  await run(first.connection, "CREATE TABLE kept AS SELECT 42 AS answer");
  const pid = first.postmasterPid();
  expect(processesIn(first.dataDir)).toContain(pid);
  await first.stop();
  expect(processesIn(first.dataDir)).toEqual([]);
  expect(readdirSync(first.connection.host)).toEqual([]);

  const second = await startOwnCluster({ dataDir: first.dataDir });
  expect(second.tookOver).toBe(false);
  expect((await run(second.connection, "SELECT answer FROM kept")).rows).toEqual([{ answer: 42 }]);
  await second.remove();
});

test("a second server on the same folder is rejected with one sentence, and the first keeps running", async () => {
  const first = await startOwnCluster();
  await expect(startOwnCluster({ dataDir: first.dataDir })).rejects.toThrow(
    `Another server (process ${process.pid}) is using the data folder ${join(first.dataDir, "postgres")}. Stop it first, or set DATA_DIR to another folder.`,
  );
  expect((await run(first.connection, "SELECT 1 AS one")).rowCount).toBe(1);
  await first.remove();
});

test("a half-created database is discarded and created again", async () => {
  const dataDir = createDataFolder();
  const cluster = await startOwnCluster({ dataDir });
  await cluster.stop();
  // A kill -9 in the middle of initdb leaves a folder with its temporary name.
  const postgres = join(dataDir, "postgres");
  renameSync(join(postgres, "cluster"), join(postgres, "cluster.unfinished-1234"));
  rmSync(join(postgres, "cluster.unfinished-1234", "global", "pg_control"));

  const again = await startOwnCluster({ dataDir });
  expect((await run(again.connection, "SELECT 1 AS one")).rowCount).toBe(1);
  expect(readdirSync(postgres).filter((name) => name.includes("unfinished"))).toEqual([]);
  await again.remove();
});

test("a pid file that names an unrelated process, as after a reboot, does not block the start", async () => {
  const first = await startOwnCluster();
  const cluster = join(first.dataDir, "postgres", "cluster");
  const pidFile = readFileSync(join(cluster, "postmaster.pid"), "utf8");
  await first.stop();
  writeFileSync(join(cluster, "postmaster.pid"), pidFile.replace(/^\d+/, String(process.ppid)));

  const second = await startOwnCluster({ dataDir: first.dataDir });
  expect(second.tookOver).toBe(false);
  await second.remove();
});

test("a killed database comes back by itself at the same address with everything that was acknowledged", async () => {
  const cluster = await startOwnCluster();
  await run(cluster.connection, "CREATE TABLE kept AS SELECT 42 AS answer");
  const killed = cluster.postmasterPid();
  process.kill(killed, "SIGKILL");

  await expect
    .poll(
      () =>
        run(cluster.connection, "SELECT answer FROM kept").then(
          ({ rows }) => rows,
          () => "not yet",
        ),
      { timeout: 60_000 },
    )
    .toEqual([{ answer: 42 }]);
  expect(cluster.postmasterPid()).not.toBe(killed);
  await cluster.remove();
});

test("the operator's own settings win over the site's", async () => {
  const first = await startOwnCluster();
  await first.stop();
  writeFileSync(join(first.dataDir, "postgres", "custom.conf"), "work_mem = '33MB'\n");
  const second = await startOwnCluster({ dataDir: first.dataDir });
  expect((await run(second.connection, "SHOW work_mem")).rows).toEqual([{ work_mem: "33MB" }]);
  await second.remove();
});

test("a folder too deep for a socket path gets its socket elsewhere, which is cleaned up", async () => {
  const cluster = await startOwnCluster({ dataDir: deepFolder() });
  expect(cluster.connection.host.startsWith("/tmp/site-db-")).toBe(true);
  expect((await run(cluster.connection, "SELECT 1 AS one")).rowCount).toBe(1);
  await cluster.stop();
  expect(existsSync(cluster.connection.host)).toBe(false);
});

test.runIf(isRoot)(
  "when started by root, the database runs as another user, even if only root can enter the folder",
  async () => {
    const runsAsAnother = (cluster: { dataDir: string; postmasterPid(): number }) =>
      othersMayEnterTree() ? !ownersOf(cluster.dataDir).includes(0) : hasOwnUserNamespace(cluster.postmasterPid());
    const open = await startOwnCluster();
    expect(runsAsAnother(open)).toBe(true);
    await open.remove();

    // The same folder closed to others, then open again: the files change owner, the rows stay.
    const closed = rootOnlyFolder();
    const first = await startOwnCluster({ dataDir: join(closed.path, "data") });
    await run(first.connection, "CREATE TABLE kept AS SELECT 42 AS answer");
    await first.stop();
    closed.open();
    const second = await startOwnCluster({ dataDir: first.dataDir });
    expect(runsAsAnother(second)).toBe(true);
    expect((await run(second.connection, "SELECT answer FROM kept")).rows).toEqual([{ answer: 42 }]);
    await second.remove();
  },
);
