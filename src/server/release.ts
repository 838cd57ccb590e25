import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** Name of this build: the package's version and a stamp of the built web app, `1.0.0+Bq3x9KfT`. */
export function findRelease(dev: boolean): string {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
  return `${version}+${dev ? "dev" : buildStamp()}`;
}

/** The bundler names the entry by its content, so the name is the stamp. */
function buildStamp(): string {
  const manifest = join(root, "dist/client/.vite/manifest.json");
  if (!existsSync(manifest)) return "unbuilt";
  const chunks = JSON.parse(readFileSync(manifest, "utf8")) as Record<string, { file: string; isEntry?: boolean }>;
  const entry = Object.values(chunks).find((chunk) => chunk.isEntry);
  return /-([\w-]{8})\.js$/.exec(entry?.file ?? "")?.[1] ?? "unbuilt";
}
