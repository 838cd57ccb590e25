import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { describeLines } from "./log.ts";
import { withinRequest } from "./current-request.ts";
import { collapseRepeats } from "./log-repeats.ts";

interface Line {
  level: number;
  msg: string;
  repeats?: number;
  requestIds?: string[];
  requestId?: string;
  job?: string;
  error?: string;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function openLog() {
  const lines: Line[] = [];
  const repeats = collapseRepeats(10_000);
  const log = pino(describeLines("info", repeats), { write: (text: string) => void lines.push(JSON.parse(text)) });
  return { lines, log, repeats, texts: () => lines.map(({ msg, repeats: count }) => [msg, count ?? 1]) };
}

const failure = new Error("connect ECONNREFUSED");

test("of a hundred identical errors the first is logged at once, and the rest as one line with their number", () => {
  const { log, lines, texts } = openLog();
  for (let count = 0; count < 100; count++) log.error({ err: failure, job: "mail" }, "job failed");
  expect(texts()).toEqual([["job failed", 1]]);
  vi.advanceTimersByTime(10_000);
  expect(lines[1]).toMatchObject({ msg: "job failed (repeated)", repeats: 99, job: "mail", error: failure.message });
  expect(lines).toHaveLength(2);
});

test("as long as they repeat there is one line per interval; afterwards the next one is new", () => {
  const { log, texts } = openLog();
  for (let second = 0; second < 30; second++) {
    log.warn("the mail server is slow");
    vi.advanceTimersByTime(1000);
  }
  vi.advanceTimersByTime(60_000);
  log.warn("the mail server is slow");
  expect(texts()).toEqual([
    ["the mail server is slow", 1],
    ["the mail server is slow (repeated)", 9],
    ["the mail server is slow (repeated)", 10],
    ["the mail server is slow (repeated)", 10],
    ["the mail server is slow", 1],
  ]);
});

test("a collapsed line keeps the ids of its requests, so that a number on an error page still finds it", () => {
  const { log, lines, repeats } = openLog();
  for (const id of ["one", "two", "three"]) {
    withinRequest({ id, accountId: undefined }, () => log.error({ err: failure }, "request failed"));
  }
  repeats.flush();
  expect(lines.map(({ requestId, requestIds }) => requestIds ?? requestId)).toEqual(["one", ["two", "three"]]);
});

test.each([
  ["another text", () => [{ err: failure }, "other text"]],
  ["another job", () => [{ err: failure, job: "holds" }, "job failed"]],
  ["another error", () => [{ err: new Error("disk full"), job: "mail" }, "job failed"]],
  ["the same error from another place", () => [{ err: new Error(failure.message), job: "mail" }, "job failed"]],
] as const)("%s is not a repeat", (_, other) => {
  const { log, lines } = openLog();
  log.error({ err: failure, job: "mail" }, "job failed");
  const [detail, text] = other();
  log.error(detail as object, text as string);
  expect(lines).toHaveLength(2);
});

test("lines that only inform are never collapsed", () => {
  const { log, lines } = openLog();
  for (let count = 0; count < 5; count++) log.info({ path: "/events" }, "request");
  expect(lines).toHaveLength(5);
});
