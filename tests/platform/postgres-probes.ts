import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openFolders } from "#server/platform/postgres/folders.ts";
import { processesOf } from "#server/platform/postgres/leftovers.ts";
import { createDataFolder } from "#testing/own-cluster.ts";

const folders: string[] = [];

/** Deletes what the probes created. */
export function tidyUp() {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** Process ids of a data folder's database. */
export const processesIn = (dataDir: string) => processesOf(openFolders(dataDir).tag);

/** User ids under which a data folder's database runs. Linux only. */
export const ownersOf = (dataDir: string) => processesIn(dataDir).map((pid) => statSync(`/proc/${pid}`).uid);

/** A DATA_DIR whose path is too long for a socket. */
export function deepFolder() {
  const base = createDataFolder();
  folders.push(base);
  const deep = join(base, "a-folder-with-a-long-name".repeat(2), "and-another-one-inside-of-it".repeat(2));
  mkdirSync(deep, { recursive: true });
  return deep;
}

/** A folder that only root can enter until it is opened. */
export function rootOnlyFolder() {
  const path = createDataFolder();
  folders.push(path);
  chmodSync(path, 0o700);
  return { path, open: () => chmodSync(path, 0o755) };
}

/** Starts a data folder's postmaster without a parent process, as a killed site leaves it on macOS. Linux only. */
export async function startOrphan(dataDir: string, commandLine: string[], uid: number) {
  // Maps root's files to another user id, as the site does when only root can enter the tree.
  const wrapper = uid === 0 ? ["unshare", "--user", "--map-user=1000", "--map-group=1000", "--"] : [];
  const [program = "", ...args] = [...wrapper, ...commandLine];
  spawn(program, args, {
    uid,
    cwd: join(dataDir, "postgres"),
    stdio: "ignore",
    detached: true,
    env: { LC_ALL: "C" },
  }).unref();
  const pidFile = join(dataDir, "postgres", "cluster", "postmaster.pid");
  while (!existsSync(pidFile) || !readFileSync(pidFile, "utf8").includes("ready")) await sleep(10);
}

/** The command line of a process. Linux only. */
export const commandLineOf = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").filter(Boolean);

/** Whether an account other than root can enter the folder of this source tree. */
export const othersMayEnterTree = () =>
  spawnSync("test", ["-x", import.meta.dirname], { uid: 65_534, gid: 65_534 }).status === 0;

/** Whether a process has its own user namespace, so that its root is not the machine's root. Linux only. */
export const hasOwnUserNamespace = (pid: number) =>
  !/^\s*0\s+0\s+4294967295/.test(readFileSync(`/proc/${pid}/uid_map`, "utf8"));
