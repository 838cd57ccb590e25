import { isCalled } from "./root.ts";
import { report, type Verdict } from "./structure/finding.ts";
import { readTree, type SourceFile } from "./structure/source-file.ts";
import { checkSpecMap, specMap } from "./structure/spec-coverage.ts";

// Every sentence of the specification has a test that proves it, or is listed as not covered.

/** Checks the specification map against the tests in the tree. */
export function checkSpecCoverage(files: SourceFile[] = readTree()): Verdict {
  return checkSpecMap(files.find((file) => file.path === specMap)?.text ?? "", files);
}

if (isCalled(import.meta.url)) report(checkSpecCoverage());
