import { copyFileSync, existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Poster } from "#contract/events/events.ts";
import { detailsFolder, postersFolder } from "../posters.ts";
import { demoPosts } from "./posts.ts";

const prefix = "demo-photo-";

/** Every drawing that a post of the demo shows, by the name of its own copy: an image belongs to one post. */
function* demoPhotos(): Generator<{ folder: string; drawing: string; key: string }> {
  for (const drawing of new Set(demoPosts.flatMap(({ photos = [] }) => photos))) {
    const folder = existsSync(join(detailsFolder, `${drawing}-480.webp`)) ? detailsFolder : postersFolder;
    yield { folder, drawing, key: prefix + drawing };
  }
}

/** Copies the demo's photos to the folder of served images, under their own names; existing ones stay. */
export function copyPhotos(dataDir: string): void {
  const target = join(dataDir, "media", "posters");
  for (const { folder, drawing, key } of demoPhotos()) {
    if (!existsSync(folder)) continue;
    for (const file of readdirSync(folder).filter(
      (name) => name.startsWith(`${drawing}-`) && /-(?:\d+|social)\.\w+$/.test(name),
    )) {
      // A drawing's name may begin with another one's.
      if (!/^(?:\d+|social)\.\w+$/.test(file.slice(drawing.length + 1))) continue;
      const copy = join(target, key + file.slice(drawing.length));
      if (!existsSync(copy)) copyFileSync(join(folder, file), copy);
    }
  }
}

/** The demo's photos by the drawings that they show. */
export function readPhotos(): Map<string, Poster> {
  const index = (folder: string) =>
    JSON.parse(readFileSync(join(folder, "index.json"), "utf8")) as Record<string, Omit<Poster, "key">>;
  const known = { ...index(postersFolder), ...index(detailsFolder) };
  return new Map(Array.from(demoPhotos(), ({ drawing, key }) => [drawing, { ...known[drawing]!, key }]));
}
