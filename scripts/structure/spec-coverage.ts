import type { Finding, Verdict } from "./finding.ts";
import { parse, walk, type Node, type SourceFile } from "./source-file.ts";
import { isTest } from "./rooms.ts";

/** The map's file. */
export const specMap = "docs/spec-coverage.md";

/** The sections of the specification that contain rules; the first says what the product is for. */
const sections = [2, 3, 4, 5, 6, 7, 8, 9];

interface NamedTest {
  title: string;
  skipped: boolean;
  /** It fakes a server response: it proves how the browser handles that response, not that the server sends it. */
  scripted: boolean;
}

/** How a line of the map says that its test fakes the server, and why no better test exists. */
const because = /\(scripted: [^)]{10,}\)/;

/**
 * Checks the map from the specification's sentences to the tests that prove them: each line names a test that exists
 * and runs. Where a loop or a table fills in part of a title, the map has an ellipsis.
 */
export function checkSpecMap(map: string, files: SourceFile[]): Verdict {
  const findings: Finding[] = [];
  const refuse = (line: number, rule: string, message: string) => findings.push({ file: specMap, line, rule, message });
  const known = new Map(files.filter((file) => isTest(file.path)).map((file) => [file.path, file]));
  const titles = new Map<string, NamedTest[]>();
  const testsIn = (path: string, file: SourceFile) => {
    if (!titles.has(path)) titles.set(path, testsOf(file));
    return titles.get(path)!;
  };

  const shown = new Map<number, number>();
  const used = new Set<string>();
  let section: number | undefined;
  let missing = 0;
  let inMissing = false;
  map.split("\n").forEach((row, index) => {
    const line = index + 1;
    const heading = /^## (.+)$/.exec(row)?.[1];
    if (heading !== undefined) {
      section = Number(/^(\d+)\./.exec(heading)?.[1] ?? Number.NaN);
      inMissing = heading === "Not shown yet";
    }
    if (inMissing && row.startsWith("- ")) missing++;
    if (!row.startsWith("| §")) return;
    const cells = row.split("|").slice(1, -1);
    const [sentence = "", place = "", title = ""] = cells.map((cell) => cell.trim());
    const path = place.replace(/^`|`$/g, "");
    const file = known.get(path);
    if (cells.length !== 3) refuse(line, "spec-row", "write | §section sentence | `test file` | its title |");
    else if (Number(/^§(\d+) /.exec(sentence)?.[1]) !== section)
      refuse(line, "spec-row", "start the sentence with the number of its section, as in the heading above it");
    else if (file === undefined) refuse(line, "spec-test", `${path} isn't a test file: name the one that proves it`);
    else {
      const found = testsIn(path, file).find((test) => test.title === title);
      if (found === undefined) refuse(line, "spec-test", `${path} has no test “${title}”`);
      else if (found.skipped) refuse(line, "spec-skipped", `“${title}” may be skipped, so it proves nothing`);
      else if (found.scripted && !because.test(sentence))
        refuse(
          line,
          "spec-scripted",
          `“${title}” fakes the server's response: name a test of the real server, or say at the sentence why there is none (scripted: …)`,
        );
      else if (!found.scripted && because.test(sentence))
        refuse(line, "spec-scripted", `“${title}” uses the real server: remove (scripted: …)`);
      shown.set(section, (shown.get(section) ?? 0) + 1);
      used.add(`${path} ${title}`);
    }
  });
  for (const number of sections)
    if (!shown.has(number)) refuse(1, "spec-section", `section ${number} of the specification has no line`);
  const sentences = [...shown.values()].reduce((sum, count) => sum + count, 0);
  return { findings, summary: `${sentences} sentences covered by ${used.size} tests, ${missing} not covered yet` };
}

/** Every test of a file by its title, with an ellipsis for filled-in parts. */
export function testsOf(file: SourceFile): NamedTest[] {
  const found: NamedTest[] = [];
  const scripts = scriptsOf(file);
  const scriptedHere = hooksOf(file).some((hook) => calls(hook, scripts));
  let wholeFileSkipped = false;
  const visit = (part: unknown, skipped: boolean): void => {
    if (Array.isArray(part)) {
      for (const each of part) visit(each, skipped);
      return;
    }
    if (!isNode(part)) return;
    const names = part.type === "CallExpression" ? namesOf(part) : [];
    const isSkipped = skipped || names.some((name) => skipping.test(name));
    if (/^(test|it|describe)$/.test(names[0] ?? "")) {
      const [first, ...rest] = part.arguments as Node[];
      const title = titleOf(first);
      if (title === undefined) wholeFileSkipped ||= isSkipped && !skipped;
      else if (names.includes("describe")) return visit(rest, isSkipped);
      else
        return void found.push({
          title,
          skipped: isSkipped || mayStop(rest),
          scripted: scriptedHere || calls(rest, scripts),
        });
    }
    for (const [field, value] of Object.entries(part)) if (field !== "parent") visit(value, skipped);
  };
  visit(parse(file).body, false);
  return wholeFileSkipped ? found.map((test) => ({ ...test, skipped: true })) : found;
}

/** The names under which tests fake a server response. */
const scripting = ["fulfill", "enterAs", "answerWith"];
/** The fake network of component tests: whatever a test imports from it fakes a server response. */
const line = "browser-network.ts";

/** The same, and the functions of a file that call one of them. */
function scriptsOf(file: SourceFile): Set<string> {
  const taken = parse(file).imports.filter(({ request }) => request.endsWith(line));
  const names = new Set([...scripting, ...taken.flatMap((imported) => imported.names)]);
  for (const statement of parse(file).body) {
    const declared = statement.type === "ExportNamedDeclaration" ? (statement.declaration as Node | null) : statement;
    const parts = declared?.type === "VariableDeclaration" ? (declared.declarations as Node[]) : [declared];
    for (const part of parts) {
      const { id } = (part ?? {}) as { id?: Node };
      if (part && id?.type === "Identifier" && isFunction(part) && calls(part, names)) names.add(String(id.name));
    }
  }
  return names;
}

const isFunction = (part: Node) =>
  part.type === "FunctionDeclaration" ||
  ["ArrowFunctionExpression", "FunctionExpression"].includes((part.init as Node | undefined)?.type ?? "");

/** The hooks that run before a file's tests. */
const hooksOf = (file: SourceFile): unknown[] =>
  parse(file).body.filter(
    ({ type, expression }) =>
      type === "ExpressionStatement" &&
      isNode(expression) &&
      expression.type === "CallExpression" &&
      /^before(Each|All)$/.test(namesOf(expression).at(-1) ?? ""),
  );

function calls(body: unknown, names: Set<string>): boolean {
  let found = false;
  walk(body, (node) => {
    if (node.type === "CallExpression" && (names.has(namesOf(node).at(-1) ?? "") || stubsFetch(node))) found = true;
    // Passed on: `.each(fakes)`, `route("**", answerWith(…))`.
    if (node.type === "Identifier" && names.has(String(node.name))) found = true;
  });
  return found;
}

/** `vi.stubGlobal("fetch", …)` */
const stubsFetch = (call: Node) =>
  namesOf(call).at(-1) === "stubGlobal" && (call.arguments as Node[])[0]?.value === "fetch";

const skipping = /^(skip|fixme|todo|skipIf|runIf)$/;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

/** `test.describe.skip(…)` is test, describe, skip; `test.each(…)(…)` is test, each. */
function namesOf(call: Node): string[] {
  const names: string[] = [];
  let node = call.callee;
  while (isNode(node)) {
    if (node.type === "Identifier") names.unshift(String(node.name));
    const { property } = node;
    if (node.type === "MemberExpression" && isNode(property)) names.unshift(String(property.name));
    node = node.type === "MemberExpression" ? node.object : (node.callee ?? node.tag);
  }
  return names;
}

function titleOf(argument: Node | undefined): string | undefined {
  if (argument?.type === "Literal" && typeof argument.value === "string") return withGaps(argument.value);
  if (argument?.type !== "TemplateLiteral") return undefined;
  const pieces = argument.quasis as { value: { cooked: string } }[];
  return withGaps(pieces.map(({ value }) => value.cooked).join("…"));
}

const withGaps = (title: string) => title.replace(/%[sdifjo]/g, "…");

/** Whether a test may stop before it proves anything. */
function mayStop(body: unknown): boolean {
  let stops = false;
  walk(body, (node) => {
    if (node.type === "CallExpression" && skipping.test(namesOf(node).at(-1) ?? "")) stops = true;
  });
  return stops;
}
