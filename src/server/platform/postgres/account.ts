import { spawnSync, execFile } from "node:child_process";
import {
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join, basename } from "node:path";
import {
  type PostgresBinaries,
  type DatabaseFolders,
  programEnvironment,
  type Account,
  type CommandLine,
  commandFor,
} from "./folders.ts";
import { StartFailure } from "../app-error.ts";
import { DatabaseSync } from "node:sqlite";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { readPassword } from "./address.ts";
import type { PostgresSettings } from "./settings.ts";

/** The major version of the packaged PostgreSQL; it can't open a cluster of another version. */
const majorVersion = "18";

/**
 * Creates the cluster if there is none. initdb is not atomic, so it works in another folder and the finished cluster is
 * renamed in one step: whatever has its name is complete.
 *
 * Text is sorted and case-folded by PostgreSQL's own C.UTF-8, the same on every system and after every system upgrade.
 *
 * @throws StartFailure if the cluster is of another PostgreSQL version, or can't be created
 */
export async function ensureCluster(
  folders: DatabaseFolders,
  binaries: PostgresBinaries,
  account: Account,
  settings: PostgresSettings,
) {
  removeUnfinished(folders);
  if (existsSync(folders.cluster)) return checkVersion(folders);

  const unfinished = folders.unfinishedPrefix + randomBytes(4).toString("hex");
  const [command, ...args] = commandFor(account, "KILL", [
    binaries.initdb,
    `--pgdata=${unfinished}`,
    "--username=site",
    "--encoding=UTF8",
    "--locale=C",
    "--locale-provider=builtin",
    "--builtin-locale=C.UTF-8",
    "--text-search-config=english",
    "--no-instructions",
    ...(settings.fsync === "off" ? ["--no-sync"] : []),
    ...authentication(folders),
  ]);
  try {
    await promisify(execFile)(command, args, {
      ...account.spawn,
      cwd: folders.root,
      env: programEnvironment,
      windowsHide: true,
    });
  } catch (error) {
    const { stderr = "", message } = error as Error & { stderr?: string };
    throw new StartFailure(`Couldn't create the built-in database in ${folders.root}: ${stderr.trim() || message}`);
  }
  renameSync(unfinished, folders.cluster);
}

function removeUnfinished({ root, unfinishedPrefix }: DatabaseFolders) {
  for (const name of readdirSync(root).filter((entry) => entry.startsWith(basename(unfinishedPrefix)))) {
    // The initdb that created it may still be exiting, so this is retried.
    rmSync(join(root, name), { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

function checkVersion({ cluster }: DatabaseFolders) {
  const versionFile = join(cluster, "PG_VERSION");
  if (!existsSync(versionFile)) {
    throw new StartFailure(
      `${cluster} isn't a PostgreSQL database. Restore it from a backup, or move it away to start with an empty one.`,
    );
  }
  const found = readFileSync(versionFile, "utf8").trim();
  if (found === majorVersion) return;
  throw new StartFailure(
    `The database in ${cluster} was created by PostgreSQL ${found}, but this version of the site comes with ${majorVersion}. To move it over, see docs/runbooks/built-in-database.md.`,
  );
}

/** A socket in a folder of mode 0700 needs no password; a loopback port is open to everyone on the machine. */
function authentication(folders: DatabaseFolders) {
  if (process.platform !== "win32") return ["--auth=trust"];
  readPassword(folders);
  return ["--auth=scram-sha-256", `--pwfile=${folders.password}`];
}

/** Held for as long as this process uses the data folder. */
interface FolderLock {
  release(): void;
}

const sqliteBusy = 5;

/**
 * Makes this process the only one that uses the data folder.
 *
 * The lock is the operating system's own, taken through SQLite because Node has no call for it. It ends with the
 * process, however that dies, works between containers that share the folder, and works on every platform.
 *
 * @throws StartFailure if another process holds it
 */
export function lockFolder(folders: DatabaseFolders): FolderLock {
  const file = new DatabaseSync(folders.lock);
  try {
    file.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error;
    throw new StartFailure(
      `Another server${holderOf(folders)} is using the data folder ${folders.root}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  writeFileSync(folders.holder, `${process.pid}\n`);
  return { release: () => file.close() };
}

/** Gives the lock's files to the database's account, so that its user can start the site again without being root. */
function shareLock(folders: DatabaseFolders, uid: number, gid: number) {
  for (const path of [folders.lock, folders.holder]) chownSync(path, uid, gid);
}

function holderOf(folders: DatabaseFolders) {
  try {
    const holder = readFileSync(folders.holder, "utf8").trim();
    // Empty while the other process is writing it.
    return holder === "" ? "" : ` (process ${holder})`;
  } catch {
    return "";
  }
}

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
export function handOver(folders: DatabaseFolders, { owner }: Account, archiveDir: string | undefined) {
  mkdirSync(folders.log, { recursive: true, mode: 0o700 });
  if (archiveDir !== undefined) claimArchive(folders, archiveDir);
  if (!owner) return;
  shareLock(folders, owner.uid, owner.gid);
  for (const folder of [folders.log, folders.cluster, ...(archiveDir === undefined ? [] : [archiveDir])]) {
    if (!existsSync(folder) || lstatSync(folder).uid === owner.uid) continue;
    for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      lchownSync(join(folder, entry), owner.uid, owner.gid);
    }
    // Last, so that the next start notices and finishes a start that died halfway.
    chownSync(folder, owner.uid, owner.gid);
  }
}

/**
 * Marks the archive as this database's. Another one's, even a restored copy's, would write other content under the same
 * names.
 *
 * @throws StartFailure if it holds something else
 */
function claimArchive({ root, archiveId }: DatabaseFolders, archiveDir: string) {
  mkdirSync(archiveDir, { recursive: true, mode: 0o700 });
  if (!existsSync(archiveId)) writeFileSync(archiveId, randomBytes(16).toString("hex"), { mode: 0o600 });
  const mark = join(archiveDir, basename(archiveId));
  const mine = readFileSync(archiveId, "utf8");
  if (readdirSync(archiveDir).every((name) => name === "lost+found")) writeFileSync(mark, mine, { mode: 0o600 });
  if (existsSync(mark) && readFileSync(mark, "utf8") === mine) return;
  throw new StartFailure(
    `ARCHIVE_DIR ${archiveDir} isn't the archive of the database in ${root}. Set it to an empty folder, and make a backup.`,
  );
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
