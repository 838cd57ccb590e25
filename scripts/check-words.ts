import { isCalled } from "./root.ts";
import { report, type Verdict } from "./structure/finding.ts";
import { checkRetiredWords } from "./structure/retired-words.ts";
import { readTree, type SourceFile } from "./structure/source-file.ts";
import { checkVerbs } from "./structure/verbs.ts";

// Checks that names and texts use the words and verbs of docs/glossary.md, and none that the product gave up.

/** Checks every file in the tree. */
export function checkWords(files: SourceFile[] = readTree()): Verdict {
  const checked = files.filter(({ path }) => !path.startsWith(".rename/"));
  const findings = [...checkRetiredWords(checked), ...checkVerbs(checked)];
  return { findings, summary: `${files.length} files` };
}

if (isCalled(import.meta.url)) report(checkWords());
