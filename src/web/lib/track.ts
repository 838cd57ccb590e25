import type { PageView } from "#contract/analytics.ts";
import { call } from "./call.ts";
import { browserName, deviceType } from "./device.ts";
import { readStorage, writeStorage } from "./safe-storage.ts";
import { readStoredUser } from "./session-user.ts";
import { storageKeys } from "./storage-keys.ts";

/** The web analytics service, once it is loaded; where none is configured it never is. */
export type Service = (name: string, facts: Record<string, unknown>) => void;

let service: Service | undefined;
const untold: Parameters<Service>[] = [];
const mostUntold = 20;

function tellService(...said: Parameters<Service>): void {
  if (service) service(...said);
  else if (untold.length < mostUntold) untold.push(said);
}

/** Hands over what was said before the service was there, and everything from now on. */
export function connectService(ready: Service): void {
  service = ready;
  for (const said of untold.splice(0)) ready(...said);
}

/** The visitor's analytics session: a timestamp and a random string, kept in the browser. */
export function analyticsSession(): string {
  const known = readStorage(storageKeys.analyticsSession);
  if (known) return known;
  const made = `${Date.now()}-${crypto.getRandomValues(new Uint32Array(2)).join("").slice(0, 13)}`;
  writeStorage(storageKeys.analyticsSession, made);
  return made;
}

async function send(path: string, body?: PageView): Promise<void> {
  try {
    const what = body === undefined ? { headers: { "content-type": "application/json" } } : { body };
    const answer = await call("POST", `/api/analytics/${path}`, { keepalive: true, ...what });
    // An answer that nobody reads keeps its line busy.
    await answer.text();
  } catch (error) {
    // oxlint-disable-next-line no-console -- the specification has these failures logged and nothing else
    console.debug("analytics", path, error);
    throw error;
  }
}

const ignore = () => undefined;

/**
 * Counts what people look at. Never awaited, never visible, never in the way: a failure is only logged. The names in the
 * web analytics service are its own.
 */
export const track = {
  /** @param onRecorded runs when the server has taken it in */
  pageView(path: string, onRecorded: () => void): void {
    const { userAgent, maxTouchPoints } = navigator;
    send("page-view", {
      path,
      userId: readStoredUser()?.id ?? null,
      sessionId: analyticsSession(),
      deviceType: deviceType(userAgent, maxTouchPoints),
      browser: browserName(userAgent),
      referrer: document.referrer || null,
    }).then(onRecorded, ignore);
    tellService("page_view", { page_path: path });
  },
  eventView(id: string | number, name?: string): void {
    send(`events/${id}/view`).catch(ignore);
    tellService("view_event", { event_id: id, event_name: name });
  },
  ticketClick(id: string | number, name?: string): void {
    send(`events/${id}/ticket-click`).catch(ignore);
    tellService("select_ticket", { event_id: id, event_name: name });
  },
  productView(id: string | number, name?: string): void {
    send(`products/${id}/view`).catch(ignore);
    tellService("view_item", { items: [{ item_id: String(id), item_name: name }] });
  },
  productDetailClick(id: string | number, name?: string): void {
    send(`products/${id}/detail-click`).catch(ignore);
    tellService("select_item", { items: [{ item_id: String(id), item_name: name }] });
  },
};
