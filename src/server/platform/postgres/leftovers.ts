import { existsSync, readFileSync, rmSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { clearAddress } from "./address.ts";
import { type PostgresBinaries, type DatabaseFolders, programEnvironment, type Account } from "./folders.ts";
import { StartFailure } from "../app-error.ts";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

/**
 * Process ids of one database's postmaster and children, found by the tag in their command lines. Zombies have none and
 * are not listed. Linux and macOS only.
 *
 * A process id alone proves nothing: after a container restarts, the old number usually belongs to another process.
 */
export function processesOf(tag: string): number[] {
  return commandLines()
    .filter(({ pid, line }) => pid !== process.pid && line.includes(tag) && line.includes("postgres"))
    .map(({ pid }) => pid);
}

function commandLines() {
  if (process.platform !== "linux") {
    return execFileSync("ps", ["-axo", "pid=,command="], { encoding: "utf8" })
      .split("\n")
      .map((row) => ({ pid: Number.parseInt(row, 10), line: row }));
  }
  // A slim Debian has no `ps`.
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), line: readCommandLine(name) }));
}

function readCommandLine(pid: string) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

/** Each step gets its time before the next, harder one. Commits are on disk, so no step loses any. */
const steps: { signal: NodeJS.Signals; patienceMs: number }[] = [
  { signal: "SIGINT", patienceMs: 3000 },
  { signal: "SIGQUIT", patienceMs: 2000 },
  { signal: "SIGKILL", patienceMs: 5000 },
];

/**
 * Stops whatever an earlier run left of this database: a postmaster whose site was killed, children whose postmaster
 * was, a pid file that now names another process or a zombie. Call it only while holding the folder's lock.
 *
 * A live postmaster is stopped and not adopted: it may run on the settings or programs of another version, and as
 * nobody's child it would outlive us too.
 *
 * @returns whether something was still running
 * @throws StartFailure if it can't be stopped
 */
export async function clearLeftovers(folders: DatabaseFolders, binaries: PostgresBinaries): Promise<boolean> {
  if (process.platform === "win32") return clearOnWindows(folders, binaries);
  const found = processesOf(folders.tag);
  if (found.length > 0) await end(folders, readPostmasterPid(folders));

  const pidFile = join(folders.cluster, "postmaster.pid");
  if (existsSync(pidFile)) {
    const socketFolder = readFileSync(pidFile, "utf8").split("\n")[4];
    if (socketFolder) clearAddress(socketFolder);
    // PostgreSQL would trust the number in it, which may be another process by now.
    rmSync(pidFile, { force: true });
  }
  return found.length > 0;
}

/** Waits for the last of the database's processes, such as the log writer, which outlives the postmaster. */
export async function waitUntilGone(folders: DatabaseFolders) {
  if (process.platform === "win32") return;
  for (const deadline = Date.now() + 2000; Date.now() < deadline; await sleep(5)) {
    if (processesOf(folders.tag).length === 0) return;
  }
}

async function end(folders: DatabaseFolders, postmaster: number | undefined) {
  for (const { signal, patienceMs } of steps) {
    const alive = processesOf(folders.tag);
    // A postmaster passes the signal on in order. Its children get one directly only if they are orphans.
    const orderly = postmaster !== undefined && alive.includes(postmaster);
    for (const pid of orderly && signal !== "SIGKILL" ? [postmaster] : alive)
      send(pid, orderly ? signal : harder(signal));
    for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(10)) {
      if (processesOf(folders.tag).length === 0) return;
    }
  }
  throw new StartFailure(
    `The database of an earlier run is still running (process ${processesOf(folders.tag).join(", ")}) and can't be stopped. End it yourself and start again.`,
  );
}

/** To a child of a dead postmaster, SIGINT would only mean "cancel your query". */
const harder = (signal: NodeJS.Signals) => (signal === "SIGINT" ? "SIGQUIT" : signal);

function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ESRCH") return;
    throw new StartFailure(
      `The database of an earlier run is still running (process ${pid}) and belongs to another user (${code}). Start the site as that user or as root.`,
    );
  }
}

async function clearOnWindows(folders: DatabaseFolders, binaries: PostgresBinaries) {
  const pid = readPostmasterPid(folders);
  if (!pid || !isAlive(pid)) return false;
  stopOnWindows(folders, binaries, "fast");
  for (const deadline = Date.now() + 10_000; Date.now() < deadline && isAlive(pid);) await sleep(50);
  return true;
}

/** fast: end sessions, write everything to disk, exit. immediate: exit now, recover at the next start. */
type StopMode = "fast" | "immediate";

/** A running PostgreSQL server process. */
export interface Postmaster {
  exited: Promise<void>;
  signal(mode: StopMode): void;
}

/** What a launch needs. */
export interface LaunchPlan {
  folders: DatabaseFolders;
  binaries: PostgresBinaries;
  account: Account;
}

/** Starts the server through pg_ctl, which drops administrator rights; PostgreSQL refuses to run with them. */
export async function launchOnWindows({ folders, binaries }: LaunchPlan): Promise<Postmaster> {
  const args = [
    "start",
    "--wait",
    "--timeout=3600",
    "-D",
    folders.cluster,
    "-l",
    folders.startupLog,
    "-o",
    `-c cluster_name=${folders.tag}`,
  ];
  // No pipes: the server would inherit them and keep them open.
  const control = spawn(binaries.pgCtl, args, {
    cwd: folders.root,
    env: programEnvironment,
    stdio: "ignore",
    windowsHide: true,
  });
  const [exitCode] = await once(control, "exit");
  const pid = readPostmasterPid(folders);
  if (exitCode !== 0 || !pid) throw new StartFailure(`Couldn't start PostgreSQL. See ${folders.log}.`);
  return {
    exited: gone(pid),
    signal: (mode) => stopOnWindows(folders, binaries, mode),
  };
}

/** Windows has no signals: pg_ctl talks to the server through a named pipe. */
function stopOnWindows(folders: DatabaseFolders, binaries: PostgresBinaries, mode: StopMode) {
  spawnSync(binaries.pgCtl, ["stop", "--no-wait", `--mode=${mode}`, "-D", folders.cluster], {
    env: programEnvironment,
    stdio: "ignore",
    windowsHide: true,
  });
}

/** The process id that a postmaster noted in its cluster, dead or alive. */
function readPostmasterPid({ cluster }: DatabaseFolders): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(cluster, "postmaster.pid"), "utf8"), 10) || undefined;
  } catch {
    return undefined;
  }
}

/** Whether a process with that id exists, be it another user's. */
export function isAlive(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function gone(pid: number) {
  while (isAlive(pid)) await sleep(500, undefined, { ref: false });
}
