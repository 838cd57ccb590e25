import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type PostgresBinaries, type DatabaseFolders, programEnvironment, type Account } from "./folders.ts";
import { StartFailure } from "../app-error.ts";

/** fast: end sessions, write everything to disk, exit. immediate: exit now, recover at the next start. */
export type StopMode = "fast" | "immediate";

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
export function stopOnWindows(folders: DatabaseFolders, binaries: PostgresBinaries, mode: StopMode) {
  spawnSync(binaries.pgCtl, ["stop", "--no-wait", `--mode=${mode}`, "-D", folders.cluster], {
    env: programEnvironment,
    stdio: "ignore",
    windowsHide: true,
  });
}

/** The process id that a postmaster noted in its cluster, dead or alive. */
export function readPostmasterPid({ cluster }: DatabaseFolders): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(cluster, "postmaster.pid"), "utf8"), 10) || undefined;
  } catch {
    return undefined;
  }
}

/** Whether a process with that id exists. */
export function isAlive(pid: number) {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function gone(pid: number) {
  while (isAlive(pid)) await sleep(500, undefined, { ref: false });
}
