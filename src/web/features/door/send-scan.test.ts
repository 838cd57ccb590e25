import { expect, test } from "vitest";
import { CallError } from "#web/lib/call.ts";
import { isAnswer, readRefusal } from "./send-scan.ts";

test.each([
  ["a page of the Wi-Fi", "<h1>Welcome</h1>"],
  ["nothing", null],
  ["the answer to another scan", { scanId: "b", verdict: "admitted" }],
  ["a verdict that nobody knows", { scanId: "a", verdict: "welcome" }],
  ["a name that every object has", { scanId: "a", verdict: "toString" }],
])("%s is no answer", (_, value) => {
  expect(isAnswer(value, "a")).toBe(false);
});

test("the verdict on this very scan is an answer", () => {
  expect(isAnswer({ scanId: "a", verdict: "void" }, "a")).toBe(true);
});

test("what may pass is asked again, what will not is said", () => {
  const ours = JSON.stringify({ code: "not_found", message: "There is no such night" });
  expect(readRefusal(new TypeError("Failed to fetch"))).toBeUndefined();
  for (const status of [408, 429, 500, 502, 503]) expect(readRefusal(new CallError(status, ours))).toBeUndefined();
  expect(readRefusal(new CallError(404, "<h1>Not here</h1>"))).toBeUndefined();
  expect(readRefusal(new CallError(401, ours))).toEqual({ verdict: "signed_out" });
  expect(readRefusal(new CallError(404, ours))).toEqual({ verdict: "refused", message: "There is no such night" });
});
