import type { Finding } from "./finding.ts";
import type { SourceFile } from "./source-file.ts";

interface Word {
  rule: string;
  pattern: RegExp;
  message: string;
  /** Files that may contain it. */
  except?: RegExp;
}

const words: Word[] = [
  {
    rule: "no-bare-todo",
    pattern: /\b(TODO|FIXME|XXX)\b(?!\()/,
    message: "do it now, or say where it's planned: TODO(decision 0012): …",
  },
  {
    rule: "no-machine-paths",
    pattern: /(?<=^|[\s"'`(=:,[])\/(work|home|root|Users)\/[\w.-]/,
    message: "a path on one machine; make it relative to the repository, or a setting",
  },
  {
    rule: "no-registry-hosts",
    pattern: /\b(registry\.[a-z0-9-]+\.[a-z]+|verdaccio|artifactory|localhost:4873)\b/i,
    message: "the package source belongs in the machine's npm settings, not in the repository",
  },
];

/** These files contain the words in order to forbid them. */
const own = /^(scripts\/structure\/words\.ts|tests\/structure\/)/;

/** Checks for words that don't belong in a product: notes to oneself, and traces of the machine it was written on. */
export function checkForbiddenWords(files: SourceFile[]): Finding[] {
  return files
    .filter((file) => !own.test(file.path))
    .flatMap(({ path, text }) =>
      text
        .split("\n")
        .flatMap((row, index) =>
          words
            .filter(({ pattern, except }) => pattern.test(row) && !except?.test(path))
            .map(({ rule, message }) => ({ file: path, line: index + 1, rule, message })),
        ),
    );
}
