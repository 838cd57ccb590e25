import { expect, test } from "vitest";
import { allocate, type Quota } from "./rules.ts";

const level = (id: number, capacity: number, held: number, sold: number) => {
  return { id, capacity, held, sold, saleVersion: 0 };
};
const claim = (holderId: string, ...lines: [stockId: number, quantity: number][]) => {
  return { holderId, lines: lines.map(([stockId, quantity]) => ({ stockId, quantity })) };
};

test.each([
  ["the rest is on hold", [level(1, 10, 9, 0)], [[1, 2]], { stockId: 1, available: 1, isOnHold: true }],
  ["the rest is sold", [level(1, 10, 0, 9)], [[1, 2]], { stockId: 1, available: 1, isOnHold: false }],
  ["even if nobody paid it wouldn't be enough", [level(1, 3, 3, 0)], [[1, 4]], { stockId: 1, isOnHold: false }],
  [
    "one stock is on hold and another is sold: sold comes first",
    [level(1, 5, 5, 0), level(2, 5, 0, 5)],
    [
      [1, 1],
      [2, 1],
    ],
    { stockId: 2, isOnHold: false },
  ],
] as [string, ReturnType<typeof level>[], [number, number][], object][])(
  "a refused claim says what was short: %s",
  (_, levels, lines, shortage) => {
    expect(allocate(levels, [claim("a", ...lines)]).shortages[0]).toMatchObject(shortage);
  },
);

test("what a batch gives to one claim counts against the quota of the next, and a first claim can be let through", () => {
  const quota = (quantity: number, more: Partial<Quota> = {}): Quota => {
    return { kind: "person", key: "k", stockId: 1, most: 3, quantity, ...more };
  };
  const refused = (quotas: Quota[], had: number) => {
    const claims = quotas.map(({ quantity }, index) => claim(String(index), [1, quantity]));
    const ofHolder = new Map(quotas.map((each, index) => [String(index), [each]]));
    const { shortages } = allocate([level(1, 99, 0, 0)], claims, { ofHolder, used: new Map([["k", had]]) });
    return shortages.map((shortage) => shortage?.quota?.key);
  };
  expect(refused([quota(2), quota(2), quota(1)], 0)).toEqual([undefined, "k", undefined]);
  expect(refused([quota(1)], 3)).toEqual(["k"]);
  const first = { allowsFirst: true };
  expect(refused([quota(5, first), quota(1, first)], 0)).toEqual([undefined, "k"]);
  expect(refused([quota(5, first)], 1)).toEqual(["k"]);
});
