import { cpSync, existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const facesFolder = fileURLToPath(new URL("./media/avatars", import.meta.url));

/** The drawn faces of the demo's members, each in both avatar sizes. */
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

/** The URL of a face. Members' uploads have other names and never collide with these. */
export const faceAddress = (face: (typeof faces)[number]) => `/media/avatars/demo-${face}-96.webp`;

/** Copies the faces to the folder of served images; existing ones stay. */
export function copyFaces(dataDir: string): void {
  if (!existsSync(facesFolder)) return;
  cpSync(facesFolder, join(dataDir, "media", "avatars"), { recursive: true, force: false });
}
