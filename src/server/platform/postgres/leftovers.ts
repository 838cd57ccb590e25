import { existsSync, readFileSync, rmSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { clearAddress } from "./address.ts";
import type { PostgresBinaries, DatabaseFolders } from "./folders.ts";
import { StartFailure } from "../app-error.ts";
import { isAlive, readPostmasterPid, stopOnWindows } from "./windows.ts";
import { execFileSync } from "node:child_process";

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
