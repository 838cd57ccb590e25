/** The parts of an identity token that identify a person. */
export interface IdentityClaims {
  issuer: string;
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  /** When the token expires, seconds since 1970. */
  expiresAt: number;
}

/** How far the service's clock may be ahead of ours, in seconds. */
export const clockSkewSeconds = 10;
const maxSubject = 128;
const maxEmail = 254;

const isText = (value: unknown, max: number): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= max && value.isWellFormed() && !value.includes("\0");

const isInstant = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/**
 * Reads the claims of a token with a valid signature; undefined when a required claim is missing, from another service
 * or project, or not current.
 *
 * @param expected the only issuer and audience that we accept
 * @param nowSeconds now, seconds since 1970
 * @see https://firebase.google.com/docs/auth/admin/verify-id-tokens
 */
export function readClaims(
  claims: Record<string, unknown>,
  expected: { issuer: string; audience: string },
  nowSeconds: number,
): IdentityClaims | undefined {
  const { iss, aud, sub, exp, iat, nbf, auth_time: authTime } = claims;
  if (iss !== expected.issuer || aud !== expected.audience) return undefined;
  if (!isText(sub, maxSubject) || sub.trim() === "") return undefined;
  if (!isInstant(exp) || exp <= nowSeconds) return undefined;
  const latest = nowSeconds + clockSkewSeconds;
  if (!isInstant(iat) || iat > latest || !isInstant(authTime) || authTime > latest) return undefined;
  if (nbf !== undefined && (!isInstant(nbf) || nbf > latest)) return undefined;
  const email = isText(claims.email, maxEmail) ? claims.email.trim().toLowerCase() : null;
  return {
    issuer: iss,
    subject: sub,
    email,
    // Only `true` counts: the service never sends "true" or 1.
    emailVerified: email !== null && claims.email_verified === true,
    name: isText(claims.name, 500) ? claims.name : null,
    expiresAt: exp,
  };
}

const shownName = 60;

/** A display name from the name that the service sends. */
export function displayNameOf(name: string | null): string {
  const line = (name ?? "")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  const short = [...line].slice(0, shownName).join("").slice(0, shownName).trim();
  return short.length >= 3 ? short : "New Member";
}

/** The first username to try: the display name in the characters that usernames allow. */
export function usernameSlug(displayName: string): string {
  const slug = displayName
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  const short = [...slug].slice(0, 20).join("").slice(0, 20).replace(/-+$/, "");
  return short.length >= 3 ? short : "member";
}
