/** One problem or warning that a check found, and what to do about it. */
export interface Finding {
  file: string;
  line?: number;
  rule: string;
  /** One sentence that says what to do instead. */
  message: string;
  /** A warning that doesn't fail the check. */
  warning?: boolean;
}

/** Formats findings for people: errors first, each with a place that editors can jump to. */
export function writeFindings(findings: Finding[]): string {
  const location = ({ file, line }: Finding) => (line === undefined ? file : `${file}:${line}`);
  const order = (a: Finding, b: Finding) =>
    Number(a.warning ?? false) - Number(b.warning ?? false) ||
    a.file.localeCompare(b.file) ||
    (a.line ?? 0) - (b.line ?? 0);
  return findings
    .toSorted(order)
    .map((finding) => `${finding.warning ? "warning " : ""}${location(finding)}  ${finding.rule}: ${finding.message}`)
    .join("\n");
}

/** What a check returns: a line of figures if all is well, the findings if not. */
export interface Verdict {
  findings: Finding[];
  summary: string;
}

/** Prints a verdict and sets the exit code, for a check that runs by itself. */
export function report({ findings, summary }: Verdict): void {
  if (findings.length > 0) console.log(writeFindings(findings));
  console.log(summary);
  if (findings.some((finding) => !finding.warning)) process.exitCode = 1;
}
