import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";

/** Where pictures are kept on this machine; made when it is missing. */
export function mediaFolder(dataDir: string): string {
  const folder = resolve(join(dataDir, "media"));
  mkdirSync(folder, { recursive: true });
  return folder;
}
