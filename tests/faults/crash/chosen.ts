import { spawnSync } from "node:child_process";

/** So many turns bring every flow; each commit takes the next one. */
export const turns = 4;

/** What every flow stands on: a change here crashes all of them. */
const common = /^(src\/server\/platform\/(?!pdf\/|pictures\/|files\/)|src\/server\/app\.ts|db\/migrations\/)/;

const module = /^src\/server\/modules\/([^/]+)\//;

/** One flow with the modules whose work it is. */
export interface Touching {
  touches: string[];
}

/**
 * The flows that a short run crashes: those of modules that changed, and a quarter of all that moves on with each commit,
 * so that a fault in the harness itself, or one that came by another way, is found within a few commits.
 *
 * @param changed files of the project that changed; undefined where nobody can say, which takes all
 * @param commits how many commits there are
 */
export function chooseFlows<F extends Touching>(flows: F[], changed: string[] | undefined, commits: number): F[] {
  if (changed === undefined || changed.some((file) => common.test(file) && !file.endsWith(".test.ts"))) return flows;
  const modules = new Set(changed.flatMap((file) => module.exec(file)?.[1] ?? []));
  return flows.filter(
    ({ touches }, index) => index % turns === commits % turns || touches.some((name) => modules.has(name)),
  );
}

/** How long before its last commit a change may have begun: a day's work lands together. */
const changeSeconds = 86_400;

/** What changed in the working tree and in the commits of the day before the last one; undefined without git. */
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

/** What git says, or undefined where it cannot. */
function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, { encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}
