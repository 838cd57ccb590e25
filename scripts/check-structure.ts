import { isCalled } from "./root.ts";
import { checkAssertedRows } from "./structure/asserted-rows.ts";
import { checkCommentShare, checkContractComments, checkDocComments, checkRestating } from "./structure/comments.ts";
import { report, type Verdict } from "./structure/finding.ts";
import { describeSizes, checkNames, checkNumbers, checkSizes } from "./structure/names-and-sizes.ts";
import { checkNouns, checkNounsPage } from "./structure/nouns.ts";
import { readTree, type SourceFile } from "./structure/source-file.ts";
import { checkForbiddenWords } from "./structure/words.ts";

// Checks names, nouns, sizes, comments and words. The rules and their reasons are in structure/.

/** Checks every file in the tree. */
export function checkStructure(files: SourceFile[] = readTree()): Verdict {
  const share = checkCommentShare(files);
  const documented = checkContractComments(files);
  const findings = [
    ...checkNames(files.map((file) => file.path)),
    ...checkNouns(files.map((file) => file.path)),
    ...checkNounsPage(files.find(({ path }) => path === "docs/nouns.md")?.text),
    ...checkNumbers(files.map((file) => file.path)),
    ...checkSizes(files),
    ...share.findings,
    ...checkDocComments(files),
    ...documented.findings,
    ...checkRestating(files),
    ...checkForbiddenWords(files),
    ...checkAssertedRows(files),
  ];
  return { findings, summary: `${describeSizes(files)}; ${share.summary}; ${documented.summary}` };
}

if (isCalled(import.meta.url)) report(checkStructure());
