import { createHash } from "node:crypto";
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Rolldown } from "vite";
import { fingerprintOf } from "../scripts/fingerprint.ts";
import { cacheFolder } from "./cache-folder.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const dayMs = 86_400_000;
const made = new Map<string, Promise<string>>();

/**
 * Bundles a TypeScript program into one file with all its imports: that loads in a third of the time of a thousand
 * files, and every crash needs a process. It's made once for the same sources, and its compile cache is found again.
 *
 * @param program path of its first file
 */
export function bundled(program: string): Promise<string> {
  const file = made.get(program) ?? bundle(program);
  made.set(program, file);
  return file;
}

/** What a program may import, besides packages. */
const sources = ["src/server", "src/contract", "db", "testing", "tests", "scripts", "package-lock.json"];

async function bundle(program: string): Promise<string> {
  const folder = cacheFolder();
  const key = createHash("sha256")
    .update(`${program} ${fingerprintOf(sources, /\.(ts|json)$/)}`)
    .digest("hex")
    .slice(0, 16);
  const name = join(folder, `bundle-${key}.mjs`);
  if (existsSync(name)) return name;
  forgetOld(folder);
  const half = `${name}.${process.pid}`;
  writeFileSync(half, await buildOneFile(program));
  renameSync(half, name);
  return name;
}

async function buildOneFile(program: string): Promise<string> {
  const output = (await build({
    configFile: false,
    root,
    logLevel: "error",
    plugins: [{ name: "own-place", transform: inlineSourcePath }],
    // Native code is not bundled.
    ssr: { noExternal: true, external: ["sharp", "@node-rs/argon2", "pg-native", "vite"] },
    build: {
      ssr: program,
      write: false,
      minify: false,
      target: "node24",
      copyPublicDir: false,
      // Unchanged by the minifier, each source begins with a comment that names it: `// src/server/app.ts`.
      rolldownOptions: { output: { codeSplitting: false, minify: false } },
    },
  })) as Rolldown.RolldownOutput;
  return output.output[0].code;
}

/** Files next to a source are still found there. */
function inlineSourcePath(code: string, id: string): string {
  return code
    .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
    .replaceAll(/import\.meta\.dirname|\b__dirname\b/g, JSON.stringify(dirname(id)));
}

/** Deletes earlier bundles that are more than a day old. */
function forgetOld(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith("bundle-"))) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > dayMs) rmSync(path, { force: true });
  }
}
