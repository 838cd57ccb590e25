import { beforeEach, expect, test, vi } from "vitest";
import { notePromo, noteVia, readPromo, readVia, readWord } from "./offers.ts";
import { makeStorage } from "./storage-double.ts";

beforeEach(() => void vi.stubGlobal("sessionStorage", makeStorage()));

test("the last link that was followed counts, and pages without one change nothing", () => {
  expect(readVia()).toBeUndefined();
  noteVia("?via=kezia");
  noteVia("?when=past");
  noteVia("");
  expect(readVia()).toBe("kezia");
  noteVia(`?via=%20${"x".repeat(60)}`);
  expect(readVia()).toBe("x".repeat(40));
});

test("a code is kept for its night alone, until it is taken out", () => {
  notePromo(7, "SOCA10");
  expect([readPromo(7), readPromo(8)]).toEqual(["SOCA10", undefined]);
  notePromo(7, "");
  expect(readPromo(7)).toBeUndefined();
});

test.each([
  [null, undefined],
  ["", undefined],
  ["  ", undefined],
  [" soca10 ", "soca10"],
])("the word %j of an address is %j", (word, read) => {
  expect(readWord(word)).toBe(read);
});
