import { expect, test } from "vitest";
import { parseTable } from "./parse-table.ts";
import { tableLimits } from "./table.ts";

const small = { ...tableLimits, rows: 3, columns: 3, cells: 6, cellLength: 5 };
const read = (text: string) => parseTable({ text }, small);

test.each([
  ["as many as it may have", "a,b,c\nd,e,f"],
  ["long cells", "abcde,abcde"],
  ["blank rows and cells between, which don't count", "a,,,,b\n\n\n,,,,\nc,,,,d\n\n"],
])("a list is read with %s", (_, text) => {
  expect(read(text).rows.length).toBeGreaterThan(0);
});

test.each([
  ["rows", "a\nb\nc\nd", "This file has more than 3 rows. Split it into smaller files."],
  ["columns", "a,b,c,d", "more than 3 columns"],
  ["columns, each in a row of its own", "a\n,b\n,,c,d", "more than 3 columns"],
  ["cells", "a,b,c\nd,e,f\ng", "more than 6 cells"],
  ["letters in a cell", "a,b\nc,abcdef", "Cell B2 is longer than 5 characters."],
])("a list with too many %s is refused", (_, text, sentence) => {
  expect(() => read(text)).toThrow(sentence);
});
