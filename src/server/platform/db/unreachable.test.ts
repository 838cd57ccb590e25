import { expect, test } from "vitest";
import { silentLog } from "#testing/own-cluster.ts";
import { onceReachable } from "./unreachable.ts";

const failure = (code: string | undefined, message: string, cause?: Error) =>
  Object.assign(new Error(message, { cause }), { code });

/** Fails once and then works, as a database that comes a moment later. */
function comesLater(error: Error) {
  let tries = 0;
  return async () => {
    if (++tries === 1) throw error;
    return tries;
  };
}

test.each([
  ["a refused connection", failure("ECONNREFUSED", "connect ECONNREFUSED 10.0.0.1:5432")],
  ["a host name that isn't known yet", failure("ENOTFOUND", "getaddrinfo ENOTFOUND db")],
  ["a name server that doesn't respond", failure("EAI_AGAIN", "getaddrinfo EAI_AGAIN db")],
  ["a database that is starting up", failure("57P03", "the database system is starting up")],
  ["something that failed because of it", failure(undefined, "no stock", failure("ECONNRESET", "read ECONNRESET"))],
])("a start waits for %s", async (_, error) => {
  expect(await onceReachable(silentLog, comesLater(error))).toBe(2);
});

test.each([
  [failure("3D000", 'database "x" does not exist'), "Create that database, or correct the name in DATABASE_URL."],
  [failure("EACCES", "connect EACCES /run/postgresql/.s.PGSQL.5432"), "Give the site's user access to the socket"],
  [failure("28P01", "password authentication failed"), "Correct the user name and password in DATABASE_URL."],
  [failure(undefined, "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string"), "Correct the user name"],
  [failure(undefined, "The server does not support SSL connections"), "Correct sslmode in DATABASE_URL"],
  [failure("DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate"), "Correct sslmode in DATABASE_URL"],
])("a start is refused in one sentence: %s", async (error, advice) => {
  const started = onceReachable(silentLog, comesLater(error));
  await expect(started).rejects.toThrow(`The database refuses this site: ${error.message}. ${advice}`);
  await expect(started).rejects.toHaveProperty("name", "StartFailure");
});

test("a start that waited in vain says for what, even if several addresses were tried", async () => {
  const error = Object.assign(new AggregateError([], ""), { code: "ECONNREFUSED" });
  await expect(onceReachable(silentLog, () => Promise.reject(error), 0)).rejects.toThrow(
    "Can't reach the database: ECONNREFUSED. Start it, or correct DATABASE_URL.",
  );
});
