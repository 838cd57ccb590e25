import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { startProgram, type TestChild } from "#testing/child.ts";
import { lastingPort } from "#testing/lasting-port.ts";
import { createDataFolder } from "#testing/own-cluster.ts";
import { processesIn } from "./postgres-probes.ts";

// One data folder for all of them: each start also proves that the last end left nothing to repair.
const dataDir = createDataFolder({ inMemory: true });
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

/** The server, which npm runs through a shell. It notes its number in the data folder. */
const findServer = () => Number(readFileSync(join(dataDir, "postgres", "holder"), "utf8"));

/** A process that ended but that nobody has waited for has no command line. */
function isRunning(pid: number): boolean {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) && readFileSync(file, "utf8") !== "";
}

/** PostgreSQL's own note of how its last run ended: 1 is a clean shutdown. */
const readClusterStatus = () =>
  readFileSync(join(dataDir, "postgres", "cluster", "global", "pg_control")).readInt32LE(16);

// One that outlived its test would have the data folder of the next.
afterEach(() => {
  if (isRunning(findServer())) process.kill(findServer(), "SIGKILL");
});

/** Whether the server says that it's finishing, and not merely gone. */
const isFinishing = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    async (answer) => ((await answer.json()) as { stopping: boolean }).stopping,
    () => false,
  );

function environment(port: number) {
  const ownNpm = Object.keys(process.env).filter((name) => name.startsWith("npm_"));
  const settings = {
    DATA_DIR: dataDir,
    PORT: String(port),
    STOP_WAIT_SECONDS: "3",
    BASE_URL: `http://localhost:${port}`,
    DEMO: "0",
    NODE_ENV: "production",
    NODE_OPTIONS: "",
  };
  return { ...Object.fromEntries(ownNpm.map((name) => [name, undefined])), ...settings };
}

interface Way {
  what: string;
  command?: [program: string, args: string[]];
  end: (started: TestChild, server: number) => void;
}

const ways: Way[] = [
  { what: "npm gets SIGTERM", end: (npm) => npm.kill("SIGTERM") },
  { what: "npm is killed", end: (npm) => npm.kill("SIGKILL") },
  {
    what: "npm gets SIGTERM and its shell has become the server",
    command: ["npm", ["start", "--script-shell=/bin/bash"]],
    end: (npm) => npm.kill("SIGTERM"),
  },
  { what: "the server gets SIGTERM", end: (_, server) => process.kill(server, "SIGTERM") },
  { what: "the process group gets SIGTERM", end: ({ pid }) => process.kill(-pid, "SIGTERM") },
  {
    what: "the terminal closes",
    command: ["script", ["--quiet", "--command", "npm start", "/dev/null"]],
    end: (terminal) => terminal.kill("SIGKILL"),
  },
];

test.runIf(process.platform === "linux").each(ways)(
  "when $what, site and database end and leave nothing to repair",
  { timeout: 120_000 },
  async ({ command = ["npm", ["start"]], end }) => {
    const port = await lastingPort();
    const started = startProgram(...command, environment(port));
    await started.says(/is running at/);
    expect(started.lines.join("\n")).not.toContain("earlier run");
    const server = findServer();
    expect(isRunning(server)).toBe(true);
    expect(readClusterStatus()).not.toBe(1);

    end(started, server);
    await expect.poll(() => isFinishing(port), { interval: 50 }).toBe(true);
    await expect.poll(() => isRunning(server), { timeout: 60_000 }).toBe(false);
    await expect.poll(() => processesIn(dataDir), { timeout: 60_000 }).toEqual([]);
    expect(readClusterStatus()).toBe(1);
    expect(existsSync(join(dataDir, "postgres", "cluster", "postmaster.pid"))).toBe(false);
  },
);
