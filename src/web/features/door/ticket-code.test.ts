import { expect, test } from "vitest";
import { completeCode, tidyCode } from "./verdict-labels.ts";

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
