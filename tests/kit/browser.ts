/** How Chromium is started in tests. A journey with a fake camera adds its own: `launchOptions: { args: [...browserArguments, …] }`. */
export const browserArguments = [
  "--headless",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Chromium's sandbox refuses to work for root.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

/** The Chromium that scripts/test.ts found; undefined means Playwright's own. */
export const chromiumPath = process.env.CHROMIUM_PATH;
