import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { readPassword } from "./address.ts";
import {
  type PostgresBinaries,
  type DatabaseFolders,
  commandFor,
  programEnvironment,
  type Account,
} from "./folders.ts";
import type { PostgresSettings } from "./settings.ts";
import { StartFailure } from "../app-error.ts";

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
