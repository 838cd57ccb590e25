import { expect } from "vitest";
import { ErrorReply, errorStatus, type ErrorCode } from "#contract/errors.ts";
import { readSnapshot } from "#testing/snapshot.ts";
import type { Answer, Site } from "#testing/site.ts";

/** Words that belong in our log and never in a reply. */
const internals =
  /select |insert |postgres|syntax error|stack|node_modules|\.ts:|FST_|undefined \(|violates|constraint/i;

/** What libraries say, and what is left of a value that was put into a sentence by mistake. */
export const libraryWords =
  /expected |received |Invalid (?:input|string|option|key|element|UUID|ISO|URL|email)|Too (?:big|small)|unrecognized|discriminator|must match|pattern|\bundefined\b|\bnull\b|\bNaN\b|\[object|Unexpected token|(?:in|at|end of) JSON|zod/i;

/** Checks one refusal: the API's format, the code's status, a message, and no internals. */
export function expectRefusal(answer: Answer, ...codes: ErrorCode[]): ErrorReply {
  const reply = ErrorReply.parse(answer.body);
  expect(codes).toContain(reply.code);
  expect(answer.status).toBe(errorStatus[reply.code]);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  expect(reply.message.length).toBeGreaterThan(4);
  expect(answer.text).not.toMatch(internals);
  for (const { message } of [reply, ...(reply.errors ?? [])]) expect(message).not.toMatch(libraryWords);
  expect(answer.headers["cache-control"]).toBe("no-store");
  return reply;
}

/** Does what must not change a single row, such as many calls that are refused: one look at all tables serves them all. */
export async function changesNothing<Result>(site: Site, work: () => Promise<Result>): Promise<Result> {
  const before = await readSnapshot(site.db);
  const result = await work();
  expect(await readSnapshot(site.db)).toEqual(before);
  return result;
}

/** Makes a call that must be refused with one of the codes and must not change a single row. */
export const refuses = (site: Site, call: () => Promise<Answer>, ...codes: ErrorCode[]): Promise<ErrorReply> =>
  changesNothing(site, async () => expectRefusal(await call(), ...codes));
