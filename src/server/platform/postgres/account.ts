import { spawnSync } from "node:child_process";
import { chownSync, existsSync, lchownSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { PostgresBinaries } from "./binaries.ts";
import type { DatabaseFolders } from "./folders.ts";
import { shareLock } from "./lock.ts";
import { programEnvironment, type Account, type CommandLine } from "./program.ts";
import { StartFailure } from "./start-failure.ts";

/**
 * Chooses the account. An ordinary person: themselves. Root: whoever owns the cluster already, else `postgres`, else
 * `nobody`; where those may not enter the folders, root's own files under another number in a private user namespace.
 *
 * @throws StartFailure when root has no account that can reach both the programs and the data
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
    `PostgreSQL does not run as root, and no other account may enter both ${folders.root} and ${binaries.folder}: move the site to a folder that everyone may enter (such as /srv), start it as an ordinary user, or set DATABASE_URL.`,
  );
}

/** Makes the account the owner of all that the database will touch. Call it only when no process uses the files. */
export function handOver(folders: DatabaseFolders, { owner }: Account) {
  mkdirSync(folders.log, { recursive: true, mode: 0o700 });
  if (!owner) return;
  shareLock(folders, owner.uid, owner.gid);
  for (const folder of [folders.log, folders.cluster]) {
    if (!existsSync(folder) || lstatSync(folder).uid === owner.uid) continue;
    for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      lchownSync(join(folder, entry), owner.uid, owner.gid);
    }
    // Last, so that a start that died half-way through is noticed and finished by the next.
    chownSync(folder, owner.uid, owner.gid);
  }
}

function refuseForeignCluster(folders: DatabaseFolders) {
  if (!process.getuid || !existsSync(folders.cluster)) return;
  const { uid } = lstatSync(folders.cluster);
  if (uid === process.getuid()) return;
  throw new StartFailure(
    `The database in ${folders.cluster} belongs to user ${uid}: start the site as that user or as root, or make it yours with \`chown -R\`.`,
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

/** Tried rather than worked out: parent folders, access lists and containers all have a say. */
function canReach({ spawn, wrapper }: Account, folders: DatabaseFolders, binaries: PostgresBinaries) {
  const script = 'cd -- "$1" && test -w . && "$2" --version';
  const commandLine = [...wrapper, "sh", "-c", script, "sh", folders.root, binaries.postgres];
  const [command, ...args] = commandLine as CommandLine;
  return spawnSync(command, args, { ...spawn, env: programEnvironment, stdio: "ignore" }).status === 0;
}
