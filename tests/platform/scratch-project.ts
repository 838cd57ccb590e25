import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startProgram, type TestChild } from "#testing/child.ts";

const root = join(import.meta.dirname, "../..");

/** A project with this repository's way to run npm scripts, and a registry of its own whose answers a test can hold. */
export interface ScratchProject {
  folder: string;
  /** Runs npm in the project. */
  npm(...args: string[]): TestChild;
  /** Runs a program of the project as npm does, without npm and its shell in between. */
  run(file: string, ...args: string[]): TestChild;
  /** Writes package.json and package-lock.json, with the site's package in this version. */
  lock(siteVersion: string): void;
  /** Downloads of a package so far. */
  downloads(name: string): number;
  /** Lets downloads of a package wait; returns when the first one waits, and how to let all of them go on. */
  hold(name: string): { begun: Promise<void>; release: () => void };
  remove(): void;
}

/** A site that loads its package anew for each request and prints its port, and a tool that prints its arguments. */
const programs = {
  "site.mjs": `import { createServer } from "node:http";
let count = 0;
const load = () => import(new URL("node_modules/site-part/index.js?" + count++, import.meta.url));
const server = createServer((request, response) => {
  load().then(({ version }) => response.end(version), (error) => response.writeHead(500).end(error.message));
});
server.listen(0, "127.0.0.1", () => console.log("port " + server.address().port));
process.on("SIGTERM", () => { console.log("site ends"); process.exit(3); });
`,
  "tool.mjs": `import { name } from "dev-tool";
console.log(name, JSON.stringify(process.argv.slice(2)));
process.exit(7);
`,
};

/** Creates the project in a temporary folder, with version 1.0.0 of the site's package locked and nothing installed. */
export async function createScratchProject(): Promise<ScratchProject> {
  const folder = mkdtempSync(join(tmpdir(), "scratch-project-"));
  const registry = await startRegistry(join(folder, "packages"));
  cpSync(join(root, "scripts/run"), join(folder, "scripts/run"), { recursive: true });
  copyFileSync(join(root, "scripts/run.mjs"), join(folder, "scripts/run.mjs"));
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text);

  function lock(siteVersion: string) {
    const own = { name: "scratch", version: "1.0.0" };
    const needs = { dependencies: { "site-part": siteVersion }, devDependencies: { "dev-tool": "1.0.0" } };
    const scripts = { start: "node scripts/run.mjs site.mjs", tool: "node scripts/run.mjs --with-dev tool.mjs" };
    const packages = {
      "": { ...own, ...needs },
      "node_modules/site-part": registry.pack("site-part", siteVersion),
      "node_modules/dev-tool": { ...registry.pack("dev-tool", "1.0.0"), dev: true },
    };
    writeFileSync(join(folder, "package.json"), JSON.stringify({ ...own, ...needs, scripts, type: "module" }));
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ ...own, lockfileVersion: 3, packages }));
  }
  lock("1.0.0");

  const ofParentNpm = Object.keys(process.env).filter((name) => name.startsWith("npm_"));
  const environment = {
    ...Object.fromEntries(ofParentNpm.map((name) => [name, undefined])),
    npm_config_cache: join(folder, "npm-cache"),
    NODE_OPTIONS: "",
  };
  const children: TestChild[] = [];
  function start(command: string, args: string[]) {
    const child = startProgram(command, args, environment);
    children.push(child);
    return child;
  }
  return {
    folder,
    lock,
    downloads: registry.downloads,
    hold: registry.hold,
    npm: (...args) => start("npm", ["--prefix", folder, ...args]),
    run: (file, ...args) => start(process.execPath, [join(folder, "scripts/run.mjs"), join(folder, file), ...args]),
    remove() {
      for (const { pid } of children) killGroup(pid);
      registry.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Kills a program that leads its own process group, with everything that it started. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

async function startRegistry(folder: string) {
  const counts = new Map<string, number>();
  const held = new Map<string, { waiting: (() => void)[]; begin: () => void }>();
  const server = createServer((request, response: ServerResponse) => {
    const file = (request.url ?? "").slice(1);
    const name = file.replace(/-\d.*$/, "");
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const answer = () => response.end(readFileSync(join(folder, file)));
    const hold = held.get(name);
    if (hold === undefined) return answer();
    hold.waiting.push(answer);
    hold.begin();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  return {
    downloads: (name: string) => counts.get(name) ?? 0,
    hold(name: string) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const waiting: (() => void)[] = [];
      held.set(name, { waiting, begin: resolve });
      const release = () => {
        held.delete(name);
        for (const answer of waiting.splice(0)) answer();
      };
      return { begun: promise, release };
    },
    /** Makes a package and returns its entry in a lock file. */
    pack(name: string, version: string) {
      const file = `${name}-${version}.tgz`;
      const content = join(folder, name, "package");
      mkdirSync(content, { recursive: true });
      writeFileSync(join(content, "package.json"), JSON.stringify({ name, version, type: "module", main: "index.js" }));
      writeFileSync(
        join(content, "index.js"),
        `export const name = ${JSON.stringify(name)}, version = ${JSON.stringify(version)};\n`,
      );
      const { status } = spawnSync("tar", ["-czf", join(folder, file), "-C", join(folder, name), "package"]);
      if (status !== 0) throw new Error("tar failed");
      const hash = createHash("sha512")
        .update(readFileSync(join(folder, file)))
        .digest("base64");
      return { version, resolved: `http://127.0.0.1:${port}/${file}`, integrity: `sha512-${hash}` };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
