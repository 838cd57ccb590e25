import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from "vitest";
import { chooseFlows, describeChoices } from "./choice/choose.ts";
import { forgetOthers, readPassed, recordOutcome } from "./choice/passed-list.ts";
import { hashesOf, readTree } from "./choice/tree.ts";
import { createServerPool, type Servers } from "./crash/child-server.ts";
import { enumerateCrashes, isMissedOften, type EnumerateOptions } from "./crash/enumerate.ts";
import type { FiledFlow } from "./crash/flow.ts";
import { flows as allFlows } from "./crash/flows/all.ts";
import type { Recording } from "./crash/server.ts";
import { setStage, type Stage } from "./crash/stage.ts";
import { crashFile, isByTitle, isFull, report } from "./kit/progress.ts";

// Read before the run: a file that changes meanwhile isn't what passes.
const tree = readTree();
const flows =
  isFull || isByTitle ? allFlows.filter(({ file }) => crashFile === undefined || crashFile === file) : choose();

function choose(): FiledFlow[] {
  const commits = spawnSync("git", ["rev-list", "--count", "HEAD"], { encoding: "utf8" });
  const choices = chooseFlows(allFlows, readPassed(), tree, Number(commits.stdout) || 0);
  console.log(describeChoices(choices, allFlows.length).join("\n"));
  return choices.map(({ flow }) => flow);
}

let servers: Servers;
beforeAll(async () => {
  forgetOthers(allFlows.map(({ name }) => name));
  servers = await createServerPool(3);
});
afterAll(() => servers.close());

describe.for(flows.map((flow) => [flow.name, flow] as const))("%s", ([name, flow]) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await setStage(flow);
  });
  afterAll(() => stage.database.drop());
  const enumerate = (options: EnumerateOptions) => {
    onTestFailed(() => recordOutcome(flow, undefined));
    return enumerateCrashes(servers, flow, stage, options);
  };
  const hasControl = flow.needsNoTransaction === undefined;
  let recording: Recording | undefined;
  const passOnce = () => recording && recordOutcome(flow, hashesOf(tree, flow.file, recording));

  test("after a crash at any step everything adds up", { timeout: isFull ? 1_800_000 : 300_000 }, async () => {
    const onProgress = (done: number, of: number, violations: number) =>
      report(name, { done, of, unit: "crash points", violations });
    const enumeration = await enumerate({ full: isFull, onProgress });
    expect(enumeration.steps.length).toBeGreaterThan(0);
    expect(enumeration.violations).toEqual([]);
    const { points, missed } = enumeration;
    expect(isMissedOften(enumeration), `${missed} of ${points} points were never reached`).toBe(false);
    ({ recording } = enumeration);
    if (!hasControl) passOnce();
  });

  if (!hasControl) return;
  test("negative control: split transactions are detected", { timeout: 300_000 }, async () => {
    const { violations } = await enumerate({ split: true, untilFound: true });
    expect(violations).not.toEqual([]);
    passOnce();
  });
});
