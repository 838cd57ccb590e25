import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const facesFolder = fileURLToPath(new URL("./media/avatars", import.meta.url));

/** The drawn faces of the demo's members, each in the two sizes of an avatar. */
export const faces = [
  "headwrap",
  "fade",
  "afro",
  "specs",
  "bun",
  "locs",
  "plumes",
  "panama",
  "braids",
  "snapback",
  "bob",
  "flat-top",
] as const;

/** Where the site shows a face; what is uploaded there by members has other names and never meets these. */
export const faceAddress = (face: (typeof faces)[number]) => `/media/avatars/demo-${face}-96.webp`;

/** Lays the faces where the site serves pictures from; those that are there stay. */
export function copyFaces(dataDir: string): void {
  if (!existsSync(facesFolder)) return;
  cpSync(facesFolder, join(dataDir, "media", "avatars"), { recursive: true, force: false });
}
