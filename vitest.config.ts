import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}", "tests/**/*.test.{ts,tsx}", "db/**/*.test.ts", "scripts/**/*.test.ts"],
    globalSetup: ["tests/kit/database-server.ts"],
    // Processes, not threads: on Linux a database started by a thread would die with that thread.
    pool: "forks",
    // All cores: much of the time is spent waiting for databases.
    maxWorkers: "100%",
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
