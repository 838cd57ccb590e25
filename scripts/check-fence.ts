import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isCalled, root } from "./root.ts";
import { judgeCode, judgeMigrations } from "./structure/code-rules.ts";
import { judgeFeatureOrder, judgeImports } from "./structure/fence.ts";
import { report, type Verdict } from "./structure/finding.ts";
import { isCode, readTree, type SourceFile } from "./structure/source-file.ts";
import { judgeTables } from "./structure/table-ownership.ts";

// The fence: which modules may import which, which tables they may read, and where queries, settings and the clock
// belong. The rules are in structure/.

/** Checks every file in the tree. */
export function checkFence(files: SourceFile[] = readTree()): Verdict {
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  ) as Record<string, Record<string, string>>;
  const packages = {
    production: new Set(Object.keys({ ...dependencies, ...optionalDependencies })),
    development: new Set(Object.keys(devDependencies ?? {})),
  };
  const findings = [
    ...judgeImports(files, packages),
    ...judgeFeatureOrder(files.map(({ path }) => path)),
    ...judgeCode(files),
    ...judgeMigrations(files),
    ...judgeTables(files),
  ];
  return { findings, summary: `${files.filter(isCode).length} files` };
}

if (isCalled(import.meta.url)) report(checkFence());
