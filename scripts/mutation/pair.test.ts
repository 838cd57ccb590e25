import { expect, test } from "vitest";
import { applyMutant } from "./pair.ts";

test.each([
  ["text that occurs once becomes the fault", "a < b", { today: "<", fault: "<=" }, "a <= b"],
  ["an empty fault takes the text away", "stop(); go();", { today: "stop(); ", fault: "" }, "go();"],
  ["signs of a replacement pattern stay as they are", "mask(x)", { today: "x", fault: "$&$1" }, "mask($&$1)"],
  ["text that is not there is refused", "a < b", { today: ">", fault: ">=" }, undefined],
  ["text that occurs twice is refused", "a < b < c", { today: "<", fault: "<=" }, undefined],
  ["text that overlaps itself is refused", "aaa", { today: "aa", fault: "b" }, undefined],
  ["empty text is refused", "a", { today: "", fault: "b" }, undefined],
])("%s", (_, text, pair, expected) => {
  expect(applyMutant(text, pair)).toBe(expected);
});
