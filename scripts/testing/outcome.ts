/** A test that failed, or a file whose tests could not begin. */
export interface Failure {
  runner: "vitest" | "playwright";
  /** From the project's root. */
  file: string;
  /** Whole title, describes included; undefined when the file itself failed. */
  title: string | undefined;
  /** What it said, colors included. */
  message: string;
}

/** A test and how long it took, for whoever looks for the slow ones. */
export interface TimedTest {
  file: string;
  title: string;
  ms: number;
}

/** What came of one runner. */
export interface Outcome {
  passed: number;
  skipped: number;
  failures: Failure[];
  timed: TimedTest[];
  /** The runner ended badly without a failed test: an error outside of any. */
  broken: boolean;
}

export const nameOf = ({ file, title }: Pick<Failure, "file" | "title">): string =>
  title === undefined ? `${file} (its tests could not begin)` : `${file} › ${title}`;

/** How much of a failure's words the last lines of a run repeat. */
const mostLines = 30;

// oxlint-disable-next-line no-control-regex -- terminal colors begin with this character
const colors = /\u001b\[[0-9;]*m/g;

/** The beginning of a failure's own words, to stand under its name. */
export function wordsOf({ message }: Failure): string {
  return message
    .replace(colors, "")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.includes("/node_modules/") && !line.includes("at new Promise"))
    .slice(0, mostLines)
    .map((line) => `\n    ${line.slice(0, 1500)}`)
    .join("");
}
