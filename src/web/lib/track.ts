import { call } from "./call.ts";
import { readStorage, writeStorage } from "./safe-storage.ts";
import { readStoredUser } from "./session-user.ts";
import { storageKeys } from "./storage-keys.ts";

/** The server's analytics endpoints come with their own release; until then a call would only be a 404 in the visitor's console. */
const analyticsAreServed: boolean = false;

export type PageViewRecord = {
  path: string;
  userId: string | number | null;
  sessionId: string;
  deviceType: "mobile" | "tablet" | "desktop";
  browser: string;
  referrer: string | null;
};

/** The visitor's analytics session: a timestamp and a random string, kept in the browser. */
export function analyticsSession(): string {
  const known = readStorage(storageKeys.analyticsSession);
  if (known) return known;
  const made = `${Date.now()}-${crypto.getRandomValues(new Uint32Array(2)).join("").slice(0, 13)}`;
  writeStorage(storageKeys.analyticsSession, made);
  return made;
}

export function deviceType(agent: string): PageViewRecord["deviceType"] {
  if (/ipad|tablet|android(?!.*mobile)/i.test(agent)) return "tablet";
  return /mobi|iphone|ipod|android/i.test(agent) ? "mobile" : "desktop";
}

// Order matters: Opera, Edge and Chrome all call themselves Chrome, and Chrome calls itself Safari.
const browsers: [RegExp, string][] = [
  [/firefox|fxios/i, "Firefox"],
  [/opera|opr\//i, "Opera"],
  [/msie|trident/i, "Internet Explorer"],
  [/edg(e|a|ios)?\//i, "Edge"],
  [/chrome|crios/i, "Chrome"],
  [/safari/i, "Safari"],
];

export const browserName = (agent: string) => browsers.find(([pattern]) => pattern.test(agent))?.[1] ?? "Unknown";

function send(path: string, body?: unknown): void {
  if (!analyticsAreServed) return;
  call("POST", path, {
    keepalive: true,
    ...(body === undefined ? { headers: { "content-type": "application/json" } } : { body }),
  }).catch((error: unknown) => {
    // oxlint-disable-next-line no-console -- the specification has these failures logged and nothing else
    console.debug("analytics", path, error);
  });
}

/** Counts what people look at. Never awaited, never visible, never in the way: a failure is only logged. */
export const track = {
  pageView(path: string): void {
    const record: PageViewRecord = {
      path,
      userId: readStoredUser()?.id ?? null,
      sessionId: analyticsSession(),
      deviceType: deviceType(navigator.userAgent),
      browser: browserName(navigator.userAgent),
      referrer: document.referrer || null,
    };
    send("/api/analytics/page-view", record);
  },
  eventView: (id: string | number) => send(`/api/analytics/events/${id}/view`),
  ticketClick: (id: string | number) => send(`/api/analytics/events/${id}/ticket-click`),
  productView: (id: string | number) => send(`/api/analytics/products/${id}/view`),
  productDetailClick: (id: string | number) => send(`/api/analytics/products/${id}/detail-click`),
};
