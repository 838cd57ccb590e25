import type { PageView } from "#contract/analytics.ts";
import { browserName, deviceType } from "#contract/device.ts";
import { call } from "./call.ts";
import { readStorage, writeStorage, storageKeys } from "./safe-storage.ts";
import { readStoredUser } from "./session-user.ts";

/** The web analytics service, once loaded. It never loads if none is configured. */
export type Service = (name: string, params: Record<string, unknown>) => void;

let service: Service | undefined;
const queued: Parameters<Service>[] = [];
const maxQueued = 20;

function sendToService(...said: Parameters<Service>): void {
  if (service) service(...said);
  else if (queued.length < maxQueued) queued.push(said);
}

/** Sends what was recorded before the service loaded, and everything from now on. */
export function connectService(ready: Service): void {
  service = ready;
  for (const said of queued.splice(0)) ready(...said);
}

/** The visitor's analytics session: a timestamp and a random string, kept in the browser. */
function analyticsSession(): string {
  const known = readStorage(storageKeys.analyticsSession);
  if (known) return known;
  const made = `${Date.now()}-${crypto.getRandomValues(new Uint32Array(2)).join("").slice(0, 13)}`;
  writeStorage(storageKeys.analyticsSession, made);
  return made;
}

/** Where a link says that its visitors come from; nothing else of its query leaves the browser. */
function originOf(search: string): string {
  const origin = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => /^(utm_\w+|via)$/.test(name)));
  return origin.size === 0 ? "" : `?${origin}`.slice(0, 300);
}

/** @returns whether the server has recorded it */
async function send(path: string, body?: PageView): Promise<boolean> {
  try {
    const headers = { "content-type": "application/json", "x-session-id": analyticsSession() };
    const what = body === undefined ? { headers } : { body };
    const answer = await call("POST", `/api/analytics/${path}`, { keepalive: true, ...what });
    // An unread response body keeps its connection busy.
    await answer.text();
    return true;
  } catch (error) {
    // oxlint-disable-next-line no-console -- the specification requires only logging these failures
    console.debug("analytics", path, error);
    return false;
  }
}

/**
 * Records views and clicks. Callers never wait for it, and a failure is only logged. Event names follow the web
 * analytics service.
 */
export const track = {
  /** @param onRecorded runs when the server has recorded it */
  pageView(path: string, onRecorded: () => void): void {
    const { userAgent, maxTouchPoints } = navigator;
    void send("page-view", {
      path: path + originOf(location.search),
      userId: readStoredUser()?.id ?? null,
      sessionId: analyticsSession(),
      deviceType: deviceType(userAgent, maxTouchPoints),
      browser: browserName(userAgent),
      referrer: document.referrer || null,
    }).then((isRecorded) => isRecorded && onRecorded());
    sendToService("page_view", { page_path: path });
  },
  eventView(id: string | number, name?: string): void {
    void send(`events/${id}/view`);
    sendToService("view_event", { event_id: id, event_name: name });
  },
  ticketClick(id: string | number, name?: string): void {
    void send(`events/${id}/ticket-click`);
    sendToService("select_ticket", { event_id: id, event_name: name });
  },
  productView(id: string | number, name?: string): void {
    void send(`products/${id}/view`);
    sendToService("view_item", { items: [{ item_id: String(id), item_name: name }] });
  },
  productDetailClick(id: string | number, name?: string): void {
    void send(`products/${id}/detail-click`);
    sendToService("select_item", { items: [{ item_id: String(id), item_name: name }] });
  },
};
