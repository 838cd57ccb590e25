import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Where server processes of the harness keep what they compiled, for those that come after them. */
export function cacheFolder(): string {
  const folder = fileURLToPath(new URL("../../../.cache/faults", import.meta.url));
  mkdirSync(folder, { recursive: true });
  return folder;
}
