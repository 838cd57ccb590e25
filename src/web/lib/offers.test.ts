import { beforeEach, expect, test, vi } from "vitest";
import { notePromo, noteOrigin, noteStream, readPromo, readOrigin, readCode } from "./offers.ts";
import { makeStorage } from "#testing/storage-double.ts";

beforeEach(() => void vi.stubGlobal("sessionStorage", makeStorage()));

test("the last followed promoter link counts, and pages without one change nothing", () => {
  expect(readOrigin()).toEqual({});
  noteOrigin("?via=kezia&utm_source=instagram&utm_campaign=last%20call");
  noteOrigin("?when=past");
  noteOrigin("");
  expect(readOrigin()).toEqual({ via: "kezia", source: "instagram", campaign: "last call" });
  noteOrigin(`?via=%20${"x".repeat(60)}`);
  expect(readOrigin().via).toBe("x".repeat(40));
});

test("a code is kept only for its event, until it is removed", () => {
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
])("the code %j in a URL is read as %j", (codeText, read) => {
  expect(readCode(codeText)).toBe(read);
});

test("what is bought counts for the stream that was watched last", () => {
  noteStream(7);
  noteStream(9);
  expect(readOrigin()).toEqual({ streamId: 9 });
});
