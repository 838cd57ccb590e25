import { expect, test } from "vitest";
import { decodeText } from "./decode-text.ts";
import { readSeparatedText } from "./separated-text.ts";
import { tableLimits } from "./table.ts";

const read = (text: string) => readSeparatedText(text, tableLimits);
const rowsOf = (text: string) => read(text).rows.map(({ line, cells }) => [line, ...cells]);

test.each([
  ["commas", "a,b\nc,d", [1, "a", "b"], [2, "c", "d"]],
  ["semicolons, with commas in cells", "a;1,5\nb;2", [1, "a", "1,5"], [2, "b", "2"]],
  ["tabs", "a\tb, c\nd\te", [1, "a", "b, c"], [2, "d", "e"]],
  ["bars", "a|b\nc|d", [1, "a", "b"], [2, "c", "d"]],
  ["separators in quotation marks don't count", '"a;b;c",1\n"d;e;f",2', [1, "a;b;c", "1"], [2, "d;e;f", "2"]],
  ["semicolons in a cell of several lines", 'a,b\nc,"x;\ny;\nz;"', [1, "a", "b"], [2, "c", "x;\ny;\nz;"]],
  ["a title above", "Guests; all of them\na,b\nc,d", [1, "Guests; all of them", ""], [2, "a", "b"], [3, "c", "d"]],
  ["a sep= line", "sep=;\na,b;c", [2, "a,b", "c"]],
  ["a sep= line that spreadsheets filled up", '"sep=,"\r\na,b', [2, "a", "b"]],
  ["old line ends of a Mac", "a,b\rc,d\r", [1, "a", "b"], [2, "c", "d"]],
  ["empty lines", "\n\na,b\r\n\r\nc,d", [3, "a", "b"], [5, "c", "d"]],
  ["line ends in a cell", 'a,"b\nc"\nd,e', [1, "a", "b\nc"], [3, "d", "e"]],
  ["doubled marks", '"a ""b"" c",d', [1, 'a "b" c', "d"]],
  ["a mark in a cell", '5" speaker,d', [1, '5" speaker', "d"]],
  ["text behind a closed mark", '"Pierre, Marva" <m@example.com>, 2', [1, '"Pierre, Marva" <m@example.com>', "2"]],
  ["spaces around marks", ' "a, b" , c', [1, "a, b", "c"]],
  ["empty columns", "a,,b,,\nc,,d,,", [1, "a", "b"], [2, "c", "d"]],
])("reads %s", (_, text, ...rows) => {
  expect(rowsOf(text)).toEqual(rows);
});

test("a mark that is never closed costs its line only", () => {
  expect(read('a,b\n"c,d\n"e",f')).toMatchObject({
    rows: [
      { line: 1, cells: ["a", "b"] },
      { line: 3, cells: ["e", "f"] },
    ],
    unread: [{ line: 2, text: '"c,d' }],
  });
});

const name = "Fête Crème – Zoë";
const latin = Buffer.from(name.replace("–", "\x96"), "latin1");
const wide = Buffer.from(name, "utf16le");

test.each([
  ["UTF-8", Buffer.from(name)],
  ["UTF-8 with a mark", Buffer.from(`\ufeff${name}`)],
  ["Windows-1252", latin],
  ["UTF-16 with a mark", Buffer.from(`\ufeff${name}`, "utf16le")],
  ["UTF-16 without one", wide],
  ["UTF-16, the other way around", Buffer.from(wide).swap16()],
])("accents stay in %s", (_, bytes) => {
  expect(decodeText(bytes)).toBe(name);
});
