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
 * A TypeScript program as one file with all that it imports: it loads in a third of the time of a thousand files, and there is
 * a process for every crash. Its name comes from what is in it, so that what was compiled of it is found again.
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
    plugins: [{ name: "own-place", transform: keepPlace }],
    // Native code stays where it is.
    ssr: { noExternal: true, external: ["sharp", "@node-rs/argon2", "pg-native", "vite"] },
    build: {
      ssr: program,
      write: false,
      minify: false,
      target: "node24",
      copyPublicDir: false,
      rolldownOptions: { output: { codeSplitting: false } },
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

/** Files that lie beside a source are still looked for there. */
function keepPlace(code: string, id: string): string {
  return code
    .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(id).href))
    .replaceAll(/import\.meta\.dirname|\b__dirname\b/g, JSON.stringify(dirname(id)));
}

/** Earlier bundles that nobody has run for a day. */
function forgetOld(folder: string): void {
  for (const name of readdirSync(folder).filter((entry) => entry.startsWith("bundle-"))) {
    const path = join(folder, name);
    if (Date.now() - statSync(path).mtimeMs > dayMs) rmSync(path, { force: true });
  }
}
