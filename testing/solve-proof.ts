import { pbkdf2Sync } from "node:crypto";
import type { ErrorReply } from "#contract/errors.ts";
import type { ProofChallenge } from "#contract/proof/challenge.ts";
import { proofHeader } from "#contract/proof/header.ts";
import type { Answer } from "./site.ts";

/** Solves a challenge as a browser does, but at once. @returns the solution's counter, and so how many derivations it took but one */
export function findCounter({ cost, keyLength, keyPrefix, nonce, salt }: ProofChallenge["parameters"]) {
  const password = Buffer.concat([Buffer.from(nonce, "hex"), Buffer.alloc(4)]);
  for (let counter = 0; counter < 100_000; counter++) {
    password.writeUInt32BE(counter, password.length - 4);
    const key = pbkdf2Sync(password, Buffer.from(salt, "hex"), cost, keyLength, "sha256").toString("hex");
    if (key.startsWith(keyPrefix)) return { counter, derivedKey: key };
  }
  throw new Error("The challenge has no solution");
}

/** The challenge's solution, and what it took. */
export function solveChallenge(challenge: ProofChallenge): { header: string; derivations: number } {
  const solution = findCounter(challenge.parameters);
  const header = Buffer.from(JSON.stringify({ challenge, solution })).toString("base64url");
  return { header, derivations: solution.counter + 1 };
}

/** The headers that repeat a call with the proof that its refusal asked for. */
export function proofOf(answer: Answer): Record<string, string> {
  const body = answer.body as ErrorReply & { proof?: ProofChallenge };
  if (body.code !== "proof_required" || body.proof === undefined)
    throw new Error(`No proof was asked for: ${body.code ?? "it succeeded"}`);
  return { [proofHeader]: solveChallenge(body.proof).header };
}
