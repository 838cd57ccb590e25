import { z } from "zod";
import { User } from "./accounts.ts";
import { LinkToken, ResetRequest } from "./recovery.ts";
import { Assertion, AuthenticatorOptions } from "./second-factor.ts";
import { endpoint } from "../endpoint.ts";
import { Empty, Instant, NoBody } from "../shapes.ts";

/**
 * A job looks for the account later, so that neither reply nor timing reveals it. 20 requests per network in 15
 * minutes.
 */
export const requestSignInLink = endpoint(
  "POST /api/auth/sign-in-link",
  "Request a sign-in link by email; the response never reveals whether the account exists",
  {
    access: "public",
    limit: "auth",
    body: ResetRequest,
    reply: Empty,
    status: 202,
    errors: ["too_many_requests"],
  },
);

/** `link_over` for a link that was used, or has expired. */
export const checkSignInLink = endpoint(
  "POST /api/auth/sign-in-link/check",
  "Check whether a sign-in link is valid, and for which account, without using it",
  {
    access: "public",
    limit: "auth",
    body: z.strictObject({ token: LinkToken }),
    reply: z.object({ username: z.string(), expiresAt: Instant }),
    errors: ["link_over"],
  },
);

/** A link works once, however many use it at the same moment. A second factor is asked for as after a password. */
export const redeemSignInLink = endpoint("POST /api/auth/sign-in-link/use", "Sign in with a sign-in link", {
  access: "public",
  limit: "auth",
  body: z.strictObject({ token: LinkToken }),
  reply: User,
  errors: ["link_over", "second_factor_required", "suspended"],
});

/** Which accounts have passkeys isn't revealed: the device offers those that it has for this site. */
export const challengePasskey = endpoint(
  "POST /api/auth/passkey/challenge",
  "Get the challenge for a passkey to sign in with; valid once, for 5 minutes",
  {
    access: "public",
    limit: "auth",
    body: NoBody,
    reply: AuthenticatorOptions,
  },
);

/**
 * A passkey verifies its user, so nothing else is asked for. `sign_in_expired` for a challenge that was answered or has
 * expired; `passkey_refused` for a passkey that no account has, or a signature that doesn't verify.
 */
export const signInByPasskey = endpoint("POST /api/auth/passkey", "Sign in with a passkey alone", {
  access: "public",
  limit: "auth",
  body: z.strictObject({ assertion: Assertion }),
  reply: User,
  errors: ["passkey_refused", "sign_in_expired", "suspended"],
});
