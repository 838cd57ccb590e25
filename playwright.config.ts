import { defineConfig } from "@playwright/test";
import { browserArguments, chromiumPath } from "./tests/kit/browser.ts";

export default defineConfig({
  testDir: "tests/journeys",
  testMatch: "**/*.e2e.ts",
  globalSetup: "./tests/kit/database-server.ts",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env.CI === "true",
  reporter: "list",
  use: {
    browserName: "chromium",
    launchOptions: { executablePath: chromiumPath, args: browserArguments },
    trace: "retain-on-failure",
    screenshot: "only-on-failure",
    locale: "en-US",
    timezoneId: "America/New_York",
  },
});
