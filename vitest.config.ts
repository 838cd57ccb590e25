import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** A fresh clone does not know what takes long: what takes minutes begins first, so that nobody waits for it at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const isLong = ({ moduleId }: TestSpecification) => /\/faults\/(crash|random-kills)\.test\.ts$/.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const cores = availableParallelism();
const everyTest = [
  "src/**/*.test.{ts,tsx}",
  "tests/**/*.test.{ts,tsx}",
  "testing/**/*.test.ts",
  "db/**/*.test.ts",
  "scripts/**/*.test.ts",
];
const components = ["tests/components/**/*.test.tsx"];
/** What ends processes, or holds a database's clock and lines in its hands, has a process of its own for each file. */
const alone = ["tests/faults/**/*.test.ts", "tests/platform/**/*.test.ts", "testing/fault-proxy.test.ts"];

/** What a buyer, the door and an account do, once more through a connection pooler; --full runs more of it. */
const throughPooler = process.env.TEST_FULL
  ? [
      "tests/orders/**/*.test.ts",
      "tests/comps/**/*.test.ts",
      "tests/ticket-changes/**/*.test.ts",
      "tests/door/**/*.test.ts",
      "tests/accounts/**/*.test.ts",
      "tests/payments/**/*.test.ts",
    ]
  : [
      "tests/orders/buy.test.ts",
      "tests/orders/holds.test.ts",
      "tests/door/scan.test.ts",
      "tests/accounts/sign-in.test.ts",
    ];

/** A run by title chooses its own tests. Workers don't see the command line. */
const isByTitle = process.argv.some((argument) => argument === "-t" || argument.startsWith("--testNamePattern"));

export default defineConfig({
  test: {
    env: isByTitle ? { TEST_BY_TITLE: "1" } : {},
    // Not for every test: the setup file takes it from tests that get one try.
    retry: 1,
    setupFiles: ["testing/second-tries.ts", "testing/checked-rows-setup.ts"],
    globalSetup: ["testing/database-server.ts"],
    // Processes, not threads: on Linux a database started by a thread would die with that thread.
    pool: "forks",
    sequence: { sequencer: LongFirst },
    // A busy machine may take its time; what is waited for comes or does not.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 45_000 } },
    // What was found is said whole: the last lines of a run repeat it.
    chaiConfig: { truncateThreshold: 3000 },
    projects: [
      // First, and no more of them than there are cores: what they start needs one too.
      {
        extends: true,
        test: { name: "alone", include: alone, maxWorkers: cores, sequence: { groupOrder: 0 } },
      },
      // Each file makes a database of its own and leaves nothing behind: they share a process and what it has loaded. One
      // worker more than there are cores: much of the time is spent waiting for databases.
      {
        extends: true,
        test: {
          name: "shared",
          include: everyTest,
          exclude: [...components, ...alone],
          isolate: false,
          maxWorkers: cores + 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "pooler",
          include: throughPooler,
          env: { TEST_POOLER: "transaction" },
          isolate: false,
          maxWorkers: cores + 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "components",
          include: components,
          isolate: false,
          setupFiles: ["tests/components/kit/browser-setup.ts"],
          maxWorkers: cores + 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
