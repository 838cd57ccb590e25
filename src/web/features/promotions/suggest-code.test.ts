import { expect, test } from "vitest";
import { CodeText } from "#contract/promotions/promotions.ts";
import { suggestCode } from "./codes.tsx";

test("a suggested code is a valid code that people can read out: a word and three digits without 0 and 1", () => {
  for (let step = 0; step < 1000; step++) {
    const code = suggestCode(() => (step % 1000) / 1000);
    expect(CodeText.parse(code)).toBe(code);
    expect(code).toMatch(/^[A-Z]{4,9}[2-9]{3}$/);
  }
  expect(new Set(Array.from({ length: 50 }, () => suggestCode())).size).toBeGreaterThan(40);
});
