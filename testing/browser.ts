/** How tests start Chromium. A journey with a fake camera adds its own arguments: `launchOptions: { args: [...browserArguments, …] }`. */
export const browserArguments = [
  "--headless",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Chromium's sandbox doesn't work as root.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

/** The Chromium that scripts/test.ts found; undefined means Playwright's own. */
export const chromiumPath = process.env.CHROMIUM_PATH;
