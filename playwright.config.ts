import { defineConfig } from "@playwright/test";
import { browserArguments, chromiumPath } from "./tests/kit/browser.ts";

export default defineConfig({
  testDir: "tests/journeys",
  testMatch: "**/*.e2e.ts",
  globalSetup: "./tests/kit/database-server.ts",
  outputDir: "test-results",
  fullyParallel: true,
  workers: 2,
  timeout: 90_000,
  // A busy machine may take its time; what is waited for comes or does not.
  expect: { timeout: 15_000 },
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
