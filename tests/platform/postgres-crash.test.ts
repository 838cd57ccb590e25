import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startChild } from "#testing/child.ts";
import { run } from "#testing/database-server.ts";
import { createDataFolder, startOwnCluster } from "#testing/own-cluster.ts";
import { commandLineOf, processesIn, startOrphan } from "./postgres-probes.ts";

const owner = new URL("database-owner.ts", import.meta.url).pathname;
const isLinux = process.platform === "linux";
const rounds = process.env.TEST_FULL ? 30 : 4;

test("a server killed in mid-write loses no acknowledged row, and the next start has all of them", async () => {
  const dataDir = createDataFolder();
  let answered = 0;
  for (let round = 0; round < rounds; round++) {
    const site = startChild(owner, [dataDir, "write"]);
    await site.says(new RegExp(`^wrote ${answered + 20}$`));
    await sleep(Math.random() * 50);
    site.kill("SIGKILL");
    await site.ended;
    answered = Math.max(...site.lines.flatMap((line) => /^wrote (\d+)$/.exec(line)?.[1] ?? []).map(Number));

    const next = await startOwnCluster({ dataDir });
    const { rows } = await run(next.connection, "SELECT count(*)::int AS count, max(n) AS last FROM written");
    expect(rows[0].last).toBeGreaterThanOrEqual(answered);
    expect(rows[0].count).toBe(rows[0].last);
    await next.stop();
    answered = rows[0].last;
  }
  rmSync(dataDir, { recursive: true, force: true });
});

test.runIf(isLinux)("a killed server takes its database with it", async () => {
  const dataDir = createDataFolder();
  const site = startChild(owner, [dataDir]);
  await site.says(/^ready$/);
  expect(processesIn(dataDir).length).toBeGreaterThan(3);
  site.kill("SIGKILL");
  await expect.poll(() => processesIn(dataDir), { timeout: 60_000 }).toEqual([]);
  rmSync(dataDir, { recursive: true, force: true });
});

test.runIf(isLinux)("a database that outlived its server is stopped and restarted, with its rows", async () => {
  const first = await startOwnCluster();
  const { dataDir } = first;
  await run(first.connection, "CREATE TABLE kept AS SELECT 42 AS answer");
  const commandLine = commandLineOf(first.postmasterPid());
  const { uid } = statSync(`/proc/${first.postmasterPid()}`);
  await first.stop();
  await startOrphan(dataDir, commandLine, uid);
  const orphan = first.postmasterPid();

  const next = await startOwnCluster({ dataDir });
  expect(next.tookOver).toBe(true);
  expect(next.postmasterPid()).not.toBe(orphan);
  expect((await run(next.connection, "SELECT answer FROM kept")).rows).toEqual([{ answer: 42 }]);
  await next.remove();
});

test.runIf(isLinux)(
  "a database that outlived its server and hangs is stopped by force and keeps its rows",
  async () => {
    const first = await startOwnCluster();
    const { dataDir } = first;
    await run(first.connection, "CREATE TABLE kept AS SELECT 42 AS answer");
    const commandLine = commandLineOf(first.postmasterPid());
    const { uid } = statSync(`/proc/${first.postmasterPid()}`);
    await first.stop();
    await startOrphan(dataDir, commandLine, uid);
    process.kill(first.postmasterPid(), "SIGSTOP");

    const next = await startOwnCluster({ dataDir });
    expect((await run(next.connection, "SELECT answer FROM kept")).rows).toEqual([{ answer: 42 }]);
    await next.remove();
  },
);

test("a server killed while it creates its first database doesn't block the next start", async () => {
  for (const delayMs of [0, 60, 200]) {
    const dataDir = createDataFolder();
    const site = startChild(owner, [dataDir]);
    const making = () => readdirSync(join(dataDir, "postgres")).some((name) => name.includes("unfinished"));
    await expect.poll(() => attempt(making), { timeout: 60_000, interval: 5 }).toBe(true);
    await sleep(delayMs);
    site.kill("SIGKILL");
    await site.ended;

    const next = await startOwnCluster({ dataDir });
    expect((await run(next.connection, "SELECT 1 AS one")).rowCount).toBe(1);
    await next.remove();
  }
});

test("if several servers start on one empty folder at once, exactly one gets it and the others say so", async () => {
  const dataDir = createDataFolder();
  const sites = Array.from({ length: 4 }, () => startChild(owner, [dataDir]));
  const outcomes = await Promise.all(
    sites.map((site) => Promise.race([site.says(/^ready$/), site.says(/^StartFailure/)])),
  );

  expect(outcomes.filter((said) => said === "ready")).toHaveLength(1);
  for (const refusal of outcomes.filter((said) => said !== "ready")) {
    expect(refusal).toMatch(
      /^StartFailure: Another server( \(process \d+\))? is using the data folder .*\. Stop it first, or set DATA_DIR/,
    );
  }
  const winner = sites[outcomes.indexOf("ready")];
  winner?.kill("SIGINT");
  expect(await Promise.all(sites.map((site) => site.ended))).toEqual(
    outcomes.map((said) => (said === "ready" ? 0 : 1)),
  );
  rmSync(dataDir, { recursive: true, force: true });
});

test("Ctrl-C reaches the server but not its database, which keeps responding until it is shut down properly", async () => {
  const dataDir = createDataFolder();
  const site = startChild(owner, [dataDir]);
  await site.says(/^ready$/);
  // A terminal sends it to the whole process group.
  process.kill(-site.pid, "SIGINT");
  await site.says(/^alive 1$/);
  expect(await site.ended).toBe(0);
  expect(processesIn(dataDir)).toEqual([]);
  rmSync(dataDir, { recursive: true, force: true });
});

/** The folder may not exist yet. */
function attempt(check: () => boolean) {
  try {
    return check();
  } catch {
    return false;
  }
}
