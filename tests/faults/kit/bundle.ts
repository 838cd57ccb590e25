import { createHash } from "node:crypto";
import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, type Rolldown } from "vite";
import { cacheFolder } from "./cache-folder.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const dayMs = 86_400_000;
const made = new Map<string, Promise<string>>();

/**
 * Bundles a TypeScript program into one file with all its imports: that loads in a third of the time of a thousand
 * files, and every crash needs a process. Its name is a hash of its content, so that its compile cache is found again.
 *
 * @param program path of its first file
 */
export function bundled(program: string): Promise<string> {
  const file = made.get(program) ?? bundle(program);
  made.set(program, file);
  return file;
}

async function bundle(program: string): Promise<string> {
  const output = (await build({
    configFile: false,
    root,
    logLevel: "error",
    plugins: [{ name: "own-place", transform: keepSourcePath }],
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
  const [{ code }] = output.output;
  const folder = cacheFolder();
  forgetOld(folder);
  const name = join(folder, `bundle-${createHash("sha256").update(code).digest("hex").slice(0, 16)}.mjs`);
  if (!existsSync(name)) {
    const half = `${name}.${process.pid}`;
    writeFileSync(half, code);
    renameSync(half, name);
  }
  return name;
}

/** Files next to a source are still found there. */
function keepSourcePath(code: string, id: string): string {
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
