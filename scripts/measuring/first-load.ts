import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../root.ts";

/** The public pages by the files that their first load needs beside the entry, and what their scripts may weigh in kB. */
export const firstLoads: Record<string, { files: string[]; kilobytes: number }> = {
  "/": { files: ["home"], kilobytes: 117 },
  "/events": { files: ["events"], kilobytes: 123 },
  "an event": { files: ["event"], kilobytes: 136 },
  "/shop": { files: ["shop", "shop-list"], kilobytes: 123 },
  "a product": { files: ["shop", "product"], kilobytes: 121 },
  "/live": { files: ["live"], kilobytes: 121 },
  "/community": { files: ["community", "community-feed"], kilobytes: 118 },
  "/checkout": { files: ["checkout"], kilobytes: 157 },
  "/payment-success": { files: ["payment-success"], kilobytes: 141 },
  "/my-tickets": { files: ["my-tickets"], kilobytes: 124 },
  "/password-reset": { files: ["password-reset"], kilobytes: 134 },
};

type Chunk = { file: string; isEntry?: boolean; imports?: string[] };
type Manifest = Record<string, Chunk>;

const folder = join(root, "dist/client");

/** Bytes of a built file as a browser gets it: compressed if the build wrote that. */
export function sentBytes(file: string): number {
  const compressed = join(folder, `${file}.br`);
  return statSync(existsSync(compressed) ? compressed : join(folder, file)).size;
}

/** The scripts that a page of the built site loads before it can be used: its own and the entry's. */
export function scriptsOf(page: string): string[] {
  const manifest = JSON.parse(readFileSync(join(folder, ".vite/manifest.json"), "utf8")) as Manifest;
  const names = new Set<string>();
  const add = (name: string) => {
    const chunk = manifest[name];
    if (chunk === undefined) throw new Error(`The build has no file for ${name}. Correct firstLoads.`);
    if (names.has(name)) return;
    names.add(name);
    chunk.imports?.forEach(add);
  };
  Object.keys(manifest)
    .filter((name) => manifest[name]?.isEntry)
    .forEach(add);
  for (const file of firstLoads[page]!.files) add(`src/web/pages/${file}-page.tsx`);
  return [...new Set([...names].map((name) => manifest[name]!.file))];
}
