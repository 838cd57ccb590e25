import { posix } from "node:path";
import type { Finding } from "./finding.ts";
import { isCode, parse, walk, type Node, type SourceFile } from "./source-file.ts";

const isDoc = (path: string) => path.endsWith(".md");
const pathLike = /^(\.ci|src|db|docs|scripts|tests|bench|public|artwork)\/[\w./-]*$/;

/** Everything that documents can name: every file and every folder above it. */
function placesOf(files: { path: string }[]): Set<string> {
  const places = new Set<string>();
  for (const { path } of files) {
    for (let place = path; place !== "."; place = posix.dirname(place)) places.add(place);
  }
  return places;
}

/**
 * Checks that documents and code agree: paths and links exist, settings are those in config.ts, npm scripts exist.
 *
 * @param everything all paths in the tree, images included
 */
export function checkPages(files: SourceFile[], everything: string[], npmScripts: string[]): Finding[] {
  const places = placesOf(everything.map((path) => ({ path })));
  const headings = new Map(files.filter((file) => isDoc(file.path)).map((file) => [file.path, anchorsOf(file.text)]));
  return [
    ...files.filter((file) => isDoc(file.path)).flatMap((file) => checkDocument(file, places, headings, npmScripts)),
    ...files.filter(isCode).flatMap((file) => checkReferences(file, places)),
    ...checkSettingsTable(files),
  ];
}

function checkDocument(
  { path, text }: SourceFile,
  places: Set<string>,
  headings: Map<string, Set<string>>,
  npmScripts: string[],
): Finding[] {
  const findings: Finding[] = [];
  eachLine(text, (row, line, fenced) => {
    for (const [, name = ""] of row.matchAll(/`([^`\s]+)`/g)) {
      const place = name.replace(/\/$/, "").replace(/:\d+$/, "");
      if (pathLike.test(place) && !places.has(place)) {
        findings.push({
          file: path,
          line,
          rule: "named-paths",
          message: `${name} doesn't exist: fix the text or the tree`,
        });
      }
    }
    for (const [, name = ""] of row.matchAll(/npm run ([\w:-]+)/g)) {
      if (!npmScripts.includes(name))
        findings.push({ file: path, line, rule: "npm-scripts", message: `package.json has no script ${name}` });
    }
    if (fenced) return;
    for (const [, link = ""] of row.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(link)) continue;
      const [target = "", anchor] = link.split("#");
      const to = target === "" ? path : posix.join(posix.dirname(path), target);
      if (!places.has(to.replace(/\/$/, ""))) {
        findings.push({ file: path, line, rule: "links", message: `${link} is a broken link` });
      } else if (anchor !== undefined && headings.has(to) && !headings.get(to)!.has(anchor)) {
        findings.push({ file: path, line, rule: "links", message: `${to} has no heading #${anchor}` });
      }
    }
  });
  return findings;
}

function eachLine(text: string, see: (row: string, line: number, fenced: boolean) => void): void {
  let fenced = false;
  text.split("\n").forEach((row, index) => {
    if (/^\s*```/.test(row)) fenced = !fenced;
    see(row, index + 1, fenced);
  });
}

/** Headings as anchors, the way GitHub creates them. */
function anchorsOf(text: string): Set<string> {
  const anchors = new Set<string>();
  eachLine(text, (row, _line, fenced) => {
    const title = fenced ? undefined : /^#+\s+(.+)$/.exec(row)?.[1];
    if (title !== undefined)
      anchors.add(
        title
          .toLowerCase()
          .replace(/[^\p{L}\p{N}\s-]/gu, "")
          .trim()
          .replace(/\s/g, "-"),
      );
  });
  return anchors;
}

/** A document that a comment refers to must exist. */
function checkReferences(file: SourceFile, places: Set<string>): Finding[] {
  const { comments, lineOf } = parse(file);
  return comments.flatMap(({ value, start }) =>
    [...value.matchAll(/docs\/[\w./-]+\.md/g)]
      .filter(([name]) => !places.has(name))
      .map(([name]) => ({
        file: file.path,
        line: lineOf(start),
        rule: "named-paths",
        message: `${name} doesn't exist: write it, or fix the comment`,
      })),
  );
}

const configFile = "src/server/config.ts";

function checkSettingsTable(files: SourceFile[]): Finding[] {
  const readme = files.find((file) => file.path === "README.md");
  const config = files.find((file) => file.path === configFile);
  if (readme === undefined || config === undefined) return [];
  const known = settingsOf(config);
  const section = readme.text.split(/^## /m).find((part) => part.startsWith("Settings")) ?? "";
  const documented = new Set([...section.matchAll(/^\|\s*`([A-Z][A-Z0-9_]*)`/gm)].map(([, name]) => name!));
  return [
    ...[...known]
      .filter((name) => !documented.has(name))
      .map((name) => ({
        file: "README.md",
        rule: "settings",
        message: `the settings table is missing ${name}, which ${configFile} reads`,
      })),
    ...[...documented]
      .filter((name) => !known.has(name))
      .map((name) => ({
        file: "README.md",
        rule: "settings",
        message: `the settings table lists ${name}, which ${configFile} doesn't read`,
      })),
  ];
}

/** The names in `const Environment = z.object({ … })`. */
function settingsOf(config: SourceFile): Set<string> {
  const names = new Set<string>();
  walk(parse(config).body, (node) => {
    if (node.type !== "VariableDeclarator" || (node.id as Node).name !== "Environment") return;
    const shape = ((node.init as Node).arguments as Node[])[0];
    for (const property of (shape?.properties ?? []) as Node[]) names.add(String((property.key as Node).name));
  });
  return names;
}
