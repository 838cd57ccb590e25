import { afterEach, beforeEach, expect } from "vitest";
import { signedOutCookie } from "#contract/accounts/signed-out-cookie.ts";
import { installBrowser } from "./browser-globals.ts";
import { expectedErrors } from "./console-errors.ts";
import { openedApps } from "./opened-apps.ts";

// Runs before each component test file: the window must exist before React and the testing library load.
const window = installBrowser();
const { cleanup, configure } = await import("@testing-library/react");
// Waits are long: on a busy machine, the first fetch of a lazy-loaded part takes time.
configure({
  asyncUtilTimeout: 60_000,
  getElementError: (message) => {
    const shown = window.document.body.textContent.slice(0, 1500);
    return Object.assign(new Error(`${message}\n\nThe page says: ${shown}`), { name: "TestingLibraryElementError" });
  },
});

/** Errors that the page wrote to the console since the test started. */
const stray: string[] = [];
const write = console.error;

beforeEach(() => {
  stray.length = 0;
  // React warns about `key` when a failed assertion in a poll prints its elements with their properties.
  const ofTheTests = /not wrapped in act|is not configured to support act|`key` is not a prop/;
  expectedErrors.splice(0, expectedErrors.length, ofTheTests);
  console.error = (...words: unknown[]) => void stray.push(words.map(String).join(" "));
});

afterEach(() => {
  console.error = write;
  const left = stray.filter((text) => !expectedErrors.some((pattern) => pattern.test(text)));
  expect(left, "Stray errors in the console").toEqual([]);
});

afterEach(() => {
  for (const close of openedApps.splice(0)) close();
  cleanup();
  window.document.body.innerHTML = "";
  window.localStorage.clear();
  window.sessionStorage.clear();
  window.document.cookie = `${signedOutCookie}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT`;
});
