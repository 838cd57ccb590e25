import type { Finding } from "./finding.ts";
import { isRules, isStore } from "./fence.ts";
import { isTest, locationOf, resolveImport } from "./rooms.ts";
import { isCode, parse, walk, type Node, type ParsedFile, type SourceFile } from "./source-file.ts";

/** Checks the code of single files: pure rules, queries in stores, settings in one place, one clock. */
export function checkCode(files: SourceFile[]): Finding[] {
  return files
    .filter((file) => isCode(file) && !isTest(file.path) && /^(src|db)\//.test(file.path))
    .flatMap((file) => {
      const parsed = parse(file);
      return [
        ...(isRules(file.path) && locationOf(file.path).module !== undefined ? checkPurity(parsed) : []),
        ...(mayQuery(file.path) ? [] : checkQueries(parsed)),
        ...(file.path === "src/server/config.ts" ? [] : checkSettings(parsed)),
        ...checkClock(parsed),
        ...(locationOf(file.path).module === undefined ? [] : checkRouting(parsed)),
      ];
    });
}

/** SQL fragments that several stores of a module share may be in columns.ts. */
const mayQuery = (path: string) =>
  path.startsWith("src/server/platform/") ||
  isStore(path) ||
  /(^|\/)columns\.ts$/.test(path) ||
  !path.startsWith("src/server/");

const impure = "rules.ts takes values and returns values; ";

function checkPurity(file: ParsedFile): Finding[] {
  const findings: Finding[] = [];
  const refuse = (line: number, message: string) =>
    findings.push({ file: file.path, line, rule: "pure-rules", message: impure + message });
  for (const { request, typeOnly, line } of file.imports) {
    const to = resolveImport(file.path, request);
    const pure = typeOnly || (to !== undefined && (to.startsWith("src/contract/") || isRules(to)));
    if (!pure) refuse(line, `import only types from ${request}, and call functions with side effects from service.ts`);
  }
  for (const statement of file.body) {
    const declared = (statement.declaration ?? statement) as Node;
    if (declared.type === "VariableDeclaration" && declared.kind === "let")
      refuse(file.lineOf(declared.start), "keep no state between calls");
  }
  walk(file.body, (node) => {
    const line = file.lineOf(node.start);
    const called = nameOf(node);
    if (called === "Date.now" || called === "performance.now")
      refuse(line, `pass the instant in instead of calling ${called}`);
    if (called === "Math.random" || called?.startsWith("crypto."))
      refuse(line, `pass the random value in instead of ${called}`);
    if (called === "process.env") refuse(line, "pass the setting in");
    const callee = node.callee as Node | undefined;
    const noArguments = Array.isArray(node.arguments) && node.arguments.length === 0;
    if ((node.type === "NewExpression" || node.type === "CallExpression") && callee?.name === "Date" && noArguments) {
      refuse(line, "pass the instant in instead of reading the clock");
    }
    if (node.type === "CallExpression" && /^(fetch|setTimeout|setInterval)$/.test(String(callee?.name)))
      refuse(line, `leave ${String(callee?.name)} to service.ts`);
    if (node.async === true || node.type === "AwaitExpression") refuse(line, "move async code to service.ts");
  });
  return findings;
}

/** `Date.now` of a member expression, however it is used. */
function nameOf(node: Node): string | undefined {
  if (node.type !== "MemberExpression" || node.computed === true) return undefined;
  const [object, property] = [node.object as Node, node.property as Node];
  return object.type === "Identifier" ? `${String(object.name)}.${String(property.name)}` : undefined;
}

const queryBuilders = new Set(["selectFrom", "insertInto", "updateTable", "deleteFrom", "mergeInto", "executeQuery"]);

function checkQueries(file: ParsedFile): Finding[] {
  const findings: Finding[] = [];
  const refuse = (line: number, what: string) =>
    findings.push({
      file: file.path,
      line,
      rule: "sql-in-stores",
      message: `${what}: queries belong in store.ts (or *-store.ts); call a named function there`,
    });
  for (const { request, names, typeOnly, line } of file.imports) {
    if (request === "kysely" && names.includes("sql")) refuse(line, "imports sql");
    if (request === "pg" && !typeOnly) refuse(line, "imports pg");
    if (request.endsWith("/db/rows.ts")) refuse(line, "imports queries");
  }
  walk(file.body, (node) => {
    if (node.type !== "CallExpression") return;
    const callee = node.callee as Node;
    const property = callee.type === "MemberExpression" ? String((callee.property as Node).name) : "";
    if (queryBuilders.has(property)) refuse(file.lineOf(node.start), `calls ${property}`);
  });
  return findings;
}

function checkSettings(file: ParsedFile): Finding[] {
  const findings: Finding[] = [];
  const message = "settings are read only in src/server/config.ts; add a field there and take it from Deps";
  walk(file.body, (node) => {
    if (nameOf(node) === "process.env")
      findings.push({ file: file.path, line: file.lineOf(node.start), rule: "one-config", message });
  });
  return findings;
}

const routers = /(^|\.)(app|server|scope|instance)$/;
const routerMethods = new Set(["get", "head", "post", "put", "patch", "delete", "all", "route"]);

/** Only route() enforces what an endpoint declares: any other route has no guard, limit or description. */
function checkRouting(file: ParsedFile): Finding[] {
  const findings: Finding[] = [];
  walk(file.body, (node) => {
    const callee = node.callee as Node | undefined;
    if (node.type !== "CallExpression" || callee?.type !== "MemberExpression") return;
    const [object, property] = [callee.object as Node, callee.property as Node];
    if (!routerMethods.has(String(property.name)) || !routers.test(file.text.slice(object.start, object.end))) return;
    const message =
      "declare the endpoint in src/contract and register it with route(), which enforces access and limits";
    findings.push({ file: file.path, line: file.lineOf(node.start), rule: "routes-by-contract", message });
  });
  return findings;
}

/** The migrations table is created before the first migration, and so before clock_now() exists. */
const beforeTheClock = "src/server/platform/db/journal.ts";
const databaseClock = /(?<![\w.$])(now\(\)|current_timestamp\b)/i;

function checkClock(file: ParsedFile): Finding[] {
  if (file.path === beforeTheClock) return [];
  const findings: Finding[] = [];
  const rows = file.text.split("\n");
  walk(file.body, (node) => {
    const isText = node.type === "TemplateElement" || (node.type === "Literal" && typeof node.value === "string");
    if (!isText) return;
    const first = file.lineOf(node.start);
    file.text
      .slice(node.start, node.end)
      .split("\n")
      .forEach((row, index) => {
        if (databaseClock.test(row) && !isExplained(rows, first + index))
          findings.push(clockFinding(file.path, first + index));
      });
  });
  return findings;
}

/** If the wall clock is intended, the line or the one above must say so and why. */
const isExplained = (rows: string[], line: number) =>
  /real clock/i.test(`${rows[line - 2] ?? ""}${rows[line - 1] ?? ""}`);

const clockFinding = (file: string, line: number): Finding => ({
  file,
  line,
  rule: "one-clock",
  message:
    "use clock_now(), which tests and the demo can move; if you need the real clock, say so and why on the line above",
});

/** The same for migrations, where clock_now() itself is defined once. */
export function checkMigrations(files: SourceFile[]): Finding[] {
  return files
    .filter((file) => file.path.startsWith("db/") && file.path.endsWith(".sql") && file.path !== "db/schema.sql")
    .flatMap(({ path, text }) => {
      const rows = text.split("\n");
      return rows.flatMap((row, index) => {
        const statement = row.replace(/--.*$/, "");
        const excused = statement.includes("sg.clock_offset") || isExplained(rows, index + 1);
        return databaseClock.test(statement) && !excused ? [clockFinding(path, index + 1)] : [];
      });
    });
}
