/** A failed test, or a file whose tests couldn't start. */
export interface Failure {
  /** Relative to the project's root. */
  file: string;
  /** Full title, including describe blocks; undefined if the file itself failed. */
  title: string | undefined;
  /** Its message, including colors. */
  message: string;
}

/** The outcome of one runner. */
export interface Outcome {
  /** Unsteady tests included. */
  passed: number;
  skipped: number;
  failures: Failure[];
  /** Tests that passed at their second try, with the message of the first. */
  unsteady: Failure[];
  /** How long each file's tests took, in milliseconds; a file that runs in two projects has the sum. */
  fileMs: Map<string, number>;
  /** The runner failed without a failed test: an error outside of any test. */
  broken: boolean;
}

export const nameOf = ({ file, title }: Pick<Failure, "file" | "title">): string =>
  title === undefined ? `${file} (its tests couldn't start)` : `${file} › ${title}`;

/** How many lines of a failure's message the end of a run repeats. */
const maxLines = 30;

// oxlint-disable-next-line no-control-regex -- terminal colors begin with this character
const colors = /\u001b\[[0-9;]*m/g;

/** The start of a failure's message, printed below its name. */
export function wordsOf({ message }: Failure): string {
  return message
    .replace(colors, "")
    .split("\n")
    .filter((line) => line.trim() !== "" && !line.includes("/node_modules/") && !line.includes("at new Promise"))
    .slice(0, maxLines)
    .map((line) => `\n    ${line.slice(0, 1500)}`)
    .join("");
}
