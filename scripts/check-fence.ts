import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isCalled, root } from "./root.ts";
import { checkCode, checkMigrations } from "./structure/code-rules.ts";
import { checkFeatureOrder, checkImports } from "./structure/fence.ts";
import { report, type Verdict } from "./structure/finding.ts";
import { checkReadOrder } from "./structure/read-order.ts";
import { isCode, readTree, type SourceFile } from "./structure/source-file.ts";
import { checkTables } from "./structure/table-ownership.ts";

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
    ...checkImports(files, packages),
    ...checkFeatureOrder(files.map(({ path }) => path)),
    ...checkCode(files),
    ...checkMigrations(files),
    ...checkTables(files),
    ...checkReadOrder(files),
  ];
  return { findings, summary: `${files.filter(isCode).length} files` };
}

if (isCalled(import.meta.url)) report(checkFence());
