import type { BrowserError } from "#contract/error-reports.ts";
import { fetchApi } from "./api.ts";
import { CallError } from "./call.ts";
import { FileGone } from "./fetch-first.ts";

let route = "/";
let release = "unknown";
let left = 5;
const reported = new Set<string>();

/** Stores the current route's pattern for reports, which never include a URL. */
export function setRoute(pattern: string): void {
  route = pattern;
}

/** False for refusals (the server knows them), network failures and extension errors. True for a missing file. */
function isOurs(error: unknown, stack: string): boolean {
  if (error instanceof CallError || !navigator.onLine) return false;
  if (error instanceof FileGone) return true;
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)) return false;
  return !/extension:\/\/|ResizeObserver loop|^Script error/i.test(`${String(error)}\n${stack}`);
}

/**
 * Reports an error to the team: each error once, a few per visit, with no personal data. A failed report is not
 * reported.
 */
export function reportBrowserError(error: unknown): void {
  const stack = (error instanceof Error && error.stack) || "";
  const message = error instanceof Error ? `${error.name}: ${error.message}` : `Thrown: ${String(error)}`;
  const kind = `${message}\n${stack.slice(0, 300)}`;
  if (left === 0 || reported.has(kind) || !isOurs(error, stack)) return;
  left--;
  reported.add(kind);
  void send({ message: message.slice(0, 1000), stack: stack.slice(0, 20_000), route, release });
}

async function send(body: BrowserError): Promise<void> {
  try {
    await (await fetchApi("POST /api/errors", { body, keepalive: true })).text();
  } catch {
    // Offline, the report can't be sent.
  }
}

/** Reports every uncaught error. @param running release of this page */
export function watchForErrors(running: string): void {
  release = running;
  window.addEventListener("error", ({ error, message }) => reportBrowserError(error ?? message));
  window.addEventListener("unhandledrejection", ({ reason }) => reportBrowserError(reason));
}
