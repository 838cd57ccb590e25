import { expect, test } from "vitest";
import { CallError } from "#web/lib/call.ts";
import { refusalOf } from "./refusal-callout.tsx";

const refused = (status: number, code: string, message = "m") =>
  refusalOf(new CallError(status, JSON.stringify({ code, message })));

test.each([
  [409, "sold_out", "choose"],
  [409, "in_carts", "choose"],
  [429, "proof_required", "retry"],
  [429, "free_limit", "sign-in"],
  [409, "sales_closed", "choose"],
  [409, "over_limit", "choose"],
  [409, "order_closed", "choose"],
  [404, "not_found", "choose"],
  [401, "not_signed_in", "sign-in"],
  [503, "unavailable", "retry"],
  [429, "too_many_requests", "retry"],
  [500, "internal", "retry"],
] as const)("a %i %s offers to %s", (status, code, way) => {
  expect(refused(status, code).way).toBe(way);
});

test("the server's own text is shown if it names a number", () => {
  expect(refused(409, "sold_out", "Only 2 left").text).toMatch(/^Only 2 left\. /);
});

test("a network failure and a response that isn't JSON can be retried", () => {
  expect(refusalOf(new TypeError("Failed to fetch")).title).toBe("No connection");
  expect(refusalOf(new CallError(502, "<html>bad gateway</html>")).way).toBe("retry");
});

const codes = [
  "sold_out",
  "in_carts",
  "sales_closed",
  "over_limit",
  "not_found",
  "invalid_input",
  "order_closed",
  "not_signed_in",
  "proof_required",
  "free_limit",
  "too_many_requests",
  "unavailable",
  "internal",
];
test.each(codes)("a %s says nothing of tickets when items are ordered, and offers the same", (code) => {
  const error = new CallError(409, JSON.stringify({ code, message: "m" }));
  const { title, text, way } = refusalOf(error, "items");
  expect(`${title} ${text}`).not.toMatch(/ticket/i);
  expect(way).toBe(refusalOf(error).way);
});
