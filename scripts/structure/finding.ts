/** One thing that a check refuses, or only remarks on, and what to do about it. */
export interface Finding {
  file: string;
  line?: number;
  rule: string;
  /** One sentence that says what to do instead. */
  message: string;
  /** A remark that does not fail the check. */
  warning?: boolean;
}

/** Findings as a person reads them: errors first, each with the place an editor can jump to. */
export function writeFindings(findings: Finding[]): string {
  const place = ({ file, line }: Finding) => (line === undefined ? file : `${file}:${line}`);
  const order = (a: Finding, b: Finding) =>
    Number(a.warning ?? false) - Number(b.warning ?? false) ||
    a.file.localeCompare(b.file) ||
    (a.line ?? 0) - (b.line ?? 0);
  return findings
    .toSorted(order)
    .map((finding) => `${finding.warning ? "warning " : ""}${place(finding)}  ${finding.rule}: ${finding.message}`)
    .join("\n");
}

/** What a check hands to its caller: a line of figures when all is well, the findings when not. */
export interface Verdict {
  findings: Finding[];
  summary: string;
}

/** Prints a verdict and sets the exit code, for a check that was called by itself. */
export function report({ findings, summary }: Verdict): void {
  if (findings.length > 0) console.log(writeFindings(findings));
  console.log(summary);
  if (findings.some((finding) => !finding.warning)) process.exitCode = 1;
}
