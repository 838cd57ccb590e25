import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { root } from "../root.ts";

/** A file of the repository; `path` is relative to its root, with forward slashes. */
export interface SourceFile {
  path: string;
  text: string;
}

/** A node of the syntax tree (ESTree with TypeScript); its other fields depend on `type`. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

export interface Comment {
  type: "Line" | "Block";
  value: string;
  start: number;
  end: number;
}

/** One import or re-export of another file or package. */
export interface Import {
  /** As written: `./store.ts`, `#contract/orders/orders.ts`, `kysely`. */
  request: string;
  line: number;
  /** True if nothing of it remains at run time. */
  typeOnly: boolean;
  /** Names imported as values. */
  names: string[];
}

export interface ParsedFile extends SourceFile {
  body: Node[];
  comments: Comment[];
  imports: Import[];
  lineOf(offset: number): number;
}

const parsed = new WeakMap<SourceFile, ParsedFile>();
const code = /\.(ts|tsx|mjs)$/;
const judged = /^(?!artwork\/).*\.(ts|tsx|mjs|css|sql|md|json|yml|yaml|html|svg)$|^\.ci\/|^\.npmrc$/;

/** Whether a file is code that can be parsed. */
export const isCode = (file: SourceFile) => code.test(file.path) && !file.path.endsWith(".d.ts");

/** The path of every file that is, or is about to be, under version control. */
export function listPaths(): string[] {
  const { stdout, status } = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error("The checks list files with git. Run them in a clone of the repository.");
  return stdout
    .split("\0")
    .filter((path) => path !== "" && existsSync(join(root, path)))
    .toSorted();
}

/** Every text file that the checks judge. `artwork/` is a package of its own. */
export function readTree(): SourceFile[] {
  return listPaths()
    .filter((path) => judged.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
}

/** Parses a file once for all checks. @throws Error with the place of a syntax error */
export function parse(file: SourceFile): ParsedFile {
  const known = parsed.get(file);
  if (known !== undefined) return known;
  const { program, module, comments, errors } = parseSync(file.path, file.text);
  if (errors.length > 0) throw new Error(`Can't parse ${file.path}: ${errors[0]?.message ?? "syntax error"}`);
  const lineStarts = [0];
  for (let at = file.text.indexOf("\n"); at !== -1; at = file.text.indexOf("\n", at + 1)) lineStarts.push(at + 1);
  const lineOf = (offset: number) => {
    const after = lineStarts.findIndex((start) => start > offset);
    return after === -1 ? lineStarts.length : after;
  };
  const imports: Import[] = [];
  for (const { moduleRequest, entries, start } of module.staticImports) {
    const values = entries.filter((entry) => !entry.isType);
    const typeOnly = entries.length > 0 && values.length === 0;
    imports.push({
      request: moduleRequest.value,
      line: lineOf(start),
      typeOnly,
      names: values.map(({ importName }) => importName.name ?? "*"),
    });
  }
  for (const { entries, start } of module.staticExports) {
    const from = entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    if (!from) continue;
    const typeOnly = entries.every((entry) => entry.isType);
    imports.push({ request: from.value, line: lineOf(start), typeOnly, names: [] });
  }
  for (const { moduleRequest, start } of module.dynamicImports) {
    const written = file.text.slice(moduleRequest.start, moduleRequest.end);
    const literal = /^["'`]([^"'`$]+)["'`]$/.exec(written)?.[1];
    if (literal !== undefined) imports.push({ request: literal, line: lineOf(start), typeOnly: false, names: ["*"] });
  }
  const result = { ...file, body: program.body as unknown as Node[], comments: comments as Comment[], imports, lineOf };
  parsed.set(file, result);
  return result;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** Visits every node below the given nodes, parents first. */
export function walk(nodes: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(nodes)) {
    for (const node of nodes) walk(node, visit);
  } else if (isNode(nodes)) {
    visit(nodes);
    for (const [field, value] of Object.entries(nodes)) {
      if (field !== "parent" && typeof value === "object" && value !== null) walk(value, visit);
    }
  }
}
