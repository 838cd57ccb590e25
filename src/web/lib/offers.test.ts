import { beforeEach, expect, test, vi } from "vitest";
import { storePromo, storeOrigin, storeStream, readPromo, readOrigin, readCode } from "./offers.ts";
import { createStorage } from "#testing/storage-double.ts";

beforeEach(() => void vi.stubGlobal("sessionStorage", createStorage()));

test("the last followed promoter link counts, and pages without one change nothing", () => {
  expect(readOrigin()).toEqual({});
  storeOrigin("?via=kezia&utm_source=instagram&utm_campaign=last%20call");
  storeOrigin("?when=past");
  storeOrigin("");
  expect(readOrigin()).toEqual({ via: "kezia", source: "instagram", campaign: "last call" });
  storeOrigin(`?via=%20${"x".repeat(60)}`);
  expect(readOrigin().via).toBe("x".repeat(40));
});

test("a code is kept only for its event, until it is removed", () => {
  storePromo(7, "SOCA10");
  expect([readPromo(7), readPromo(8)]).toEqual(["SOCA10", undefined]);
  storePromo(7, "");
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
  storeStream(7);
  storeStream(9);
  expect(readOrigin()).toEqual({ streamId: 9 });
});
