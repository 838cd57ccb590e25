import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium } from "playwright-core";
import { root } from "../root.ts";
import { installDebianPackage, isRoot, runQuietly } from "./debian-package.ts";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const shellName = "chromium-headless-shell";
const usualPaths = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** A browser for the journeys, or how to get one. */
export type FoundChromium = { path: string } | { missing: string };

/**
 * Finds a Chromium that runs: CHROMIUM_PATH or CHROME_PATH, one installed on the system, or Playwright's own. If there
 * is none, installs one: Debian's package as root, Playwright's download otherwise.
 */
export function findOrInstallChromium(): FoundChromium {
  const named = process.env.CHROMIUM_PATH ?? process.env.CHROME_PATH;
  if (named)
    return runs(named)
      ? { path: named }
      : { missing: `CHROMIUM_PATH is ${named}, which doesn't run. Correct it or unset it` };
  const path = find() ?? (installDebianPackage("chromium", "Chromium") && find()) ?? (download() && find());
  return path
    ? { path }
    : {
        missing: "Chromium wasn't found and couldn't be installed. Install Chromium or Chrome, or set CHROMIUM_PATH",
      };
}

/**
 * Finds Chromium's headless shell, which has no windows and takes a quarter less CPU for the same pages; as root on
 * Debian, installs it if there is none. Undefined if CHROMIUM_PATH names a browser, or if there is no shell.
 */
export function findOrInstallHeadlessShell(): string | undefined {
  if (process.env.CHROMIUM_PATH ?? process.env.CHROME_PATH) return undefined;
  return findShell() ?? (installDebianPackage(shellName, "Chromium's headless shell") ? findShell() : undefined);
}

function findShell() {
  return pathsOf([shellName]).find(runs);
}

function find() {
  return [...pathsOf(names), ...usualPaths, chromium.executablePath()].find(runs);
}

/** Where programs of these names would be, those on the PATH first. */
function pathsOf(programs: string[]) {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin"];
  return folders.flatMap((folder) => programs.map((name) => join(folder, name)));
}

/** Ubuntu's /usr/bin/chromium-browser is only a hint to install a snap: the file alone proves nothing. */
function runs(path: string) {
  if (!existsSync(path)) return false;
  // On Windows, `chrome --version` opens a window.
  if (process.platform === "win32") return true;
  return spawnSync(path, ["--version", "--no-sandbox"], { stdio: "ignore", timeout: 20_000 }).status === 0;
}

function download() {
  console.log("Chromium wasn't found. Downloading Playwright's (npx playwright install chromium) …");
  // Only root may install the system libraries that it needs.
  const libraries = process.platform === "linux" && isRoot() ? ["--with-deps"] : [];
  const cli = join(root, "node_modules/playwright/cli.js");
  return runQuietly(process.execPath, [cli, "install", ...libraries, "chromium"]) || undefined;
}
