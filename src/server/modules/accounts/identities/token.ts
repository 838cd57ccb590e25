import { createHash } from "node:crypto";
import { jwtVerify } from "jose";
import { AppError } from "#server/platform/app-error.ts";
import type { FindKey } from "./key-set.ts";
import { readClaims, type IdentityClaims } from "./rules.ts";

/** The issuer and audience that a token must have. */
export interface Expected {
  issuer: string;
  audience: string;
}

/**
 * Verifies an identity token: RS256 by one of the service's keys, for this project, and current.
 *
 * Only `alg`, `kid` and `typ` are read from the header: URLs and keys in the token itself (`jku`, `x5u`, `jwk`) are
 * ignored.
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
      // An access token from the same issuer does not prove identity.
      if (typ !== undefined && typ.toUpperCase() !== "JWT") throw new AppError("identity_refused");
      return findKey(header, parts);
    },
    { algorithms: ["RS256"] },
  );
  return payload;
}

/**
 * The hash that a token is stored by. It leaves out the signature: base64url can write the same bytes in more than one
 * way, and each would pass as a new token.
 */
export function hashIdentityToken(token: string): Buffer {
  return createHash("sha256")
    .update(token.slice(0, token.lastIndexOf(".")))
    .digest();
}
