import { expect, test } from "vitest";
import { solveChallenge } from "#testing/solve-proof.ts";
import { issueChallenge, maxDerivations, proofRounds, readSolution, type ProofLevel } from "./challenges.ts";

const key = Buffer.from("a key of this site, 32 bytes long");
const bond = { purpose: "order", subject: "two types", visitor: "user 7" };

test.each([0, 1, 2, 3] as ProofLevel[])(
  "a challenge of level %i never takes more derivations than its level allows",
  async (level) => {
    const taken: number[] = [];
    for (let count = 0; count < 60; count++) {
      taken.push(solveChallenge(await issueChallenge(key, bond, level, 1)).derivations);
    }
    expect(Math.max(...taken)).toBeLessThanOrEqual(maxDerivations[level]);
    // And they are spread over all of it, so that nobody starts counting later than at 0.
    expect(Math.max(...taken)).toBeGreaterThan(maxDerivations[level] / 2);
    expect(Math.min(...taken)).toBeLessThan(maxDerivations[level] / 4);
  },
);

test("the lowest level takes at most 800 derivations of 5,000 rounds, about half a second of an ordinary computer", async () => {
  expect([maxDerivations[0], proofRounds]).toEqual([800, 5000]);
  expect(Math.max(...maxDerivations)).toBeLessThanOrEqual(8 * maxDerivations[0]);
  expect((await issueChallenge(key, bond)).parameters.cost).toBe(5000);
});

test("a solution says what was proven; anything that was changed in it doesn't count", async () => {
  const challenge = await issueChallenge(key, bond, 0, 1);
  const { header } = solveChallenge(challenge);
  expect(await readSolution(key, header, "user 7")).toEqual({
    nonce: challenge.parameters.nonce,
    purpose: "order",
    subject: "two types",
  });
  expect(await readSolution(key, header, "user 8")).toBe("foreign");
  expect(await readSolution(Buffer.alloc(32), header, "user 7")).toBe("foreign");
  const { solution } = JSON.parse(Buffer.from(header, "base64url").toString("utf8")) as { solution: object };
  const data = { ...bond, subject: "other types" };
  const changed = { challenge: { ...challenge, parameters: { ...challenge.parameters, data } }, solution };
  const text = Buffer.from(JSON.stringify(changed)).toString("base64url");
  expect(await readSolution(key, text, "user 7")).toBe("foreign");
});
