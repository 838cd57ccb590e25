import type { Finding } from "./finding.ts";
import { isTest } from "./rooms.ts";
import { isCode, parse, type Node, type ParsedFile, type SourceFile } from "./source-file.ts";

/** Share of nonblank lines that contain comment text, per room, in percent. */
export const commentShare = { least: 4, most: 10 };

const rooms = ["src/contract/", "src/server/", "src/web/"];

/**
 * Checks the share of comments in each room. A room without comments is as hard to read as one that explains every
 * line.
 */
export function judgeCommentShare(files: SourceFile[]): { findings: Finding[]; summary: string } {
  const findings: Finding[] = [];
  const shares = rooms.map((room) => {
    const own = files.filter(
      (file) =>
        file.path.startsWith(room) && isCode(file) && !isTest(file.path) && !file.path.endsWith(".generated.ts"),
    );
    const counted = own.map((file) => countCommentLines(parse(file)));
    const lines = counted.reduce((sum, { lines: some }) => sum + some, 0);
    const share = lines === 0 ? 0 : (100 * counted.reduce((sum, { comments }) => sum + comments, 0)) / lines;
    if (lines > 500 && (share < commentShare.least || share > commentShare.most)) {
      const advice =
        share > commentShare.most
          ? "cut comments that restate the code"
          : "say what the code is for, its units and its risks";
      findings.push({
        file: room,
        rule: "comment-share",
        warning: true,
        message: `${share.toFixed(1)}% of lines are comments; aim for ${commentShare.least} to ${commentShare.most}%: ${advice}`,
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

/** Files whose exports are read by people who don't read the code: the interfaces between modules and rooms. */
const documented = (path: string) =>
  path.startsWith("src/contract/") ||
  path.startsWith("src/server/platform/") ||
  (path.startsWith("src/server/modules/") && /(^|[/-])(service|rules|store|domain-events)\.ts$/.test(path));

/**
 * Checks that every exported function and type in those files has a comment that says what it does in business terms.
 */
export function judgeDocComments(files: SourceFile[]): Finding[] {
  return files
    .filter(
      (file) => documented(file.path) && isCode(file) && !isTest(file.path) && !file.path.endsWith(".generated.ts"),
    )
    .flatMap((file) => judgeExports(parse(file)));
}

interface Declared {
  node: Node;
  needs: boolean;
  has: boolean;
}

function judgeExports(file: ParsedFile): Finding[] {
  const byName = new Map<string, Declared[]>();
  for (const node of file.body) {
    const declaration = node.type === "ExportNamedDeclaration" ? (node.declaration as Node | null) : null;
    if (declaration === null || declaration === undefined) continue;
    for (const { name, needs } of namesOf(declaration, file)) {
      byName.set(name, [...(byName.get(name) ?? []), { node, needs, has: hasDocComment(file, node) }]);
    }
  }
  return [...byName].flatMap(([name, declarations]) => {
    const [first] = declarations;
    if (!declarations.some(({ needs }) => needs) || declarations.some(({ has }) => has)) return [];
    const message = `add a comment above ${name} that says what it's for in business terms: units, errors, concurrency safety`;
    return [{ file: file.path, line: file.lineOf(first!.node.start), rule: "doc-comment", message }];
  });
}

/** Endpoints have a summary. Types that only repeat a nearby shape, and small constants, need no comment. */
function namesOf(declaration: Node, file: ParsedFile): { name: string; needs: boolean }[] {
  const identifier = (node: unknown) => (node as { name?: string } | undefined)?.name ?? "";
  switch (declaration.type) {
    case "FunctionDeclaration":
    case "ClassDeclaration":
      return [{ name: identifier(declaration.id), needs: true }];
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration": {
      const text = file.text.slice(declaration.start, declaration.end);
      const derived =
        /=\s*(z\.infer<|z\.input<|z\.output<|keyof |Omit<|Pick<|Partial<|Awaited<|ReturnType<)|= [\w.]+;?$/.test(text);
      return [
        {
          name: identifier(declaration.id),
          needs: !derived && file.lineOf(declaration.end) > file.lineOf(declaration.start),
        },
      ];
    }
    case "VariableDeclaration":
      return (declaration.declarations as Node[]).map((entry) => ({
        name: identifier(entry.id),
        needs: /^(ArrowFunctionExpression|FunctionExpression)$/.test((entry.init as Node | null)?.type ?? ""),
      }));
    default:
      return [];
  }
}

function hasDocComment(file: ParsedFile, node: Node): boolean {
  return file.comments.some(({ type, value, end }) => {
    if (type !== "Block" || !value.startsWith("*") || end > node.start) return false;
    return (
      file.text
        .slice(end, node.start)
        .replace(/\/\/.*$/gm, "")
        .trim() === ""
    );
  });
}
