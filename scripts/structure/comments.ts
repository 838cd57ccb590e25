import type { Finding } from "./finding.ts";
import { isTest, resolveImport } from "./rooms.ts";
import { isCode, parse, type Node, type ParsedFile, type SourceFile } from "./source-file.ts";

/**
 * Share of nonblank lines that contain comment text, in percent. The contract may have twice as much: nearly each of its
 * exports has a comment, because both sides read it without the code behind it.
 */
export const commentShare = { least: 4, most: 10, maxInContract: 20 };

const contract = "src/contract/";
const rooms = [contract, "src/server/", "src/web/"];

const isJudged = (file: SourceFile) => isCode(file) && !isTest(file.path) && !file.path.endsWith(".generated.ts");

/**
 * Checks the share of comments in each room. A room without comments is as hard to read as one that explains every
 * line.
 */
export function checkCommentShare(files: SourceFile[]): { findings: Finding[]; summary: string } {
  const findings: Finding[] = [];
  const shares = rooms.map((room) => {
    const own = files.filter((file) => file.path.startsWith(room) && isJudged(file));
    const counted = own.map((file) => countCommentLines(parse(file)));
    const lines = counted.reduce((sum, { lines: some }) => sum + some, 0);
    const share = lines === 0 ? 0 : (100 * counted.reduce((sum, { comments }) => sum + comments, 0)) / lines;
    const max = room === contract ? commentShare.maxInContract : commentShare.most;
    if (lines > 500 && (share < commentShare.least || share > max)) {
      const advice =
        share > max ? "cut comments that restate the code" : "say what the code is for, its units and its risks";
      findings.push({
        file: room,
        rule: "comment-share",
        warning: true,
        message: `${share.toFixed(1)}% of lines are comments; aim for ${commentShare.least} to ${max}%: ${advice}`,
      });
    }
    return `${room.split("/")[1]} ${share.toFixed(1)}%`;
  });
  return { findings, summary: `comments: ${shares.join(", ")}` };
}

function countCommentLines(file: ParsedFile): { lines: number; comments: number } {
  const commented = new Set<number>();
  for (const comment of file.comments) {
    const last = file.lineOf(comment.end - 1);
    const rows = comment.value.split("\n");
    const first = file.lineOf(comment.start);
    // The frame of a comment, `/**` and `*/` on their own lines, says nothing.
    for (let line = first; line <= last; line++) if (/\w/.test(rows[line - first] ?? "")) commented.add(line);
  }
  const lines = file.text.split("\n").filter((line) => !/^[\s/*]*$/.test(line)).length;
  return { lines, comments: commented.size };
}

/**
 * Files whose every export needs a comment: the platform, and of a module its services, its rules and its public
 * interface. In a store, a comment is there for a lock, a unit, a meaning of null or an error, or not at all. The
 * contract has a share of its own, but for its functions and interfaces.
 */
const isDocumented = (path: string) =>
  path.startsWith(contract) ||
  path.startsWith("src/server/platform/") ||
  (path.startsWith("src/server/modules/") && /(^|[/-])(service|rules|domain-events|index)\.ts$/.test(path));

const isPublicInterface = (path: string) => /^src\/server\/modules\/[^/]+\/index\.ts$/.test(path);

/**
 * Checks that every exported function and type in those files has a comment that says what it does in business terms,
 * and so has everything that a module's public interface exports from another of its files.
 */
export function checkDocComments(files: SourceFile[]): Finding[] {
  const judged = files.filter(isJudged);
  const passedOn = listPassedOn(judged.filter(({ path }) => isPublicInterface(path)));
  return judged.flatMap((file) => {
    const names = passedOn.get(file.path);
    if (!isDocumented(file.path) && names === undefined) return [];
    return checkExports(parse(file), (name) => isDocumented(file.path) || names!.has(name));
  });
}

/** What public interfaces export from other files: names by path. */
function listPassedOn(interfaces: SourceFile[]): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  for (const file of interfaces) {
    for (const node of parse(file).body) {
      const source = (node.source as { value: string } | null | undefined)?.value;
      if (node.type !== "ExportNamedDeclaration" || source === undefined) continue;
      const path = resolveImport(file.path, source);
      if (path === undefined) continue;
      const found = names.get(path) ?? new Set();
      for (const { local } of node.specifiers as { local: { name: string } }[]) found.add(local.name);
      names.set(path, found);
    }
  }
  return names;
}

/** One name that a file declares at its top level. A schema and the type beside it share one. */
interface Declared {
  line: number;
  isExported: boolean;
  /** It is a function, a class or a type of several lines, which always needs a comment where comments are needed. */
  needs: boolean;
  has: boolean;
  /** What a type is derived from: `Order` for `z.infer<typeof Order>`. */
  from: string[];
}

function checkExports(file: ParsedFile, isJudgedName: (name: string) => boolean): Finding[] {
  return [...readDeclared(file)].flatMap(([name, { line, isExported, needs, has }]) => {
    if (!isExported || !needs || has || !isJudgedName(name)) return [];
    const message = `add a comment above ${name} that says what it's for in business terms: units, errors, concurrency safety`;
    return [{ file: file.path, line, rule: "doc-comment", message }];
  });
}

/** How many of the contract's exports have a comment, in percent. */
export const leastDocumented = 90;

/**
 * Checks the share of the contract's exports that are documented. A type that is derived from something in its file,
 * such as `z.infer<typeof Order>`, counts as documented if that is.
 */
export function checkContractComments(files: SourceFile[]): { findings: Finding[]; summary: string } {
  const exported = files
    .filter((file) => file.path.startsWith(contract) && isJudged(file))
    .flatMap((file) => {
      const declared = readDeclared(parse(file));
      const isClear = ({ has, from }: Declared) => has || from.some((name) => declared.get(name)?.has === true);
      return [...declared]
        .filter(([, { isExported }]) => isExported)
        .map(([name, entry]) => ({ name, path: file.path, isClear: isClear(entry) }));
    });
  const open = exported.filter(({ isClear }) => !isClear);
  const share = exported.length === 0 ? 100 : (100 * (exported.length - open.length)) / exported.length;
  const summary = `contract ${share.toFixed(1)}% of exports documented`;
  if (share >= leastDocumented) return { findings: [], summary };
  const some = open.slice(0, 10).map(({ name, path }) => `${name} (${path})`);
  const message = `${share.toFixed(1)}% of its exports have a comment, at least ${leastDocumented}% must: say what a reader can't see from the name, for example of ${some.join(", ")}`;
  return { findings: [{ file: contract, rule: "contract-comments", message }], summary };
}

function readDeclared(file: ParsedFile): Map<string, Declared> {
  const byName = new Map<string, Declared>();
  for (const node of file.body) {
    const isExported = node.type === "ExportNamedDeclaration";
    const declaration = isExported ? (node.declaration as Node | null | undefined) : node;
    if (declaration === null || declaration === undefined) continue;
    const has = findDocComment(file, node) !== undefined;
    for (const { name, needs, from } of namesOf(declaration, file)) {
      const known = byName.get(name);
      byName.set(name, {
        line: known?.isExported === true ? known.line : file.lineOf(node.start),
        isExported: isExported || known?.isExported === true,
        needs: (isExported && needs) || known?.needs === true,
        has: has || known?.has === true,
        from: [...(known?.from ?? []), ...from],
      });
    }
  }
  return byName;
}

interface Named {
  name: string;
  needs: boolean;
  from: string[];
}

const derived =
  /=\s*(z\.infer<|z\.input<|z\.output<|keyof |Omit<|Pick<|Partial<|Awaited<|ReturnType<|NonNullable<)|= [\w.]+;?$/;

/** Types that only repeat a nearby shape, and small constants, need no comment. */
function namesOf(declaration: Node, file: ParsedFile): Named[] {
  const identifier = (node: unknown) => (node as { name?: string } | undefined)?.name ?? "";
  switch (declaration.type) {
    case "FunctionDeclaration":
    case "ClassDeclaration":
      return [{ name: identifier(declaration.id), needs: true, from: [] }];
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration": {
      const text = file.text.slice(declaration.start, declaration.end);
      const isDerived = derived.test(text);
      const isLong = file.lineOf(declaration.end) > file.lineOf(declaration.start);
      const from = isDerived
        ? Array.from(text.matchAll(/\b(?:typeof|keyof(?! typeof)) (\w+)/g), ([, name]) => name!)
        : [];
      return [{ name: identifier(declaration.id), needs: !isDerived && isLong, from }];
    }
    case "VariableDeclaration":
      return (declaration.declarations as Node[]).map((entry) => ({
        name: identifier(entry.id),
        needs: /^(ArrowFunctionExpression|FunctionExpression)$/.test((entry.init as Node | null)?.type ?? ""),
        from: [],
      }));
    default:
      return [];
  }
}

function findDocComment(file: ParsedFile, node: Node): string | undefined {
  return file.comments.find(({ type, value, end }) => {
    if (type !== "Block" || !value.startsWith("*") || end > node.start) return false;
    return (
      file.text
        .slice(end, node.start)
        .replace(/\/\/.*$/gm, "")
        .trim() === ""
    );
  })?.value;
}

/** Words that a comment can consist of besides those of the name without saying anything. */
const fillers = new Set(
  (
    "a an the this that these those of for to from in on at by with and or its it is are was be as all every each one " +
    "some any given new current own return returns get gets read reads find finds list lists set sets create creates " +
    "schema type shape function endpoint const constant value values object row rows"
  ).split(" "),
);

const toStem = (word: string) => word.replace(/(?<=\w\w\w)(ies|es|ed|ing|s|e|y)$/, "");

/**
 * Checks that no comment only repeats the name below it. Words of one stem are the same word: "Lists orders" says
 * nothing above `listOrders`.
 */
export function checkRestating(files: SourceFile[]): Finding[] {
  return files
    .filter((file) => file.path.startsWith("src/") && isJudged(file))
    .flatMap((file) => {
      const parsed = parse(file);
      return parsed.body.flatMap((node) => {
        const declaration = node.type === "ExportNamedDeclaration" ? (node.declaration as Node | null) : node;
        const comment = findDocComment(parsed, node);
        const [first] = declaration ? namesOf(declaration, parsed) : [];
        if (comment === undefined || first === undefined || !restates(comment, first.name)) return [];
        const message = `the comment above ${first.name} only repeats the name: say what can't be seen from it, or delete the comment`;
        return [{ file: file.path, line: parsed.lineOf(node.start), rule: "restating-comment", message }];
      });
    });
}

/** True if every word of a comment is in the name or says nothing. */
export function restates(comment: string, name: string): boolean {
  const parts = name
    .split(/(?<=[a-z\d])(?=[A-Z])|_|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((part) => toStem(part.toLowerCase()));
  const words = comment.match(/[\p{L}\p{N}`]+/gu) ?? [];
  return (
    words.length > 0 &&
    words.every((word) => {
      const plain = word.toLowerCase();
      return fillers.has(plain) || parts.includes(toStem(plain));
    })
  );
}
