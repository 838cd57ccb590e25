import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPageCache } from "./page-cache.ts";
import type { PreparedPage } from "./prepared-page.ts";

let answer: string;
let status: number;
let reads: number;
let renders: number;
let cache: ReturnType<typeof createPageCache>;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  answer = "one";
  status = 200;
  reads = renders = 0;
  cache = createPageCache({
    read: async () => {
      reads++;
      await vi.advanceTimersByTimeAsync(0);
      return { status, body: answer, text: status === 200 ? answer : "unavailable" };
    },
    render: async (url, fetchJson) => {
      renders++;
      const { status: read, text } = await fetchJson("/api/events");
      return { status: read, bytes: 10, send: () => undefined, words: `${url} ${text}` } as PreparedPage;
    },
    normalise: (pathname, search) => (pathname === "/events" ? `/events?city=${search.get("city") ?? ""}` : undefined),
  });
});
afterEach(() => vi.useRealTimers());

const words = (page: PreparedPage | undefined) => (page as unknown as { words: string } | undefined)?.words;

test("a thousand visitors at once cause one render and one read", async () => {
  await Promise.all(Array.from({ length: 1000 }, () => cache.get("/events")));
  expect([renders, reads]).toEqual([1, 1]);
});

test("within 0.3 seconds nothing is read again", async () => {
  await cache.get("/events");
  vi.advanceTimersByTime(299);
  expect(cache.peek("/events")).toBeDefined();
  expect(reads).toBe(1);
});

test("unchanged data is read again but not rendered again", async () => {
  await cache.get("/events");
  vi.advanceTimersByTime(600);
  await cache.get("/events");
  expect([renders, reads]).toEqual([1, 2]);
});

test("a change shows within a second, both for those who come at once and for those who come late", async () => {
  await cache.get("/events");
  answer = "two";
  vi.advanceTimersByTime(600);
  cache.peek("/events");
  await vi.advanceTimersByTimeAsync(10);
  expect(words(cache.peek("/events"))).toBe("/events?city= two");
  answer = "three";
  vi.advanceTimersByTime(900);
  expect(cache.peek("/events")).toBeUndefined();
  expect(words(await cache.get("/events"))).toBe("/events?city= three");
});

test("while the data can't be read the old page is served at once, and it is current again afterwards", async () => {
  await cache.get("/events");
  status = 503;
  vi.advanceTimersByTime(1000);
  expect(cache.peek("/events")).toBeUndefined();
  expect(words(await cache.get("/events"))).toBe("/events?city= one");
  vi.advanceTimersByTime(60_000);
  expect(words(cache.peek("/events"))).toBe("/events?city= one");
  expect(renders).toBe(1);
  await vi.advanceTimersByTimeAsync(10);
  status = 200;
  answer = "two";
  await vi.advanceTimersByTimeAsync(1000);
  cache.peek("/events");
  await vi.advanceTimersByTimeAsync(10);
  expect(words(cache.peek("/events"))).toBe("/events?city= two");
});

test("after fifteen minutes without data a page is no longer served", async () => {
  await cache.get("/events");
  status = 503;
  vi.advanceTimersByTime(16 * 60_000);
  expect((await cache.get("/events"))?.status).toBe(503);
});

test("unknown parameters and unknown URLs share one page", async () => {
  await cache.get("/events?utm_source=a&city=Miami");
  await cache.get("/events?city=Miami&utm_source=b");
  await cache.get("/nope");
  await cache.get("/neither?x=1");
  expect(renders).toBe(2);
});

test("time counts as data: an unchanged page is rendered again after half a minute", async () => {
  await cache.get("/events");
  vi.advanceTimersByTime(31_000);
  await cache.get("/events");
  expect(renders).toBe(2);
});
