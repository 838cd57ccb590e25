import { expect, test } from "vitest";
import { mentionAt } from "./mention-field.tsx";

/** `|` is the caret. */
test.each<[string, string | undefined]>([
  ["@|", ""],
  ["Hey @mar|", "mar"],
  ["Hey @mar| how are you", "mar"],
  ["(@dj.kez|", "dj.kez"],
  ["mail me at me@exam|", undefined],
  ["@marva |", undefined],
  ["no mention|", undefined],
])("in %j, what is typed after the @ is %j", (text, typed) => {
  const caret = text.indexOf("|");
  expect(mentionAt(text.replace("|", ""), caret)?.text).toBe(typed);
});

test("a mention that is corrected is replaced as a whole", () => {
  expect(mentionAt("Hey @marva!", 7)).toEqual({ start: 4, end: 10, text: "ma" });
});
