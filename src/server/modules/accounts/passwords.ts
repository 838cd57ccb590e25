import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { createTurns } from "#server/platform/turns.ts";

/** Argon2id at the OWASP minimum: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes running at once: each takes a core and 19 MiB. */
const maxAtOnce = availableParallelism() * 2;
/** Hashes that may wait: about two seconds of work; later callers are asked to try again. */
const maxWaiting = maxAtOnce * 20;

const inTurn = createTurns(maxAtOnce, maxWaiting, 2);

/**
 * The stored form of a password.
 *
 * @throws AppError `unavailable` when too many hashes are waiting
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost));
}

/**
 * True when a password matches a stored hash.
 *
 * @throws AppError `unavailable` when too many hashes are waiting
 */
export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return inTurn(() => verify(passwordHash, password));
}
