import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPageCache } from "./page-cache.ts";
import type { SealedPage } from "./sealed-page.ts";

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
      return { status: read, bytes: 10, send: () => undefined, words: `${url} ${text}` } as SealedPage;
    },
    normalise: (pathname, search) => (pathname === "/events" ? `/events?city=${search.get("city") ?? ""}` : undefined),
  });
});
afterEach(() => vi.useRealTimers());

const words = (page: SealedPage | undefined) => (page as unknown as { words: string } | undefined)?.words;

test("a thousand visitors at once cause one rendering and one read", async () => {
  await Promise.all(Array.from({ length: 1000 }, () => cache.get("/events")));
  expect([renders, reads]).toEqual([1, 1]);
});

test("within three tenths of a second nothing is read", async () => {
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

test("a change is seen within a second, by those who come at once and by those who come late", async () => {
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

test("while the data cannot be read the page is given as it was, at once, and is as new as ever afterwards", async () => {
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

test("after a quarter of an hour without data a page is no longer given", async () => {
  await cache.get("/events");
  status = 503;
  vi.advanceTimersByTime(16 * 60_000);
  expect((await cache.get("/events"))?.status).toBe(503);
});

test("unknown parameters and unknown addresses share one page", async () => {
  await cache.get("/events?utm_source=a&city=Miami");
  await cache.get("/events?city=Miami&utm_source=b");
  await cache.get("/nope");
  await cache.get("/neither?x=1");
  expect(renders).toBe(2);
});

test("the clock is data: an unchanged page is made anew after half a minute", async () => {
  await cache.get("/events");
  vi.advanceTimersByTime(31_000);
  await cache.get("/events");
  expect(renders).toBe(2);
});
