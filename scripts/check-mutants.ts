import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parts } from "../tests/mutants/all.ts";
import { applyMutant } from "./mutation/pair.ts";
import { isCalled, root } from "./root.ts";
import { report, type Finding, type Verdict } from "./structure/finding.ts";

/** Finds mutants in tests/mutants that no longer match the source, and duplicate ids. */
export function checkMutants(): Verdict {
  const seen = new Set<string>();
  const findings: Finding[] = [];
  for (const mutant of parts.flatMap((part) => part.mutants)) {
    const { id, file } = mutant;
    const path = join(root, file);
    if (seen.has(id)) findings.push({ file, rule: "mutants", message: `two mutants have the id ${id}` });
    seen.add(id);
    if (!existsSync(path) || applyMutant(readFileSync(path, "utf8"), mutant) === undefined) {
      findings.push({
        file,
        rule: "mutants",
        message: `mutant ${id} no longer applies; update its text in tests/mutants`,
      });
    }
  }
  return { findings, summary: `${seen.size} mutants in ${parts.length} parts apply` };
}

if (isCalled(import.meta.url)) report(checkMutants());
