import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import { ProofChallenge } from "#contract/proof/challenge.ts";

/** What a proof is asked for: what a visitor wants to do, and with what. */
export interface ProofAsk {
  purpose: string;
  subject: string;
}

/** A challenge's purpose and the one visitor who can use its solution. */
export interface ProofBond extends ProofAsk {
  visitor: string;
}

/** A solution that is right; its nonce identifies the challenge. */
export interface SolvedProof extends ProofAsk {
  nonce: string;
}

/** Why a solution doesn't count: see `readSolution`. */
export type ProofRejection = "malformed" | "foreign" | "expired" | "wrong";

/** Rounds of PBKDF2 in one derivation: about half a millisecond on an ordinary computer. */
export const proofRounds = 5000;

/** The most derivations that a challenge can take, by its level. On average it takes half as many. */
export const maxDerivations = [800, 1600, 3200] as const;

/** How hard a challenge is: 0 is the lowest. */
export type ProofLevel = 0 | 1 | 2;

/** For how long a challenge can be solved. */
const validSeconds = 10 * 60;

/** The longest header that is read, in characters. A solution has about 1,000. */
const maxLength = 2500;

const Solution = z.strictObject({
  challenge: ProofChallenge,
  solution: z.object({ counter: z.int(), derivedKey: z.string() }),
});

const secretsOf = (key: Buffer) => ({
  hmacSignatureSecret: key.toString("base64url"),
  hmacKeySignatureSecret: `${key.toString("base64url")} of the solution`,
});

/**
 * Issues a challenge that only this visitor can use, for this purpose and subject, within ten minutes by the node's
 * clock. Nothing is stored: the site's own key signs it.
 *
 * @param rounds of PBKDF2 in each derivation
 */
export async function issueChallenge(
  key: Buffer,
  { purpose, subject, visitor }: ProofBond,
  level: ProofLevel = 0,
  rounds: number = proofRounds,
): Promise<ProofChallenge> {
  const challenge = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: rounds,
    counter: randomInt(maxDerivations[level] - 1, 0),
    data: { purpose, subject, visitor },
    expiresAt: new Date(Date.now() + validSeconds * 1000),
    deriveKey,
    ...secretsOf(key),
  });
  return ProofChallenge.parse(challenge);
}

/**
 * Reads what a client sends as its solution, whatever that is. It derives nothing, so wrong ones cost no more than a
 * few signatures.
 *
 * @param text base64url of the JSON of the challenge and its solution
 * @returns what was proven, or why it doesn't count: `foreign` if another site issued it, or this one for another visitor
 */
export async function readSolution(key: Buffer, text: string, visitor: string): Promise<SolvedProof | ProofRejection> {
  const sent = Solution.safeParse(parseText(text));
  if (!sent.success) return "malformed";
  const { challenge, solution } = sent.data;
  const result = await verifySolution({ challenge, solution, deriveKey, ...secretsOf(key) });
  if (result.invalidSignature) return "foreign";
  if (result.expired) return "expired";
  if (!result.verified) return "wrong";
  const { nonce, data } = challenge.parameters;
  if (data.visitor !== visitor) return "foreign";
  return { nonce, purpose: data.purpose, subject: data.subject };
}

function parseText(text: string): unknown {
  if (text.length > maxLength) return undefined;
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
}
