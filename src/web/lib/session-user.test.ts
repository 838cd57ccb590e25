import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { readStoredUser, storeUser } from "./session-user.ts";
import { createStorage } from "#testing/storage-double.ts";

const ade = { id: 4, username: "ade", displayName: "Ade", avatar: null, role: "user", isGuest: false };

let local: Storage;
beforeEach(() => {
  local = createStorage();
  vi.stubGlobal("localStorage", local);
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  ["plain", ade],
  ["wrapped", { status: "success", data: ade }],
  ["wrapped twice", { status: "success", data: { status: "success", data: ade } }],
])("a %s record is restored", (_how, record) => {
  local.setItem("user", JSON.stringify(record));
  expect(readStoredUser()).toEqual(ade);
});

test.each([
  ["no JSON", "{oops"],
  ["no user", '{"status":"success","data":{}}'],
  ["wrapped three times", JSON.stringify({ data: { data: { data: ade } } })],
  ["a list", "[]"],
  ["nothing", "null"],
])("an unreadable record (%s) is removed", (_what, text) => {
  local.setItem("user", text);
  local.setItem("userId", "4");
  expect(readStoredUser()).toBeUndefined();
  expect(local.getItem("user")).toBeNull();
  expect(local.getItem("userId")).toBeNull();
});

test("missing fields get safe values, and a guest stays a guest", () => {
  local.setItem("user", '{"id":9,"isGuest":true}');
  expect(readStoredUser()).toEqual({
    id: 9,
    username: "",
    displayName: null,
    avatar: null,
    role: "guest",
    isGuest: true,
  });
});

test("storing wraps the user once, keeps the id separately and leaves out a token", () => {
  storeUser({ ...ade, token: "t0p" });
  expect(JSON.parse(local.getItem("user") ?? "")).toEqual({ status: "success", data: ade });
  expect(local.getItem("userId")).toBe("4");
  expect(local.getItem("user")).not.toContain("t0p");
});

test("blocked storage means signed out, not broken", () => {
  vi.stubGlobal("localStorage", {
    getItem() {
      throw new DOMException("denied", "SecurityError");
    },
  });
  expect(readStoredUser()).toBeUndefined();
});
