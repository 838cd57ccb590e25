import { analyticsSession, reportLater, sender } from "./beacon.ts";
import { fetchApi } from "./api.ts";
import { readStoredUser } from "./session-user.ts";

/** The web analytics service, once loaded. It never loads if none is configured. */
export type Service = (name: string, params: Record<string, unknown>) => void;

let service: Service | undefined;
let queued: { on: string; args: Parameters<Service> }[] = [];
const maxQueued = 20;

function sendToService(...args: Parameters<Service>): void {
  if (service) service(...args);
  else queued = [...queued, { on: location.pathname, args }].slice(-maxQueued);
}

/**
 * Sends what happened on this page before the service loaded, and everything from now on. Earlier pages stay unsaid: the
 * visitor hadn't agreed to it there. Without a service, nothing more is sent to it, and nothing is remembered.
 */
export function connectService(ready: Service | undefined): void {
  const before = queued;
  queued = [];
  service = ready;
  for (const { on, args } of before) if (on === location.pathname) service?.(...args);
}

/** Where a link says that its visitors come from; nothing else of its query leaves the browser. */
function originOf(search: string): string {
  const origin = new URLSearchParams([...new URLSearchParams(search)].filter(([name]) => /^(utm_\w+|via)$/.test(name)));
  return origin.size === 0 ? "" : `?${origin}`.slice(0, 300);
}

/** @returns whether the server has recorded it */
async function record(name: string, answer: Promise<Response>): Promise<boolean> {
  try {
    // An unread response body keeps its connection busy.
    await (await answer).text();
    return true;
  } catch (error) {
    // The specification requires only logging these failures.
    console.debug("analytics", name, error);
    return false;
  }
}

type InteractionName =
  | "POST /api/analytics/events/{id}/view"
  | "POST /api/analytics/events/{id}/ticket-click"
  | "POST /api/analytics/products/{id}/view"
  | "POST /api/analytics/products/{id}/detail-click";

/** Records an interaction: a view of something, or a press on it. */
function recordInteraction(name: InteractionName, id: string | number): void {
  const headers = { "content-type": "application/json", "x-session-id": analyticsSession() };
  void record(name, fetchApi(name, { params: { id: Number(id) }, keepalive: true, headers }));
}

/**
 * Records views and clicks. Callers never wait for it, and a failure is only logged. Event names follow the web
 * analytics service.
 */
export const track = {
  /** @param onRecorded runs when the server has recorded it */
  pageView(path: string, onRecorded: () => void): void {
    const body = {
      path: path + originOf(location.search),
      userId: readStoredUser()?.id ?? null,
      ...sender(),
      referrer: document.referrer || null,
    };
    void record("page-view", fetchApi("POST /api/analytics/page-view", { body, keepalive: true })).then(
      (isRecorded) => isRecorded && onRecorded(),
    );
    sendToService("page_view", { page_path: path });
  },
  eventView(id: string | number, name?: string): void {
    recordInteraction("POST /api/analytics/events/{id}/view", id);
    sendToService("view_event", { event_id: id, event_name: name });
  },
  ticketClick(id: string | number, name?: string): void {
    recordInteraction("POST /api/analytics/events/{id}/ticket-click", id);
    sendToService("select_ticket", { event_id: id, event_name: name });
  },
  productView(id: string | number, name?: string): void {
    recordInteraction("POST /api/analytics/products/{id}/view", id);
    sendToService("view_item", { items: [{ item_id: String(id), item_name: name }] });
  },
  productDetailClick(id: string | number, name?: string): void {
    recordInteraction("POST /api/analytics/products/{id}/detail-click", id);
    sendToService("select_item", { items: [{ item_id: String(id), item_name: name }] });
  },
  cartAdd: (productId: number) => reportLater("cart_add", productId),
  streamView: (id: number) => reportLater("stream_view", id),
  streamChat: (id: number) => reportLater("stream_chat", id),
  /** A press on what a stream sells. */
  streamShop: (id: number) => reportLater("stream_shop", id),
};
