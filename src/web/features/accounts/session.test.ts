import { expect, test } from "vitest";
import { createSession } from "./session.ts";

const ade = { id: 1, username: "ade", displayName: null, avatar: null, role: "user", isGuest: false };

test.each([
  ["the same person, read anew", ade, { ...ade }, 0],
  ["the same person under another name", ade, { ...ade, displayName: "Ade" }, 1],
  ["the same person with a token", ade, { ...ade, token: "t" }, 1],
  ["somebody else", ade, { ...ade, id: 2 }, 1],
  ["nobody after somebody", ade, null, 1],
  ["somebody after nobody", null, ade, 1],
  ["nobody again", null, null, 0],
] as const)("%s: the version moves on, and listeners hear of a change only", (_, before, after, heard) => {
  const session = createSession(before);
  let calls = 0;
  session.subscribe(() => calls++);
  session.set(after);
  expect(calls).toBe(heard);
  expect(session.version()).toBe(1);
  expect(session.current()).toEqual(after);
  expect(session.current() === before).toBe(heard === 0);
});
