import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../root.ts";
import { readPlaywright, readVitest } from "./runners.ts";

test("vitest's test that passes after a failure is unsteady, with the failure's message", () => {
  const outcome = readVitest(
    {
      numPassedTests: 2,
      numPendingTests: 0,
      numTodoTests: 0,
      testResults: [
        {
          name: join(root, "tests/a.test.ts"),
          status: "failed",
          startTime: 1000,
          endTime: 3500,
          assertionResults: [
            { status: "passed", fullName: "sells", failureMessages: [] },
            { status: "passed", fullName: "waits", failureMessages: ["too late"] },
            { status: "failed", fullName: "holds", failureMessages: ["expected 1 to be 2"] },
          ],
        },
      ],
    },
    1,
  );
  const file = "tests/a.test.ts";
  expect(outcome).toEqual({
    passed: 2,
    skipped: 0,
    failures: [{ file, title: "holds", message: "expected 1 to be 2" }],
    unsteady: [{ file, title: "waits", message: "too late" }],
    fileMs: new Map([[file, 2500]]),
    broken: false,
  });
});

test("a flaky journey is unsteady, and one that gets one try has failed", () => {
  const flaky = (title: string, ...messages: string[]) => ({
    file: "a.e2e.ts",
    title,
    tests: [
      {
        status: "flaky",
        results: [
          { duration: 10, errors: messages.map((message) => ({ message })) },
          { duration: 5, errors: [] },
        ],
      },
    ],
  });
  const { passed, failures, unsteady, fileMs } = readPlaywright(
    {
      suites: [
        { specs: [flaky("buys", "no button"), flaky("checks", "no button", "Broken invariants:\n  I-01")] },
        { suites: [{ specs: [flaky("control: without the lock it oversells", "sold 1")] }] },
      ],
      stats: { expected: 4, unexpected: 0, flaky: 3, skipped: 0 },
    },
    0,
  );
  expect([passed, unsteady.map(({ title }) => title)]).toEqual([5, ["buys"]]);
  expect(failures.map(({ title }) => title)).toEqual(["checks", "control: without the lock it oversells"]);
  expect(fileMs).toEqual(new Map([["tests/journeys/a.e2e.ts", 45]]));
});
