import type { Finding } from "./finding.ts";
import { isCode, parse, walk, type Node, type SourceFile } from "./source-file.ts";

/** A verb that names of functions and constants don't begin with, and what to write instead. */
export interface RetiredVerb {
  verb: string;
  instead: string;
}

/** docs/glossary.md says what the verbs that we use mean. */
export const retiredVerbs: RetiredVerb[] = [
  { verb: "bring", instead: "move, merge, run or what it does" },
  { verb: "give", instead: "issue, grant, set or refund" },
  { verb: "judge", instead: "check, classify, compare or report" },
  { verb: "keep", instead: "store, record, pause or cache" },
  { verb: "know", instead: "find, is or has" },
  { verb: "look", instead: "find, fetch, resolve or poll" },
  { verb: "make", instead: "create, render, generate or schedule" },
  { verb: "most", instead: "max" },
  { verb: "note", instead: "record, store, mark or emit" },
  { verb: "put", instead: "store, set, replace, upload or extend" },
  { verb: "say", instead: "show, format, report or write" },
  { verb: "take", instead: "claim (due rows), consume (a secret), lock, apply, remove or receive" },
  { verb: "tell", instead: "notify, send or show" },
  { verb: "turn", instead: "set, show or create" },
  { verb: "why", instead: "…Reason or find…Problem" },
];

/** Names in which it is a noun, or the field's own term. */
export const allowedNames = new Map([
  ["keepAlive", "an HTTP connection's"],
  ["noteBox", "a note's"],
  ["noteForm", "a note's"],
  ["noteHint", "a note's"],
  ["put", "what a store of files and HTTP call it"],
]);

const beginning = new RegExp(`^(${retiredVerbs.map(({ verb }) => verb).join("|")})(?=[A-Z]|$)`);

/** The retired verb that a name begins with. A word that stands alone is a verb only as a function. */
export function findRetiredVerb(name: string, isFunction: boolean): RetiredVerb | undefined {
  const verb = beginning.exec(name)?.[1];
  if (verb === undefined || allowedNames.has(name) || (verb === name && !isFunction)) return undefined;
  return retiredVerbs.find((row) => row.verb === verb);
}

const isFunctionNode = (node: unknown) => /^(Arrow)?Function/.test((node as Node | undefined)?.type ?? "");

/** Names that a node declares as a function or a constant: declarations, and methods of objects, classes and interfaces. */
function declaredBy(node: Node): { id: Node | undefined; isFunction: boolean } {
  const { type } = node;
  if (type === "FunctionDeclaration") return { id: node["id"] as Node, isFunction: true };
  if (type === "VariableDeclarator") return { id: node["id"] as Node, isFunction: isFunctionNode(node["init"]) };
  const isMethod =
    type === "TSMethodSignature" ||
    type === "MethodDefinition" ||
    ((type === "Property" || type === "PropertyDefinition") && isFunctionNode(node["value"]));
  return { id: isMethod && node["computed"] !== true ? (node["key"] as Node) : undefined, isFunction: true };
}

/** Checks that names of functions and constants begin with today's verbs. */
export function checkVerbs(files: SourceFile[]): Finding[] {
  return files.filter(isCode).flatMap((file) => {
    const { body, lineOf } = parse(file);
    const findings: Finding[] = [];
    walk(body, (node) => {
      const { id, isFunction } = declaredBy(node);
      if (id?.type !== "Identifier" && id?.type !== "PrivateIdentifier") return;
      const name = String(id["name"]);
      const retired = findRetiredVerb(name, isFunction);
      if (retired === undefined) return;
      const message = `"${name}": write ${retired.instead}`;
      findings.push({ file: file.path, line: lineOf(id.start), rule: "verbs", message });
    });
    return findings;
  });
}
