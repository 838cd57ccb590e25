import { expect, test } from "vitest";
import { createSession } from "./session.ts";

const ade = { id: 1, username: "ade", displayName: null, avatar: null, role: "user", isGuest: false };

test.each([
  ["the same person, read again", ade, { ...ade }, 0],
  ["the same person under another name", ade, { ...ade, displayName: "Ade" }, 1],
  ["the same person with a token", ade, { ...ade, token: "t" }, 1],
  ["someone else", ade, { ...ade, id: 2 }, 1],
  ["no one after someone", ade, null, 1],
  ["someone after no one", null, ade, 1],
  ["no one again", null, null, 0],
] as const)("%s: the version increases, and listeners are called only on a change", (_, before, after, notified) => {
  const session = createSession(before);
  let calls = 0;
  session.subscribe(() => calls++);
  session.set(after);
  expect(calls).toBe(notified);
  expect(session.version()).toBe(1);
  expect(session.current()).toEqual(after);
  expect(session.current() === before).toBe(notified === 0);
});
