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

export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.{ts,tsx}", "db/**/*.test.ts", "scripts/**/*.test.ts"],
    globalSetup: ["tests/kit/database-server.ts"],
    // Processes, not threads: on Linux a database started by a thread would die with that thread.
    pool: "forks",
    // All cores: much of the time is spent waiting for databases.
    maxWorkers: "100%",
    sequence: { sequencer: LongFirst },
    // A busy machine may take its time; what is waited for comes or does not.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    // What was found is said whole: the last lines of a run repeat it.
    chaiConfig: { truncateThreshold: 3000 },
  },
});
