import { afterAll, beforeAll, expect, test } from "vitest";
import { keepServers, type Servers } from "./crash/child-server.ts";
import { enumerateCrashes, isMissedOften } from "./crash/enumerate.ts";
import { chooseFlows, findChange } from "./crash/chosen.ts";
import { flows as allFlows } from "./crash/flows/all.ts";
import { isFull, report } from "./kit/progress.ts";

// A short run crashes changed flows and a quarter of the rest; --full crashes everything, and so does a run by title.
const change = findChange();
const isAsked = process.argv.some((argument) => argument === "-t" || argument.startsWith("--testNamePattern"));
const flows = isFull || isAsked ? allFlows : chooseFlows(allFlows, change?.files, change?.commits ?? 0);

let servers: Servers;
beforeAll(async () => {
  servers = await keepServers(3);
});
afterAll(() => servers.close());

test.for(flows.map((flow) => [flow.name, flow] as const))(
  "%s: after a crash at any step everything adds up",
  { timeout: isFull ? 1_800_000 : 300_000 },
  async ([name, flow]) => {
    const onProgress = (done: number, of: number, violations: number) =>
      report(name, { done, of, unit: "crash points", violations });
    const enumeration = await enumerateCrashes(servers, flow, { full: isFull, onProgress });
    expect(enumeration.steps.length).toBeGreaterThan(0);
    expect(enumeration.violations).toEqual([]);
    const { points, missed } = enumeration;
    expect(isMissedOften(enumeration), `${missed} of ${points} points were never reached`).toBe(false);
  },
);

test.for(
  flows.filter(({ needsNoTransaction }) => needsNoTransaction === undefined).map((flow) => [flow.name, flow] as const),
)("negative control: %s, with its transactions split, is detected", { timeout: 300_000 }, async ([, flow]) => {
  const { violations } = await enumerateCrashes(servers, flow, { split: true, untilFound: true });
  expect(violations).not.toEqual([]);
});
