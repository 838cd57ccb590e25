import { spawnSync } from "node:child_process";

/** This many turns cover every flow; each commit takes the next turn. */
export const turns = 4;

/** Code that every flow uses: a change here crashes all of them. */
const common = /^(src\/server\/platform\/(?!pdf\/|pictures\/|files\/)|src\/server\/app\.ts|db\/migrations\/)/;

const module = /^src\/server\/modules\/([^/]+)\//;

/** A flow with the modules that it exercises. */
export interface Touching {
  touches: string[];
}

/**
 * The flows that a short run crashes: those of changed modules, and a quarter of all that rotates with each commit, so
 * that a bug in the harness itself or one that came in another way is found within a few commits.
 *
 * @param changed the project's changed files; undefined if unknown, which takes all flows
 * @param commits number of commits
 */
export function chooseFlows<F extends Touching>(flows: F[], changed: string[] | undefined, commits: number): F[] {
  if (changed === undefined || changed.some((file) => common.test(file) && !file.endsWith(".test.ts"))) return flows;
  const modules = new Set(changed.flatMap((file) => module.exec(file)?.[1] ?? []));
  return flows.filter(
    ({ touches }, index) => index % turns === commits % turns || touches.some((name) => modules.has(name)),
  );
}

/** How long before the last commit a change may have started: a day's work lands together. */
const changeSeconds = 86_400;

/** What changed in the working tree and in the commits of the last commit's day; undefined without git. */
export function findChange(): { files: string[]; commits: number } | undefined {
  const count = git("rev-list", "--count", "HEAD");
  const last = git("log", "-1", "--format=%ct");
  if (count === undefined || last === undefined) return undefined;
  const before = new Date((Number(last) - changeSeconds) * 1000).toISOString();
  const base = git("rev-list", "-1", `--before=${before}`, "HEAD") || undefined;
  const files = base && git("diff", "--name-only", base);
  if (files === undefined) return undefined;
  return { files: files.split("\n").filter(Boolean), commits: Number(count) };
}

/** The output of git, or undefined if it fails. */
function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}
