import { createHash } from "node:crypto";
import { accessSync, constants, mkdirSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { StartFailure } from "./start-failure.ts";

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
    // The device and inode distinguish two containers that see each other's processes and use the same path.
    tag: `site-db-${createHash("sha256").update(`${root}:${dev}:${ino}`).digest("hex").slice(0, 12)}`,
  };
}

function openRoot(path: string) {
  try {
    mkdirSync(dirname(path), { recursive: true });
    // Recursive for one reason only: another server that creates the folder at the same moment is not an error.
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== "EACCES" && code !== "EPERM" && code !== "EROFS") throw error;
    throw new StartFailure(
      `The site can't write to the data folder ${path} (${code}). Start the site as the folder's owner, or set DATA_DIR to another folder.`,
    );
  }
}
