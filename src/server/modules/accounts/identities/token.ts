import { createHash } from "node:crypto";
import { jwtVerify } from "jose";
import { AppError } from "#server/platform/app-error.ts";
import type { FindKey } from "./key-set.ts";
import { readClaims, type IdentityClaims } from "./rules.ts";

/** What a token must be for to be for us. */
export interface Expected {
  issuer: string;
  audience: string;
}

/**
 * Verifies an identity token: RS256 by a key of the service's own set, for this project, of now.
 *
 * Of the header only `alg`, `kid` and `typ` are read: addresses and keys that a token brings along (`jku`, `x5u`, `jwk`)
 * count for nothing.
 *
 * @throws AppError `identity_refused` without saying why | `unavailable` while no key is known
 */
export async function verifyToken(token: string, findKey: FindKey, expected: Expected): Promise<IdentityClaims> {
  const claims = await verified(token, findKey).catch((error: unknown) => {
    if (error instanceof AppError) throw error;
    throw new AppError("identity_refused", { cause: error });
  });
  const read = readClaims(claims, expected, Date.now() / 1000);
  if (read === undefined) throw new AppError("identity_refused");
  return read;
}

async function verified(token: string, findKey: FindKey): Promise<Record<string, unknown>> {
  const { payload } = await jwtVerify(
    token,
    async (header, parts) => {
      const { kid, typ } = header;
      if (typeof kid !== "string" || kid === "") throw new AppError("identity_refused");
      // An access token of the same maker is no proof of who somebody is.
      if (typ !== undefined && typ.toUpperCase() !== "JWT") throw new AppError("identity_refused");
      return findKey(header, parts);
    },
    { algorithms: ["RS256"] },
  );
  return payload;
}

/**
 * What a token is remembered by. Its signature is left out: in base64url the same bytes can be written in more than one
 * way, and each would pass for a token of its own.
 */
export function hashIdentityToken(token: string): Buffer {
  return createHash("sha256")
    .update(token.slice(0, token.lastIndexOf(".")))
    .digest();
}
