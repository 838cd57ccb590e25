import { expect, test } from "vitest";
import { writeCsv } from "./csv.ts";

const cells = [
  ["=1+1", `"'=1+1"`],
  ["+1 876 555 0100", `"'+1 876 555 0100"`],
  ["-2", `"'-2"`],
  ["@SUM(A1)", `"'@SUM(A1)"`],
  ["\t=1", `"'\t=1"`],
  ["\r=1", `"'\r=1"`],
  ["  =1", `"'  =1"`],
  ["\u00a0=1", `"'\u00a0=1"`],
  ["|cmd", `"'|cmd"`],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ["Renée, “the Queen”", `"Renée, “the Queen”"`],
  ["two\nlines", `"two\nlines"`],
  ["a=b", `"a=b"`],
  ["", `""`],
  [-5, "-5"],
  [null, ""],
] as const;

test.each(cells)("the cell %j is written as %s", (cell, written) => {
  expect(writeCsv(["h"], [[cell]])).toBe(`\ufeff"h"\r\n${written}\r\n`);
});
