import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The compile cache that the harness's server processes share. */
export function cacheFolder(): string {
  const folder = fileURLToPath(new URL("../.cache/faults", import.meta.url));
  mkdirSync(folder, { recursive: true });
  return folder;
}
