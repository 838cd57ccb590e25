import { expect, test } from "vitest";
import { csvPageSize, streamCsv, type CsvCell } from "./csv.ts";

async function* pagesOf(rows: CsvCell[][]) {
  for (let start = 0; start < Math.max(1, rows.length); start += csvPageSize)
    yield rows.slice(start, start + csvPageSize);
}

async function wholeFile(lines: AsyncGenerator<string>): Promise<string> {
  let text = "";
  for await (const part of lines) text += part;
  return text;
}

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
  ["＝1+1", `"'＝1+1"`],
  ["＋1", `"'＋1"`],
  ["－2", `"'－2"`],
  ["＠SUM(A1)", `"'＠SUM(A1)"`],
  ["\u3000＝1", `"'\u3000＝1"`],
  ["﹦1", `"'﹦1"`],
  ["﹢1", `"'﹢1"`],
  ["﹣1", `"'﹣1"`],
  ["﹫A1", `"'﹫A1"`],
  ['=HYPERLINK("http://x","y")', `"'=HYPERLINK(""http://x"",""y"")"`],
  ["Renée, “the Queen”", `"Renée, “the Queen”"`],
  ["two\nlines", `"two\nlines"`],
  ["a=b", `"a=b"`],
  ["", `""`],
  [-5, "-5"],
  [null, ""],
] as const;

test.each(cells)("the cell %j is written as %s", async (cell, written) => {
  const file = streamCsv({ header: ["h"], pages: pagesOf([[cell]]) });
  expect(await wholeFile(file)).toBe(`\ufeff"h"\r\n${written}\r\n`);
});

test.each([0, 1, csvPageSize - 1, csvPageSize, csvPageSize + 1, 2 * csvPageSize])(
  "a paged list of %i rows is written completely, each row once and under one header",
  async (count) => {
    const all = Array.from({ length: count }, (_, index) => index);
    const file = await wholeFile(streamCsv({ header: ["n"], pages: pagesOf(all.map((row) => [row])) }));
    expect(file).toBe(`\ufeff"n"\r\n${all.map((row) => `${row}\r\n`).join("")}`);
  },
);
