import type { Finding } from "./finding.ts";
import { isTest, locationOf, resolveImport } from "./rooms.ts";
import { isCode, parse, walk, type Node, type ParsedFile, type SourceFile } from "./source-file.ts";

/** One table in a tables.ts: its owner, and what the owner lets other modules read. */
interface OwnedTable {
  table: string;
  owner: string;
  columns: string[];
  readers: string[];
  file: string;
  line: number;
}

const platform = "platform";
const tablesFile = /^src\/server\/(?:modules\/([^/]+)|platform\/db)\/tables\.ts$/;
const ownTablesFile = "src/server/platform/db/owned-tables.ts";

/** The table of applied migrations exists before any other, and outside of the generated schema. */
const beforeTheSchema = "schema_migrations";

/** The module that a file belongs to; everything outside of modules is the platform's. */
const moduleOf = ({ path }: SourceFile) => locationOf(path).module ?? platform;

/** What a module's tables.ts exports: `orderDocumentsTables`. */
const exportOf = (owner: string) => `${owner.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}Tables`;

const wordOf = (node: Node) => String(node.type === "Identifier" ? node.name : node.value);

/** Every table that some tables.ts declares. */
export function readDeclarations(files: SourceFile[]): OwnedTable[] {
  const found: OwnedTable[] = [];
  for (const source of files.filter(({ path }) => tablesFile.test(path))) {
    const file = parse(source);
    walk(file.body, (node) => {
      if (node.type !== "CallExpression" || (node.callee as Node).name !== "ownTables") return;
      for (const { key, value } of (node.arguments as Node[])[0]!.properties as { key: Node; value: Node }[]) {
        const fields = value.properties as { key: Node; value: Node }[];
        const listOf = (name: string) => {
          const list = fields.find((field) => wordOf(field.key) === name)?.value;
          return ((list?.elements ?? []) as Node[]).map(wordOf);
        };
        found.push({
          table: wordOf(key),
          owner: moduleOf(file),
          columns: listOf("columns"),
          readers: listOf("readers"),
          file: file.path,
          line: file.lineOf(key.start),
        });
      }
    });
  }
  return found;
}

/** Returns whether a module may import a file because the file declares tables that the module reads. */
export function declaredReaders(files: SourceFile[]): (path: string, module: string) => boolean {
  const declared = readDeclarations(files);
  return (path, module) => declared.some(({ file, readers }) => file === path && readers.includes(module));
}

/**
 * Checks that every table belongs to one module, and that other modules read only what its owner declares for them.
 * Tests, seeds and invariants may read everything.
 */
export function checkTables(files: SourceFile[]): Finding[] {
  const schema = files.find(({ path }) => path === "db/schema.sql")?.text ?? "";
  const names = [...schema.matchAll(/^create table (?:public\.)?([\w.]+)(?! partition of)\b/gim)].map(
    (match) => match[1]!,
  );
  const declared = readDeclarations(files);
  const owners = new Map([[beforeTheSchema, platform], ...declared.map(({ table, owner }) => [table, owner] as const)]);
  const server = files
    .filter((file) => isCode(file) && file.path.startsWith("src/server/") && !isTest(file.path))
    .filter(({ path }) => !path.endsWith(".generated.ts"))
    .map(parse);
  const reads = server.flatMap(readsIn);
  return [
    ...checkOwners(names, declared),
    ...server.flatMap((file) => [...checkStatements(file, owners), ...checkImportsOf(file)]),
    ...checkReaders(reads, declared),
    ...declared.flatMap((owned) => checkSharing(owned, reads, server)),
  ];
}

function checkOwners(names: string[], declared: OwnedTable[]): Finding[] {
  const rule = "one-owner";
  const missing = names.filter((name) => name !== beforeTheSchema && !declared.some(({ table }) => table === name));
  const repeated = declared.filter(({ table }, index) => declared.findIndex((other) => other.table === table) < index);
  return [
    ...missing.map((name) => ({
      file: "db/schema.sql",
      rule,
      message: `${name} has no owner: add it to the tables.ts of the module that writes it`,
    })),
    ...repeated.map(({ table, file, line }) => ({
      file,
      line,
      rule,
      message: `${table} has two owners: leave it in the tables.ts of the module that writes it`,
    })),
  ];
}

const item = String.raw`"?[a-z_][\w.]*"?|\$\{[^{}]*\}`;
/** A table after a keyword, or several: `from orders o, events e`. */
const tableList = new RegExp(
  String.raw`\b(from|using|join|into|update|table)\s+(?:only\s+)?((?:(?:${item})(?:\s+(?:as\s+)?\w+)?\s*,\s*)*(?:${item}))`,
  "gi",
);
/** A fragment that starts with a table: sql`orders o`. */
const fragment = /^`\s*([a-z_][\w.]*)(?=\s*`|\s+\w)/i;
const builders = /^(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|using|table|id|\w*Join)$/;
const writers = /^(?:into|update|insertInto|updateTable|deleteFrom|mergeInto)$/;
/** What stands before a table that is written: `delete from orders`, `lock table orders`. */
const writes = /\b(?:delete|lock|truncate)\s+$/i;

/** Finds the tables of other modules in a file's SQL and query builders. */
function checkStatements(file: ParsedFile, owners: Map<string, string>): Finding[] {
  const module = moduleOf(file);
  const found = new Map<number, Finding>();
  const recordUse = (word: string, at: number, isWrite: boolean) => {
    const table = word.replace(/"/g, "").replace(/^public\./, "");
    const owner = owners.get(table);
    if (owner === undefined || owner === module) return;
    const message = `${isWrite ? "writes" : "reads"} ${table}, which belongs to ${owner}: ${insteadOf(table, owner, module, isWrite)}`;
    found.set(at, { file: file.path, line: file.lineOf(at), rule: "own-tables", message });
  };
  walk(file.body, (node) => {
    const text = file.text.slice(node.start, node.end);
    if (node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string")) {
      for (const match of text.matchAll(tableList)) {
        const [whole, keyword, list] = match as unknown as [string, string, string];
        const isWrite = writers.test(keyword.toLowerCase()) || writes.test(text.slice(0, match.index));
        let at = node.start + match.index + whole.length - list.length;
        for (const part of list.split(",")) {
          const word = part.trim().split(/\s/)[0]!;
          recordUse(word, at + part.indexOf(word), isWrite);
          at += part.length + 1;
        }
      }
    }
    if (node.type === "TaggedTemplateExpression" && (node.tag as Node).name === "sql") {
      const start = (node.quasi as Node).start;
      const match = fragment.exec(file.text.slice(start, node.end));
      if (match) recordUse(match[1]!, start + match[0].length - match[1]!.length, false);
    }
    const callee = node.callee as Node | undefined;
    if (node.type === "CallExpression" && callee?.type === "MemberExpression") {
      const method = String((callee.property as Node).name);
      const first = (node.arguments as Node[])[0];
      if (builders.test(method) && first?.type === "Literal")
        recordUse(String(first.value).split(" ")[0]!, first.start, writers.test(method));
    }
  });
  return [...found.values()];
}

function insteadOf(table: string, owner: string, module: string, isWrite: boolean): string {
  if (module === platform) return "the platform knows no tables of modules; let the module pass the statement in";
  if (owner === platform) return "call a function of the platform";
  if (isWrite) return `move the statement to modules/${owner} and call it`;
  return `read \${${exportOf(owner)}.${table}} (declare the columns and this module as a reader in modules/${owner}/tables.ts), or call a function of modules/${owner}`;
}

/** A shared table that a file names: `ordersTables.orders`. */
interface Read {
  file: string;
  line: number;
  module: string;
  /** `ordersTables` */
  from: string;
  table: string;
}

export function readsIn(file: ParsedFile): Read[] {
  const found: Read[] = [];
  walk(file.body, (node) => {
    const object = node.object as Node | undefined;
    if (node.type !== "MemberExpression" || object?.type !== "Identifier") return;
    const [from, table] = [String(object.name), wordOf(node.property as Node)];
    if (!from.endsWith("Tables")) return;
    found.push({ file: file.path, line: file.lineOf(node.start), module: moduleOf(file), from, table });
  });
  return found;
}

export const isOf = (read: Read, { owner, table }: OwnedTable) => read.table === table && read.from === exportOf(owner);

function checkReaders(reads: Read[], declared: OwnedTable[]): Finding[] {
  return reads.flatMap((read) => {
    const { file, line, module, table } = read;
    const owned = declared.find((candidate) => isOf(read, candidate));
    if (owned === undefined || owned.owner === module || owned.readers.includes(module)) return [];
    const message = `reads ${table}, but ${module} isn't one of its readers: add it in modules/${owned.owner}/tables.ts`;
    return [{ file, line, rule: "declared-readers", message }];
  });
}

/** Readers of any position in the order of modules import a tables.ts, so it must not need anything itself. */
function checkImportsOf(file: ParsedFile): Finding[] {
  if (!tablesFile.test(file.path)) return [];
  return file.imports
    .filter(({ request }) => resolveImport(file.path, request) !== ownTablesFile)
    .map(({ request, line }) => ({
      file: file.path,
      line,
      rule: "plain-tables",
      message: `imports ${request}: tables.ts only calls ownTables; put everything else in another file`,
    }));
}

/** Finds what an owner shares without need. */
function checkSharing(owned: OwnedTable, reads: Read[], server: ParsedFile[]): Finding[] {
  const { table, columns, readers, file, line } = owned;
  const tableReads = reads.filter((read) => isOf(read, owned));
  const texts = server.filter(({ path }) => tableReads.some((read) => read.file === path)).map(({ text }) => text);
  const isNamed = (column: string) => texts.some((text) => new RegExp(`\\b${column}\\b`).test(text));
  const messages = [
    ...columns.flatMap((column) => {
      if (column === "*") return [`${table} shares *: name the columns that its readers need`];
      return isNamed(column) ? [] : [`${table} shares ${column}, which no reader names: remove it`];
    }),
    ...readers
      .filter((reader) => !tableReads.some(({ module }) => module === reader))
      .map((reader) => `${table} has the reader ${reader}, which doesn't read it: remove it`),
  ];
  return messages.map((message) => ({ file, line, rule: "declared-readers", message }));
}
