import { expect, test } from "vitest";
import { hasStackedMarks, sentenceAbout } from "./rules.ts";

test.each([
  ["Zoë Núñez", false],
  ["z\u0300\u0301\u0302\u0303\u0304\u0305algo", true],
  ["हिन्दी", false],
])("%j has stacked marks: %s", (text, has) => expect(hasStackedMarks(text)).toBe(has));

test("a refusal names the word as its author wrote it", () => {
  expect(sentenceAbout({ word: "ass", written: "a.s.s" })).toBe(
    "You can't write “a.s.s” here. Change it and try again.",
  );
});
