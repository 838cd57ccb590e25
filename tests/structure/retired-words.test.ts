import { expect, test } from "vitest";
import {
  findInName,
  findInText,
  findOddSentence,
  checkRetiredWords,
  oddSentences,
  retiredNames,
  retiredParts,
  retiredTexts,
} from "../../scripts/structure/retired-words.ts";

test.each([...retiredParts, ...retiredNames])("$refused is rejected in names", (word) => {
  expect(findInName(word.refused)).toBe(word);
  if (word.allowed !== undefined) expect(findInName(word.allowed)).toBeUndefined();
  if (word.unless !== undefined) expect(word.allowed).toBeDefined();
});

test.each(retiredTexts)("“$refused” is rejected in texts", (word) => expect(findInText(word.refused)).toBe(word));

test.each(oddSentences)("“$refused” is rejected in texts for visitors", (word) => {
  expect([findOddSentence(word.refused), findInText(word.refused)]).toEqual([word, word]);
});

test.each([
  "Measurements are of the hoodie itself. It runs large: if you're between sizes, size down.",
  "Tell us about it",
  "Somebody's uncle folds up his chair.",
])("“%s” passes in the demo", (text) => expect(findOddSentence(text)).toBeUndefined());

test.each([
  ["src/web/features/desk/list.tsx", "export {};"],
  ["src/server/modules/orders/store.ts", "export const findPapers = 1;"],
  ["src/server/modules/orders/store.ts", 'run("night-sales");'],
  ["tests/orders/a.test.ts", "const { isCancelled } = order;"],
  ["src/web/features/orders/a.tsx", "export const A = () => <p>Your e-mail</p>;"],
  ["db/seed/products/tops.ts", 'export const note = "Measured flat, all the way around.";'],
  ["src/server/platform/app-error.ts", 'throw new AppError("not_found", { message: "Somebody was quicker" });'],
])("%s with %s is reported once, with what to write", (path, text) => {
  const findings = checkRetiredWords([{ path, text }]);
  expect(findings).toMatchObject([{ file: path, line: 1, rule: "words" }]);
  expect(findings[0]!.message).toContain(": write ");
});

test.each([
  ["src/web/features/orders/a.tsx", "export const A = () => <p>Saturday night in Brooklyn, your email</p>;"],
  ["src/server/modules/orders/place.ts", 'import { placeOrder } from "./place.ts"; placeOrder(new Map().entries());'],
  ["src/server/modules/ledger/rules.ts", 'const kind = "money_back";'],
  ["src/server/modules/audit/stored-names.ts", 'const stored = "night.cancelled";'],
])("%s with %s passes", (path, text) => expect(checkRetiredWords([{ path, text }])).toEqual([]));
