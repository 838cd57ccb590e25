import { beforeEach, expect, test, vi } from "vitest";
import { storePromo, storeOrigin, storeStream, readPromo, readOrigin, readCode, rememberPromoter } from "./offers.ts";
import { createStorage } from "#testing/storage-double.ts";

beforeEach(() => {
  vi.stubGlobal("sessionStorage", createStorage());
  vi.stubGlobal("localStorage", createStorage());
  vi.stubGlobal("navigator", {});
  return () => vi.useRealTimers();
});

const closeTab = () => vi.stubGlobal("sessionStorage", createStorage());
const answer = (text: "yes" | "no") => {
  localStorage.setItem("sg:analytics-consent", text);
  rememberPromoter();
};
const dayMs = 86_400_000;

test("who agreed keeps a promoter for 30 days from the link, and another link replaces it", () => {
  vi.useFakeTimers();
  answer("yes");
  storeOrigin("?via=kezia&utm_source=instagram");
  closeTab();
  vi.advanceTimersByTime(29 * dayMs);
  expect(readOrigin()).toEqual({ via: "kezia" });
  vi.advanceTimersByTime(dayMs);
  expect(readOrigin()).toEqual({});
  storeOrigin("?via=duke");
  closeTab();
  expect(readOrigin()).toEqual({ via: "duke" });
});

test("without an answer a promoter counts for the tab, until the visitor agrees, and a no forgets them", () => {
  storeOrigin("?via=kezia");
  expect(readOrigin()).toEqual({ via: "kezia" });
  expect(localStorage.getItem("sg:promoter")).toBeNull();
  answer("yes");
  closeTab();
  expect(readOrigin()).toEqual({ via: "kezia" });
  answer("no");
  expect(readOrigin()).toEqual({});
  expect(localStorage.getItem("sg:promoter")).toBeNull();
  storeOrigin("?via=duke");
  expect(readOrigin()).toEqual({ via: "duke" });
  closeTab();
  expect(readOrigin()).toEqual({});
});

test("a browser that refuses for its user keeps no promoter", () => {
  vi.stubGlobal("navigator", { globalPrivacyControl: true });
  answer("yes");
  storeOrigin("?via=kezia");
  closeTab();
  expect(readOrigin()).toEqual({});
});

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
