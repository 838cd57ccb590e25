import { expect, test } from "vitest";
import { CallError } from "#web/lib/call.ts";
import { isAnswer, readRefusal } from "./send-scan.ts";

test.each([
  ["a Wi-Fi login page", "<h1>Welcome</h1>"],
  ["nothing", null],
  ["the response to another scan", { scanId: "b", verdict: "admitted" }],
  ["an unknown verdict", { scanId: "a", verdict: "welcome" }],
  ["a property name that every object has", { scanId: "a", verdict: "toString" }],
])("%s is not a valid response", (_, value) => {
  expect(isAnswer(value, "a")).toBe(false);
});

test("the verdict on this scan is a valid response", () => {
  expect(isAnswer({ scanId: "a", verdict: "void" }, "a")).toBe(true);
});

test("temporary errors are retried, permanent ones are shown", () => {
  const ours = JSON.stringify({ code: "not_found", message: "We can't find that event" });
  expect(readRefusal(new TypeError("Failed to fetch"))).toBeUndefined();
  for (const status of [408, 429, 500, 502, 503]) expect(readRefusal(new CallError(status, ours))).toBeUndefined();
  expect(readRefusal(new CallError(404, "<h1>Not here</h1>"))).toBeUndefined();
  expect(readRefusal(new CallError(401, ours))).toEqual({ verdict: "signed_out" });
  expect(readRefusal(new CallError(404, ours))).toEqual({ verdict: "refused", message: "We can't find that event" });
});
