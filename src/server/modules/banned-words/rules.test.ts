import { expect, test } from "vitest";
import { findBannedWord, foldText, hasLink, hasStackedMarks } from "./rules.ts";

const words = new Set(["badword", "ass", "hell"].map(foldText));
test.each([
  ["you badword", "badword"],
  ["BADWORD!", "badword"],
  ["b a d w o r d", "badword"],
  ["b.a.d-w_o r*d", "badword"],
  ["b4dw0rd", "badword"],
  ["baaaddwooord", "badword"],
  ["bádwörd", "badword"],
  ["b\u200badword", "badword"],
  ["ｂａｄｗｏｒｄ", "badword"],
  ["a$$", "ass"],
  ["go to hell", "hell"],
  // Words that contain one, and names.
  ["first class", undefined],
  ["hello", undefined],
  ["Dick Hyman plays", undefined],
  ["I am a DJ", undefined],
  ["see u at 8 a m", undefined],
  ["", undefined],
])("%j has the banned word %s", (text, word) => {
  expect(findBannedWord(text, words)).toBe(word);
});

test.each([
  ["https://evil.example", true],
  ["www.evil.example", true],
  ["go to evil.com now", true],
  ["EVIL.COM/path", true],
  ["bit.ly/abc", true],
  ["this is great.really", false],
  ["doors at 7.30 p.m.", false],
  ["no... way", false],
])("%j has a link: %s", (text, has) => expect(hasLink(text)).toBe(has));

test.each([
  ["Zoë Núñez", false],
  ["z\u0300\u0301\u0302\u0303\u0304\u0305algo", true],
  ["हिन्दी", false],
])("%j has stacked marks: %s", (text, has) => expect(hasStackedMarks(text)).toBe(has));
