import { expect, test } from "vitest";
import { listTextOf } from "./list-text.ts";

const name = "Zoë Núñez";
/** One byte a letter, or two. */
const bytesOf = (text: string, width: 1 | 2) =>
  Uint8Array.from(
    [...text].flatMap((letter) => [letter.charCodeAt(0) & 255, letter.charCodeAt(0) >> 8].slice(0, width)),
  );

test.each([
  ["UTF-8", new TextEncoder().encode(name)],
  ["UTF-8 with a byte order mark", new TextEncoder().encode(`\ufeff${name}`)],
  ["Windows-1252", bytesOf(name, 1)],
  ["UTF-16", bytesOf(`\ufeff${name}`, 2)],
])("accents stay in a file in %s", (_, bytes) => {
  expect(listTextOf(bytes)).toBe(name);
});
