import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder. */
export const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
export const modules = join(root, "node_modules");
/** Where installs happen, and who runs: on the same disk as node_modules, so that a folder moves at once. */
export const shed = join(root, ".cache", "run");
export const isWindows = process.platform === "win32";
export const platform = `${process.platform}-${process.arch}`;

const lockFile = join(root, "package-lock.json");
if (!existsSync(lockFile)) fail(`${lockFile} is missing. This isn't a complete checkout of the site.`);
export const lockText = readFileSync(lockFile, "utf8");
/** The packages of package-lock.json, by path. */
export const locked = JSON.parse(lockText).packages;

/** Node and PostgreSQL come as one optional package per platform: this machine's own is not optional. */
export function isOursHere(path, { os, cpu }) {
  const name = path.slice("node_modules/".length);
  const named = name in (locked[""].optionalDependencies ?? {});
  return named && Boolean(os?.includes(process.platform) && cpu?.includes(process.arch));
}

/** A JSON file's value; undefined if it's missing or unreadable. */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    return undefined;
  }
}

/** Ends the program with one sentence. */
export function fail(sentence, code = 1) {
  console.error(sentence);
  process.exit(code);
}
