import { expect, test } from "vitest";
import { applyMutant } from "./pair.ts";

test.each([
  ["text that occurs once is replaced by the fault", "a < b", { today: "<", fault: "<=" }, "a <= b"],
  ["an empty fault deletes the text", "stop(); go();", { today: "stop(); ", fault: "" }, "go();"],
  ["replacement patterns are taken literally", "mask(x)", { today: "x", fault: "$&$1" }, "mask($&$1)"],
  ["missing text is rejected", "a < b", { today: ">", fault: ">=" }, undefined],
  ["text that occurs twice is rejected", "a < b < c", { today: "<", fault: "<=" }, undefined],
  ["text that overlaps itself is rejected", "aaa", { today: "aa", fault: "b" }, undefined],
  ["empty text is rejected", "a", { today: "", fault: "b" }, undefined],
])("%s", (_, text, pair, expected) => {
  expect(applyMutant(text, pair)).toBe(expected);
});
