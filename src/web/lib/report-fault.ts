import type { FaultReport } from "#contract/faults.ts";
import { call, CallError } from "./call.ts";
import { FileGone } from "./fetch-first.ts";

let route = "/";
let release = "unknown";
let left = 5;
const told = new Set<string>();

/** Notes where visitors are, as the route's pattern: a report never holds an address. */
export function noteRoute(pattern: string): void {
  route = pattern;
}

/** A refusal is known to the server, a broken line is nobody's mistake, and what extensions do is not ours; a file that is gone is. */
function isOurs(error: unknown, stack: string): boolean {
  if (error instanceof CallError || !navigator.onLine) return false;
  if (error instanceof FileGone) return true;
  if (error instanceof TypeError && /fetch|network|load failed/i.test(error.message)) return false;
  return !/extension:\/\/|ResizeObserver loop|^Script error/i.test(`${String(error)}\n${stack}`);
}

/**
 * Tells the team of an error: once each, a few times a visit, without a word about the person. That the telling fails is
 * not told.
 */
export function reportFault(error: unknown): void {
  const stack = (error instanceof Error && error.stack) || "";
  const message = error instanceof Error ? `${error.name}: ${error.message}` : `Thrown: ${String(error)}`;
  const kind = `${message}\n${stack.slice(0, 300)}`;
  if (left === 0 || told.has(kind) || !isOurs(error, stack)) return;
  left--;
  told.add(kind);
  void send({ message: message.slice(0, 1000), stack: stack.slice(0, 20_000), route, release });
}

async function send(body: FaultReport): Promise<void> {
  try {
    await (await call("POST", "/api/errors", { body, keepalive: true })).text();
  } catch {
    // Whoever has no line cannot be heard.
  }
}

/** Hears of every error that nothing else has caught. @param running release of this page */
export function watchForFaults(running: string): void {
  release = running;
  window.addEventListener("error", ({ error, message }) => reportFault(error ?? message));
  window.addEventListener("unhandledrejection", ({ reason }) => reportFault(reason));
}
