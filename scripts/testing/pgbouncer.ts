import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { installDebianPackage } from "./debian-package.ts";

/** A PgBouncer for the tests of the connection pooler, or how to get one. */
export type FoundPgbouncer = { path: string } | { missing: string };

/** Finds PgBouncer: PGBOUNCER_PATH, or one installed on the system. If there is none, installs Debian's as root. */
export function findOrInstallPgbouncer(): FoundPgbouncer {
  const path = findPgbouncer() ?? (installDebianPackage("pgbouncer", "PgBouncer") ? findPgbouncer() : undefined);
  return path === undefined
    ? { missing: "PgBouncer wasn't found and couldn't be installed. Install it, or set PGBOUNCER_PATH" }
    : { path };
}

/** The path of an installed PgBouncer; undefined if there is none. */
export function findPgbouncer(): string | undefined {
  const named = process.env.PGBOUNCER_PATH;
  if (named) return named;
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, "pgbouncer")).find((path) => spawnSync(path, ["--version"]).status === 0);
}
