import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { mediaFolder } from "#server/modules/media/index.ts";

/** The demo's posters as they come with the code; index.json describes them. */
export const postersFolder = fileURLToPath(new URL("./media/posters", import.meta.url));

/** Lays the posters where the site serves pictures from; those that are there stay. */
export function copyPosters(dataDir: string): void {
  if (!existsSync(postersFolder)) return;
  cpSync(postersFolder, join(mediaFolder(dataDir), "posters"), {
    recursive: true,
    force: false,
    filter: (source) => !source.endsWith(".json"),
  });
}
