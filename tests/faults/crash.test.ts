import { afterAll, beforeAll, expect, test } from "vitest";
import { keepServers, type Servers } from "./crash/child-server.ts";
import { enumerateCrashes, isMissedOften } from "./crash/enumerate.ts";
import { flows } from "./crash/flows/all.ts";
import { isFull, report } from "./kit/progress.ts";

let servers: Servers;
beforeAll(async () => {
  servers = await keepServers(3);
});
afterAll(() => servers.close());

test.for(flows.map((flow) => [flow.name, flow] as const))(
  "%s: a crash at any step leaves nothing that does not add up",
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
)("negative control: %s, with its transactions taken apart, is found out", { timeout: 300_000 }, async ([, flow]) => {
  const { violations } = await enumerateCrashes(servers, flow, { split: true, untilFound: true });
  expect(violations).not.toEqual([]);
});
