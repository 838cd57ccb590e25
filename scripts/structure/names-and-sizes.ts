import type { Finding } from "./finding.ts";
import { isTest } from "./rooms.ts";
import type { SourceFile } from "./source-file.ts";

const kebab = /^[.a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*$/;
/** Migrations have their number before an underscore. */
const migration = /^\d{4}_[a-z0-9]+(_[a-z0-9]+)*\.sql$/;
const wellKnown = new Set(["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Dockerfile"]);
const emptyWords = /(^|-)(utils?|helpers?|common|misc|managers?|data|info)$/;

/** Checks names: kebab-case everywhere, and no meaningless words. */
export function checkNames(paths: string[]): Finding[] {
  return paths.flatMap((path) => {
    const parts = path.split("/");
    const file = parts.at(-1)!;
    const findings: Finding[] = [];
    const odd = parts.find((part) => !kebab.test(part) && !migration.test(part) && !wellKnown.has(part));
    if (odd !== undefined) findings.push({ file: path, rule: "kebab-case", message: `rename ${odd} to kebab-case` });
    const stems = [...parts.slice(0, -1), file.split(".")[0]!];
    const empty = /\.tsx?$/.test(file) ? stems.find((stem) => emptyWords.test(stem)) : undefined;
    if (empty !== undefined) {
      findings.push({
        file: path,
        rule: "meaningful-names",
        message: `${empty} is meaningless; name the noun and the role`,
      });
    }
    return findings;
  });
}

const numberedFolders = ["db/migrations", "docs/decisions"];

/** Checks that migrations and decisions are numbered from 0001 without gaps, each number once. */
export function checkNumbers(paths: string[]): Finding[] {
  return numberedFolders.flatMap((folder) =>
    paths
      .filter((path) => path.startsWith(`${folder}/`))
      .toSorted()
      .flatMap((path, index) => {
        const number = String(index + 1).padStart(4, "0");
        if (path.startsWith(`${folder}/${number}`)) return [];
        return [{ file: path, rule: "numbers", message: `${number} is the next free number: rename it` }];
      })
      .slice(0, 1),
  );
}

/** Line limits for files: where the check fails, and where it warns. */
export const sizes = { fail: 400, failTest: 500, warn: 250 };

const measured = /\.(ts|tsx|mjs|css|sql)$/;
/** The baseline, generated files, seeds and copy may be of any length. */
const isExempt = (path: string) =>
  path.endsWith(".generated.ts") ||
  /^db\/(schema|migrations\/0001_baseline)\.sql$/.test(path) ||
  /^db\/seed\/|(^|\/)copy\//.test(path);

const countLines = (text: string) => text.split("\n").length - (text.endsWith("\n") ? 1 : 0);

/** Checks sizes: split a file that grows past the limit by sub-noun. */
export function checkSizes(files: SourceFile[]): Finding[] {
  return files
    .filter((file) => measured.test(file.path) && !isExempt(file.path))
    .flatMap(({ path, text }): Finding[] => {
      const lines = countLines(text);
      const max = isTest(path) ? sizes.failTest : sizes.fail;
      if (lines > max) {
        return [
          {
            file: path,
            rule: "file-size",
            message: `${lines} lines, at most ${max}: split it by sub-noun, with the same terms inside`,
          },
        ];
      }
      return lines >= sizes.warn && !isTest(path)
        ? [
            {
              file: path,
              rule: "file-size",
              warning: true,
              message: `${lines} lines: look for a sub-noun to split off before it reaches ${max}`,
            },
          ]
        : [];
    });
}

/** Median and 95th percentile of the line counts of program files. */
export function describeSizes(files: SourceFile[]): string {
  const lines = files
    .filter((file) => /^src\/.*\.(ts|tsx)$/.test(file.path) && !isExempt(file.path))
    .map(({ text }) => countLines(text))
    .toSorted((a, b) => a - b);
  const at = (share: number) => lines[Math.min(lines.length - 1, Math.floor(lines.length * share))] ?? 0;
  return `${lines.length} files in src, median ${at(0.5)} lines, 95% under ${at(0.95) + 1}`;
}
