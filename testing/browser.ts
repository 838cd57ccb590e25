/** How tests start Chromium. A journey with a fake camera adds its own arguments: `launchOptions: { args: [...browserArguments, …] }`. */
export const browserArguments = [
  "--headless",
  "--disable-gpu",
  // Drawing without a GPU needs no process of its own.
  "--in-process-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  // Chromium's sandbox doesn't work as root.
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
];

/** The whole Chromium that scripts/test.ts found, for what the headless shell lacks; undefined means Playwright's own. */
export const fullChromiumPath = process.env.CHROMIUM_PATH;

/** The browser of the journeys: Chromium's headless shell, or the whole Chromium where there is no shell. */
export const chromiumPath = process.env.HEADLESS_SHELL_PATH ?? fullChromiumPath;
