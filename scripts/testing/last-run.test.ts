import { expect, test } from "vitest";
import { compareRuns, slowestFiles, type RunRecord } from "./last-run.ts";

const run = (more: Partial<RunRecord> = {}): RunRecord => ({
  startedAt: "2026-12-05T19:00:00.000Z",
  seconds: 600,
  unitMs: 12,
  fileMs: { "tests/a.test.ts": 10_000, "tests/b.test.ts": 40_000 },
  failed: [],
  unsteady: [],
  ...more,
});

test("two runs are compared by their times and by what fails", () => {
  const last = run({ failed: ["tests/b.test.ts › holds"] });
  const now = run({
    fileMs: { "tests/a.test.ts": 16_000, "tests/b.test.ts": 20_000, "tests/c.test.ts": 1 },
    failed: ["tests/a.test.ts › sells"],
    unsteady: ["tests/a.test.ts › waits"],
  });
  expect(compareRuns(now, last)).toEqual([
    "The last whole run (2026-12-05 19:00 UTC) took 10.0 minutes, and the piece of work 12.0 ms. Since then:",
    "  slower: tests/a.test.ts (10.0 s → 16.0 s)",
    "  faster: tests/b.test.ts (40.0 s → 20.0 s)",
    "  fails now: tests/a.test.ts › sells",
    "  fixed or gone: tests/b.test.ts › holds",
    "  unsteady now: tests/a.test.ts › waits",
    "  new file: tests/c.test.ts",
  ]);
});

test("small changes aren't worth a line", () => {
  const now = run({ fileMs: { "tests/a.test.ts": 14_900, "tests/b.test.ts": 55_000 } });
  expect(compareRuns(now, run())).toHaveLength(1);
});

test("the slowest file is first", () => {
  expect(slowestFiles(run().fileMs)).toEqual(["  40.0 s  tests/b.test.ts", "  10.0 s  tests/a.test.ts"]);
});
