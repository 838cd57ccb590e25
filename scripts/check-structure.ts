import { isCalled } from "./root.ts";
import { judgeCommentShare, judgeContractComments, judgeDocComments, judgeRestating } from "./structure/comments.ts";
import { report, type Verdict } from "./structure/finding.ts";
import { describeSizes, judgeNames, judgeNumbers, judgeSizes } from "./structure/names-and-sizes.ts";
import { judgeNouns, judgeNounsPage } from "./structure/nouns.ts";
import { readTree, type SourceFile } from "./structure/source-file.ts";
import { judgeWords } from "./structure/words.ts";

// Checks names, nouns, sizes, comments and words. The rules and their reasons are in structure/.

/** Checks every file in the tree. */
export function checkStructure(files: SourceFile[] = readTree()): Verdict {
  const share = judgeCommentShare(files);
  const documented = judgeContractComments(files);
  const findings = [
    ...judgeNames(files.map((file) => file.path)),
    ...judgeNouns(files.map((file) => file.path)),
    ...judgeNounsPage(files.find(({ path }) => path === "docs/nouns.md")?.text),
    ...judgeNumbers(files.map((file) => file.path)),
    ...judgeSizes(files),
    ...share.findings,
    ...judgeDocComments(files),
    ...documented.findings,
    ...judgeRestating(files),
    ...judgeWords(files),
  ];
  return { findings, summary: `${describeSizes(files)}; ${share.summary}; ${documented.summary}` };
}

if (isCalled(import.meta.url)) report(checkStructure());
