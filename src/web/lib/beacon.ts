import type { Beacon, InteractionKind } from "#contract/analytics/analytics.ts";
import { browserName, deviceType } from "#contract/analytics/device.ts";
import { apiPath } from "./paths.ts";
import { readStorage, storageKeys, writeStorage } from "./safe-storage.ts";

/** The visitor's analytics session: a timestamp and a random string, kept in the browser. */
export function analyticsSession(): string {
  const known = readStorage(storageKeys.analyticsSession);
  if (known) return known;
  const sessionId = `${Date.now()}-${crypto.getRandomValues(new Uint32Array(2)).join("").slice(0, 13)}`;
  writeStorage(storageKeys.analyticsSession, sessionId);
  return sessionId;
}

/** Which browser sends something, as far as analytics may know. */
export const sender = () => ({
  sessionId: analyticsSession(),
  deviceType: deviceType(navigator.userAgent, navigator.maxTouchPoints),
  browser: browserName(navigator.userAgent),
});

/** The server takes no more at once. */
const max = 50;
const waitMs = 10_000;

let waiting: { kind: InteractionKind; id: number; at: number }[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Reports an interaction together with others: after ten seconds, when there are many, or when the page is hidden or
 * left. Never throws, and a failure loses them: no number is worth a visitor's time.
 */
export function reportLater(kind: InteractionKind, id: number): void {
  waiting.push({ kind, id, at: Date.now() });
  if (waiting.length >= max) return sendWaiting();
  timer ??= setTimeout(sendWaiting, waitMs);
}

/** Sends what waits when the page is hidden or left. @returns what ends that */
export function sendWhenHidden(): () => void {
  const send = () => document.visibilityState === "hidden" && sendWaiting();
  document.addEventListener("visibilitychange", send);
  window.addEventListener("pagehide", sendWaiting);
  return () => {
    document.removeEventListener("visibilitychange", send);
    window.removeEventListener("pagehide", sendWaiting);
    sendWaiting();
  };
}

function sendWaiting(): void {
  clearTimeout(timer);
  timer = undefined;
  const items = waiting;
  waiting = [];
  if (items.length === 0) return;
  const now = Date.now();
  const beacon: Beacon = {
    ...sender(),
    isAutomated: navigator.webdriver,
    // A clock that was set back must not spoil all of them.
    items: items.map(({ kind, id, at }) => ({ kind, id, ageMs: Math.min(86_400_000, Math.max(0, now - at)) })),
  };
  const body = JSON.stringify(beacon);
  const path = apiPath("POST /api/analytics/batch");
  try {
    if (navigator.sendBeacon?.(path, new Blob([body], { type: "application/json" }))) return;
    const headers = { "content-type": "application/json" };
    void fetch(path, { method: "POST", body, headers, keepalive: true }).catch(() => undefined);
  } catch {
    // As above.
  }
}
