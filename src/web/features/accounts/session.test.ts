import { expect, test } from "vitest";
import { isServerAway } from "#web/lib/offline.ts";
import { createSession, loseSession } from "./session.ts";

test("a server that failed once is no longer taken for away after the next sign-out that it confirms", () => {
  const session = createSession(null);
  loseSession(session, true);
  expect(isServerAway()).toBe(true);
  loseSession(session);
  expect(isServerAway()).toBe(false);
});
