import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { ProofChallenge } from "#contract/proof/challenge.ts";

/**
 * Solves a challenge without a worker, for browsers that have none: one derivation after the other, each off the page's
 * own thread, so that the page stays usable in between.
 *
 * @returns undefined if it takes longer than 90 seconds or the caller gives up
 */
export async function solveOnPage(challenge: ProofChallenge, controller: AbortController) {
  return (await solveChallenge({ challenge, controller, deriveKey })) ?? undefined;
}
