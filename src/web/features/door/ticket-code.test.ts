import { expect, test } from "vitest";
import { completeCode, tidyCode, typedCode } from "./verdict-labels.ts";

const code = "SG0123456789ABCDEFGHJKMNPQRSTVWXYZ0123";

test.each([
  ["as printed", code],
  ["in lowercase", code.toLowerCase()],
  ["in groups", code.replace(/(.{4})/g, "$1 ")],
  ["with dashes and a line ending", `${code.replace(/(.{6})/g, "$1-")}\r\n`],
  ["with a long dash from an email app", code.replace(/(.{10})/g, "$1\u2013")],
  ["without its first two letters", code.slice(2)],
])("a code %s is read", (_, text) => {
  expect(completeCode(text)).toBe(code);
});

test.each(["", "SG", code.slice(0, -1), `${code}0`, `XX${code.slice(2)}`, code.replace("0", "?")])(
  "%j is not a complete code",
  (text) => {
    expect(completeCode(text)).toBeUndefined();
  },
);

test("tidying a code from the camera keeps its meaning", () => {
  expect(tidyCode(" https://example.com/a b ")).toBe("HTTPS://EXAMPLE.COM/AB");
});

test.each([
  ["with its prefix", code, code],
  ["in lowercase with spaces", code.toLowerCase().replace(/(.{4})/g, "$1 "), code],
  ["with the mark that some scanners put before it", `]Q3${code}`, code],
  ["after the rest of another one", `XYZ${code}`, code],
  ["typed on AZERTY", "SGà&é\"'(-è_çQBCDEFGHJK?NP", undefined],
])("a code %s is complete or not yet", (_, text, expected) => {
  expect(typedCode(text)).toBe(expected);
});

test("a code without its prefix is never complete by itself: the prefix may be on its way", () => {
  expect(typedCode(code.slice(2))).toBeUndefined();
  expect(typedCode(code.slice(0, -1))).toBeUndefined();
});

test("what another keyboard types is complete too, and stays as it was typed", () => {
  const typed = code
    .replace(/\d/g, (digit) => "à&é\"'(-è_ç"[Number(digit)]!)
    .replace(/[AQZWM]/g, (letter) => ({ A: "Q", Q: "A", Z: "W", W: "Z", M: "?" })[letter]!);
  expect(typedCode(typed)).toBe(typed);
});
