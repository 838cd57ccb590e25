import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { apiPath } from "./paths.ts";
import { Beacon } from "#contract/analytics/analytics.ts";
import { createStorage } from "#testing/storage-double.ts";
import { reportLater, sendWhenHidden } from "./beacon.ts";

const sent: Promise<Beacon>[] = [];
const fetched: string[] = [];
let isTaken = true;
let page: EventTarget & { visibilityState: string };
let end: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  sent.length = fetched.length = 0;
  isTaken = true;
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("localStorage", createStorage());
  vi.stubGlobal("navigator", {
    userAgent: "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36",
    maxTouchPoints: 0,
    webdriver: false,
    sendBeacon(path: string, body: Blob) {
      expect([path, body.type]).toEqual([apiPath("POST /api/analytics/batch"), "application/json"]);
      if (isTaken) sent.push(body.text().then((text) => Beacon.parse(JSON.parse(text))));
      return isTaken;
    },
  });
  vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
    fetched.push(`${path} ${init.keepalive}`);
    return Promise.reject(new TypeError("Failed to fetch"));
  });
  end = sendWhenHidden();
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("interactions leave together after ten seconds, each with its age", async () => {
  reportLater("stream_view", 7);
  await vi.advanceTimersByTimeAsync(6000);
  reportLater("cart_add", 12);
  await vi.advanceTimersByTimeAsync(3999);
  expect(sent).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.all(sent)).toEqual([
    {
      sessionId: expect.stringMatching(/^\d{13}-\d+$/),
      deviceType: "desktop",
      browser: "Chrome",
      isAutomated: false,
      items: [
        { kind: "stream_view", id: 7, ageMs: 10_000 },
        { kind: "cart_add", id: 12, ageMs: 4000 },
      ],
    },
  ]);
});

test("what waits is sent when the page is hidden or left, and only once", async () => {
  reportLater("stream_chat", 7);
  page.dispatchEvent(new Event("visibilitychange"));
  expect(sent).toHaveLength(0);
  page.visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
  window.dispatchEvent(new Event("pagehide"));
  expect(sent).toHaveLength(1);
  reportLater("stream_shop", 7);
  window.dispatchEvent(new Event("pagehide"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await Promise.all(sent)).map(({ items }) => items.map(({ kind }) => kind))).toEqual([
    ["stream_chat"],
    ["stream_shop"],
  ]);
});

test("fifty are sent at once: the server takes no more", async () => {
  for (let id = 1; id <= 51; id++) reportLater("cart_add", id);
  expect((await Promise.all(sent)).map(({ items }) => items.length)).toEqual([50]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await Promise.all(sent)).map(({ items }) => items.length)).toEqual([50, 1]);
});

test("a browser that takes no beacon sends a request that outlives the page; a failure is quiet", async () => {
  isTaken = false;
  reportLater("cart_add", 12);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(fetched).toEqual([`${apiPath("POST /api/analytics/batch")} true`]);
});

test("a clock that was set back doesn't spoil the others", async () => {
  reportLater("cart_add", 12);
  vi.setSystemTime(Date.now() - 3_600_000);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await Promise.all(sent))[0]!.items).toEqual([{ kind: "cart_add", id: 12, ageMs: 0 }]);
});
