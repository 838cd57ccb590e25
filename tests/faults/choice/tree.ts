import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../../scripts/root.ts";
import { resolveImport } from "../../../scripts/structure/rooms.ts";
import type { Recording } from "../crash/server.ts";
import type { Hashes, Tree } from "./choose.ts";
import { divideSchema, findUsedParts, type SchemaParts } from "./schema-parts.ts";

const modulesFolder = "src/server/modules";
const flowsFolder = "tests/faults/crash/flows";
/** The harness begins here; the server is started as a process, not imported. */
const harnessRoots = ["tests/faults/crash.test.ts", "tests/faults/crash/server.ts"];
/** What decides which flows run has no part in how they run. */
const outsideHarness = /^tests\/faults\/(choice|crash\/flows)\//;
/** Code that all modules share, besides the server's own: the contract, and what must always be true of the data. */
const sharedFolders = ["src/contract", "db/invariants"];
const sharedFiles = ["db/invariants.ts", "package-lock.json"];

/** Hashes the working tree. */
export function readTree(): Tree & { schemaParts: SchemaParts } {
  const schemaParts = divideSchema(readFileSync(join(root, "db/schema.sql"), "utf8"));
  const harness = reach(harnessRoots, outsideHarness);
  const server = listFiles("src/server").filter((path) => !path.startsWith(`${modulesFolder}/`));
  return {
    schemaParts,
    harness: hashFiles(harness),
    codes: hashEach(listFlowFiles().map((file) => [file, hashFiles(ownCode(file, harness))])),
    shared: hashFiles([...server, ...sharedFolders.flatMap(listFiles), ...sharedFiles]),
    modules: hashEach(
      readdirSync(join(root, modulesFolder)).map((name) => [name, hashFiles(listFiles(`${modulesFolder}/${name}`))]),
    ),
    schema: hashEach(Array.from(schemaParts, ([name, text]) => [name, hash(text)])),
  };
}

const ownCode = (file: string, harness: Set<string>) =>
  [...reach([`${flowsFolder}/${file}.ts`])].filter((path) => !harness.has(path));

/** The files of flows, without their ending. */
export function listFlowFiles(): string[] {
  return readdirSync(join(root, flowsFolder))
    .map((name) => name.replace(/\.ts$/, ""))
    .filter((name) => name !== "all" && name !== "scenes");
}

/**
 * The part of the tree that a flow depends on.
 *
 * @param recording what its run went through
 * @throws Error if that is nothing: the bundle no longer marks its sources, and no change would ever run the flow
 */
export function hashesOf(tree: ReturnType<typeof readTree>, file: string, { sources, words }: Recording): Hashes {
  const modules = sources.flatMap((path) => /^src\/server\/modules\/([^/]+)\//.exec(path)?.[1] ?? []);
  const parts = findUsedParts(tree.schemaParts, words);
  if (modules.length === 0 || parts.length === 0) throw new Error("The run of a flow recorded no module or no table");
  const only = (hashes: Record<string, string>, names: Iterable<string>) =>
    hashEach(Array.from(names, (name) => [name, hashes[name]!]));
  return {
    code: tree.codes[file]!,
    harness: tree.harness,
    shared: tree.shared,
    modules: only(tree.modules, new Set(modules)),
    schema: only(tree.schema, parts),
  };
}

const hashEach = (entries: [string, string][]) =>
  Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));

const hash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 8);

function hashFiles(paths: Iterable<string>): string {
  return hash(
    [...paths]
      .toSorted()
      .map((path) => `${path}\n${readFileSync(join(root, path), "utf8")}`)
      .join("\n"),
  );
}

/** The files in a folder and below it, without tests. */
function listFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".test.ts"))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replace(/^\//, ""));
}

/** These files, and all files of tests/ and testing/ that they import, directly or not. */
function reach(paths: string[], except?: RegExp): Set<string> {
  const reached = new Set<string>();
  const follow = (path: string) => {
    if (reached.has(path) || except?.test(path) === true || !/^(tests|testing)\//.test(path)) return;
    if (!existsSync(join(root, path))) return;
    reached.add(path);
    const text = readFileSync(join(root, path), "utf8");
    for (const [, request] of text.matchAll(/\b(?:from|import)\s*\(?\s*"([^"]+)"/g)) {
      const target = resolveImport(path, request!);
      if (target !== undefined) follow(target);
    }
  };
  paths.forEach(follow);
  return reached;
}
