import { spawnSync } from "node:child_process";
import { delimiter, join } from "node:path";
import { installDebianPackage } from "./debian-package.ts";

/** A Redis server for the tests of wake-ups, or how to get one. */
export type FoundRedis = { path: string } | { missing: string };

/** Finds redis-server: REDIS_SERVER_PATH, or one installed on the system. If there is none, installs Debian's as root. */
export function findOrInstallRedis(): FoundRedis {
  const path = findRedis() ?? (installDebianPackage("redis-server", "Redis") ? findRedis() : undefined);
  return path === undefined
    ? { missing: "redis-server wasn't found and couldn't be installed. Install it, or set REDIS_SERVER_PATH" }
    : { path };
}

/** The path of an installed redis-server; undefined if there is none. */
export function findRedis(): string | undefined {
  const named = process.env.REDIS_SERVER_PATH;
  if (named) return named;
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders
    .map((folder) => join(folder, "redis-server"))
    .find((path) => spawnSync(path, ["--version"]).status === 0);
}
