import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "./root.ts";

/** Everything that the web build depends on. */
const sources = ["src/web", "src/contract", "public", "vite.config.ts", "tsconfig.base.json", "package-lock.json"];

/**
 * A hash that changes whenever a rebuilt web app would differ. It hashes contents, because a checkout resets all dates.
 */
export const webFingerprint = (): string => fingerprintOf(sources);

/**
 * A hash of the files in these folders, and of these files, without tests.
 *
 * @param paths relative to the project's root
 * @param only files whose path matches
 */
export const fingerprintOf = (paths: string[], only = /./): string =>
  hashFiles(paths.flatMap(filesOf).filter((name) => only.test(name)));

/**
 * A hash of files: of their paths and their contents.
 *
 * @param paths relative to the project's root, in any order
 */
export function hashFiles(paths: string[]): string {
  const hash = createHash("sha256");
  for (const path of paths.toSorted()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update("\0");
  }
  return hash.digest("hex");
}

function filesOf(source: string): string[] {
  const path = join(root, source);
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [source];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(test|e2e)\.tsx?$/.test(entry.name))
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll("\\", "/"),
    );
}
