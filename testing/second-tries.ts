import { relative } from "node:path";
import { beforeAll, type RunnerTask, type RunnerTestCase } from "vitest";
import { mayRetry } from "../scripts/testing/second-try.ts";

// Runs before each test file. The configuration gives every test a second try; this takes it from tests that get one.
// oxlint-disable-next-line no-empty-pattern -- vitest reads from the pattern which fixtures to create
beforeAll(({}, suite) => {
  for (const test of testsIn(suite.tasks)) {
    const name = { file: relative(process.cwd(), test.file.filepath), title: test.fullTestName };
    if (!test.retry) continue;
    const condition = ({ message }: { message: string }) => mayRetry({ ...name, message });
    test.retry = mayRetry(name) ? { count: 1, condition } : 0;
  }
});

const testsIn = (tasks: RunnerTask[]): RunnerTestCase[] =>
  tasks.flatMap((task) => (task.type === "suite" ? testsIn(task.tasks) : [task]));
