/** What a flow's result depends on, each part as a hash of its text. */
export interface Hashes {
  /** The flow's own code: its file, and what that imports from tests. */
  code: string;
  harness: string;
  /** Code of the server that all modules share. */
  shared: string;
  /** The modules that the flow runs through, by name. */
  modules: Record<string, string>;
  /** The tables that it uses, and the functions of the database, by name. */
  schema: Record<string, string>;
}

/** The same of the working tree: every module and table, and the own code of flows by the name of their file. */
export type Tree = Omit<Hashes, "code"> & { codes: Record<string, string> };

/** What a flow last passed with, by its name. */
export type Passed = ReadonlyMap<string, Hashes & { file: string }>;

/** A flow that runs, and the words that say why: "12 because orders changed". */
export interface Choice<F> {
  flow: F;
  reason: string;
}

/** This many commits in a row run every flow, even if nothing changes. */
export const turns = 8;
/** And this many if shared code has changed. */
export const sharedTurns = 4;

/**
 * The flows to crash: those that depend on anything that differs from what they last passed with, or that haven't
 * passed yet; of those for which only shared code differs, a quarter; and of the others an eighth. Both rotate with
 * each commit.
 *
 * @param commits number of commits
 */
export function chooseFlows<F extends { name: string; file: string }>(
  flows: F[],
  passed: Passed,
  tree: Tree,
  commits: number,
): Choice<F>[] {
  return flows.flatMap((flow, index): Choice<F>[] => {
    const isDue = (count: number) => index % count === commits % count;
    const last = passed.get(flow.name);
    const reason =
      findChange(last, tree, flow.file) ??
      (last?.shared !== tree.shared && isDue(sharedTurns) ? "because shared code changed" : undefined) ??
      (isDue(turns) ? "by turn" : undefined);
    return reason === undefined ? [] : [{ flow, reason }];
  });
}

function findChange(last: Hashes | undefined, tree: Tree, file: string): string | undefined {
  if (last === undefined) return "because they aren't on the list of passed flows";
  if (last.harness !== tree.harness) return "because the harness changed";
  if (last.code !== tree.codes[file]) return "because their own code changed";
  const differs = (part: "modules" | "schema") =>
    Object.keys(last[part]).find((name) => last[part][name] !== tree[part][name]);
  const module = differs("modules");
  if (module !== undefined) return `because ${module} changed`;
  const table = differs("schema");
  return table === undefined ? undefined : `because ${table} changed in the schema`;
}

/** Says which flows run and why, in a few lines. @param total number of all flows */
export function describeChoices(choices: Choice<unknown>[], total: number): string[] {
  const counts = new Map<string, number>();
  for (const { reason } of choices) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const max = [...counts].toSorted((one, other) => other[1] - one[1]);
  return [
    `${choices.length} of ${total} crash flows run${max.length === 0 ? "." : ":"}`,
    ...max.map(([reason, count]) => `  ${count} ${reason}`),
  ];
}

/** Says which flows haven't passed since shared code changed, and how to run them all; undefined if there are none. */
export function describeBehind(passed: Passed, shared: string): string | undefined {
  const behind = [...passed.values()].filter((flow) => flow.shared !== shared);
  if (behind.length === 0) return undefined;
  const parts = [...new Set(behind.map(({ file }) => `crash-${file}`))].toSorted();
  return `Shared code changed since ${behind.length} crash flows last passed: npm run faults -- --full ${parts.join(" ")}`;
}
