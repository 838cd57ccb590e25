import { expect, test } from "vitest";
import { cleanText, cleanTexts, plainDashes } from "./typed-text.ts";

test.each([
  ["\u2068Marva Pierre\u2069", "Marva Pierre"],
  ["\u200e12 Dean St", "12 Dean St"],
  ["marva@example.com\u200b", "marva@example.com"],
  ["\u200e11238", "11238"],
  ["Mar\u00adva\u00a0Pierre\u202f", "Marva Pierre "],
  ["\ufeffName\u2060", "Name"],
  ["\u202eadmin\u202c", "admin"],
  ["\u3164\u2800", ""],
  ["Mar\u200dva\u200c", "Marva"],
  ["Fe\u0302te", "Fête"],
  ["e\u200b\u0301", "é"],
  ["one\u2028two\u0085three", "one\ntwo\nthree"],
  ["夏\u3000祭り", "夏 祭り"],
  ["\ttwo\nlines\r\n", "\ttwo\nlines\n"],
  ["one\rtwo", "one\ntwo"],
])("%j is cleaned to %j", (text, clean) => {
  expect(cleanText(text)).toBe(clean);
});

test.each([
  ["an emoji of several people", "👩\u200d👩\u200d👧\u200d👦"],
  ["a profession and a skin tone", "👩🏾\u200d⚖\ufe0f"],
  ["a flag of a region", "🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}"],
  ["Persian with a non-joiner", "می\u200cخواهم"],
  ["Hindi with a joiner", "क्\u200dष"],
  ["a dash and curly quotes", "“Soca – fête”"],
])("%s stays as it is", (_what, text) => {
  expect(cleanText(text)).toBe(text);
});

test("all texts of a body are cleaned at any depth, except passwords, files and dates", () => {
  const file = new (class File {
    name = "\u200b";
  })();
  const body = {
    name: "A\u200b",
    list: [{ city: "\u200eMiami" }, null, 7],
    password: "e\u0301",
    newPassword: "\u200b",
    file,
  };
  expect(cleanTexts(body)).toEqual({
    name: "A",
    list: [{ city: "Miami" }, null, 7],
    password: "e\u0301",
    newPassword: "\u200b",
    file,
  });
  expect(cleanTexts(JSON.parse('{"__proto__":{"a":"\u200b"}}'))).not.toHaveProperty("a");
});

test.each(["SAVE\u201310", "SAVE\u201410", "SAVE\u221210", "SAVE\u201010", "SAVE\u201110", "SAVE\uff0d10", "SAVE-10"])(
  "the dash of %s is a plain one",
  (code) => {
    expect(plainDashes(code)).toBe("SAVE-10");
  },
);
