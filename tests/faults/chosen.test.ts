import { moduleOrder } from "../../scripts/structure/rooms.ts";
import { expect, test } from "vitest";
import { chooseFlows, turns } from "./crash/chosen.ts";
import { flows } from "./crash/flows/all.ts";

const names = (chosen: { name: string }[]) => chosen.map(({ name }) => name);
const quarter = (commits: number) => chooseFlows(flows, [], commits);

test("four commits in a row crash every flow, a quarter each", () => {
  const seen = Array.from({ length: turns }, (_, turn) => names(quarter(101 + turn)));
  expect(seen.flat().toSorted()).toEqual(names(flows).toSorted());
  for (const chosen of seen) expect(Math.abs(chosen.length - flows.length / turns)).toBeLessThanOrEqual(1);
});

test("a change in a module crashes all flows that use it, whatever the turn", () => {
  const chosen = names(chooseFlows(flows, ["src/server/modules/door/service.ts", "README.md"], 7));
  expect(chosen).toEqual(expect.arrayContaining(["admit someone", "send offline scans"]));
  expect(chosen.length).toBeLessThan(flows.length);
});

test("a change in common code, or an unknown change, crashes all flows", () => {
  expect(chooseFlows(flows, ["src/server/platform/coalesce.ts"], 7)).toEqual(flows);
  expect(chooseFlows(flows, ["db/migrations/0001_accounts.sql"], 7)).toEqual(flows);
  expect(chooseFlows(flows, undefined, 7)).toEqual(flows);
});

test("flows name only existing modules", () => {
  expect(flows.flatMap(({ touches }) => touches).filter((name) => !moduleOrder.includes(name))).toEqual([]);
});
