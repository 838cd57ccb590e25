import { expect, test } from "vitest";
import { checkAccess } from "./guard.tsx";
import { avatarLetter, nameLine } from "#web/lib/session-user.ts";

const someone = { displayName: "Ade", username: "ade", isGuest: false, role: "user" };

test.each([
  [{}, "Ade"],
  [{ displayName: null }, "ade"],
  [{ displayName: null, username: "" }, "Logged In"],
  [{ isGuest: true, role: "guest" }, "Ade (Guest)"],
  [{ role: "admin" }, "Ade (Admin)"],
])("%o is shown as %s", (change, text) => {
  expect(nameLine({ ...someone, ...change })).toBe(text);
});

test.each([
  [{ displayName: "émile", username: "x" }, "É"],
  [{ displayName: null, username: "zed" }, "Z"],
  [{ displayName: null, username: "" }, "U"],
])("the avatar letter of %o is %s", (person, letter) => {
  expect(avatarLetter(person)).toBe(letter);
});

test.each([
  ["anyone", null, "open"],
  ["guest", null, "sign-in"],
  ["guest", "guest", "open"],
  ["staff", "user", "no-access"],
  ["staff", "moderator", "open"],
  ["admin", "moderator", "no-access"],
  ["admin", "admin", "open"],
  ["admin", null, "sign-in"],
] as const)("a page for %s seen by %s: %s", (access, role, verdict) => {
  const user = role && { id: 1, username: "x", displayName: null, avatar: null, role, isGuest: role === "guest" };
  expect(checkAccess(access, user)).toBe(verdict);
});
