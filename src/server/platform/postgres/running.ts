import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DatabaseConnection } from "./settings.ts";

/**
 * Where the built-in database of a data folder listens while a site runs it; undefined if none does. Creates and
 * changes nothing, so it's safe to call beside a running site.
 */
export function findRunningPostgres(dataDir: string): DatabaseConnection | undefined {
  const root = resolve(dataDir, "postgres");
  const file = join(root, "cluster", "postmaster.pid");
  if (!existsSync(file)) return undefined;
  const [pid, , , port, socketFolder] = readFileSync(file, "utf8").split("\n");
  if (!isAlive(Number(pid))) return undefined;
  const password = join(root, "password");
  return {
    host: socketFolder?.trim() || "127.0.0.1",
    port: Number(port),
    user: "site",
    database: "site",
    ...(existsSync(password) ? { password: readFileSync(password, "utf8").trim() } : {}),
  };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
