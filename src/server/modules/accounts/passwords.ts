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
 * A password in the form that it is hashed in (RFC 8265, OpaqueString): letters with accents are single characters, and
 * every kind of space is a space. What devices send differs only in this.
 */
const prepare = (password: string): string => password.replace(/\p{Zs}/gu, " ").normalize("NFC");

/**
 * The stored form of a password.
 *
 * @throws AppError `unavailable` when too many hashes are waiting
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(prepare(password), cost));
}

/**
 * True when a password matches a stored hash. Hashes from before passwords were prepared are of what was typed, on
 * devices that composed accents and on others that didn't, so both are tried.
 *
 * @throws AppError `unavailable` when too many hashes are waiting
 */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  const forms = new Set([prepare(password), password, password.normalize("NFC"), password.normalize("NFD")]);
  for (const form of forms) {
    if (await inTurn(() => verify(passwordHash, form))) return true;
  }
  return false;
}
