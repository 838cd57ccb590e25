import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { browserArguments, chromiumPath } from "./testing/browser.ts";

const isCi = process.env.CI === "true";

export default defineConfig({
  testDir: "tests/journeys",
  testMatch: "**/*.e2e.ts",
  globalSetup: "./testing/database-server.ts",
  outputDir: "test-results",
  // A file's journeys run in its order and on its site; files that need nothing of their own share a worker's process.
  fullyParallel: false,
  // One more than there are cores: a journey waits for its page about half of its time.
  workers: availableParallelism() + 1,
  timeout: 240_000,
  // A busy machine may take its time; what is waited for comes or does not.
  expect: { timeout: 45_000 },
  // In a new process, so on a new site. `npm test` fails those that get one try all the same.
  retries: 1,
  forbidOnly: isCi,
  reporter: "list",
  use: {
    browserName: "chromium",
    launchOptions: { executablePath: chromiumPath, args: browserArguments },
    // A trace takes time.
    trace: "on-first-retry",
    screenshot: "only-on-failure",
    locale: "en-US",
    timezoneId: "America/New_York",
    // A page's files come from the server that a journey watches; what opens offline has journeys of its own.
    serviceWorkers: "block",
    // Motion takes time and shows nothing that stays: a journey about motion asks for it.
    contextOptions: { reducedMotion: "reduce" },
  },
});
