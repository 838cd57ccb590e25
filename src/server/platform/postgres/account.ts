import { spawnSync } from "node:child_process";
import { chownSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PostgresBinaries } from "./binaries.ts";
import type { DatabaseFolders } from "./folders.ts";
import { shareLock } from "./lock.ts";
import { programEnvironment, type Account, type CommandLine } from "./program.ts";
import { StartFailure } from "./start-failure.ts";

/**
 * Chooses the account. A regular user: themselves. Root: the cluster's owner, else `postgres`, else `nobody`. If those
 * can't access the folders, root's own files under another number in a private user namespace.
 *
 * @throws StartFailure if root has no account that can access both the programs and the data
 */
export function chooseAccount(folders: DatabaseFolders, binaries: PostgresBinaries): Account {
  if (process.getuid?.() !== 0) {
    refuseForeignCluster(folders);
    return { spawn: {}, wrapper: [] };
  }

  const candidate = clusterOwner(folders) ?? findAccount("postgres") ?? findAccount("nobody");
  if (candidate) {
    chownSync(folders.root, candidate.uid, candidate.gid);
    const account: Account = { spawn: candidate, wrapper: [], owner: candidate };
    if (canReach(account, folders, binaries)) return account;
  }

  const root = { uid: 0, gid: 0 };
  chownSync(folders.root, root.uid, root.gid);
  const mapped: Account = {
    spawn: {},
    wrapper: ["unshare", "--user", "--map-user=1000", "--map-group=1000", "--"],
    owner: root,
  };
  if (canReach(mapped, folders, binaries)) return mapped;
  throw new StartFailure(
    `PostgreSQL doesn't run as root, and no other account can access both ${folders.root} and ${binaries.folder}. Move the site to a folder that everyone can access (such as /srv), start it as a regular user, or set DATABASE_URL.`,
  );
}

/** Makes the account the owner of everything the database will touch. Call it only while no process uses the files. */
export function handOver(folders: DatabaseFolders, { owner }: Account) {
  mkdirSync(folders.log, { recursive: true, mode: 0o700 });
  if (!owner) return;
  shareLock(folders, owner.uid, owner.gid);
  for (const folder of [folders.log, folders.cluster]) {
    if (!existsSync(folder) || lstatSync(folder).uid === owner.uid) continue;
    for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      lchownSync(join(folder, entry), owner.uid, owner.gid);
    }
    // Last, so that the next start notices and finishes a start that died halfway.
    chownSync(folder, owner.uid, owner.gid);
  }
}

function refuseForeignCluster(folders: DatabaseFolders) {
  if (!process.getuid || !existsSync(folders.cluster)) return;
  const { uid } = lstatSync(folders.cluster);
  if (uid === process.getuid()) return;
  throw new StartFailure(
    `The database in ${folders.cluster} belongs to user ${uid}. Start the site as that user or as root, or take ownership with \`chown -R\`.`,
  );
}

function clusterOwner(folders: DatabaseFolders) {
  if (!existsSync(folders.cluster)) return undefined;
  const { uid, gid } = lstatSync(folders.cluster);
  return uid === 0 ? undefined : { uid, gid };
}

function findAccount(name: string) {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(":") ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

/** Tested rather than computed: parent folders, access lists and containers all matter. */
function canReach({ spawn, wrapper }: Account, folders: DatabaseFolders, binaries: PostgresBinaries) {
  const script = 'cd -- "$1" && test -w . && "$2" --version';
  const commandLine = [...wrapper, "sh", "-c", script, "sh", folders.root, binaries.postgres];
  const [command, ...args] = commandLine as CommandLine;
  return spawnSync(command, args, { ...spawn, env: programEnvironment, stdio: "ignore" }).status === 0;
}
