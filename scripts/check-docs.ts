import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isCalled, root } from "./root.ts";
import { checkPages } from "./structure/docs.ts";
import { report, type Verdict } from "./structure/finding.ts";
import { listPaths, readTree, type SourceFile } from "./structure/source-file.ts";

// Checks that README, docs and code agree: paths, links, settings, npm scripts.

/** Checks every document in the tree. */
export function checkDocs(files: SourceFile[] = readTree()): Verdict {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const documents = files.filter((file) => file.path.endsWith(".md")).length;
  return { findings: checkPages(files, listPaths(), Object.keys(scripts)), summary: `${documents} documents` };
}

if (isCalled(import.meta.url)) report(checkDocs());
