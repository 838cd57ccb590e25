import { z } from "zod";
import { User } from "./accounts.ts";
import { endpoint } from "../endpoint.ts";

/**
 * The first time, the identity is linked to the account whose confirmed email the service has verified too; otherwise
 * it gets a new account. `identity_refused` also for a used token, `not_found` if no service is configured.
 */
export const signInWithIdentity = endpoint(
  "POST /api/auth/firebase",
  "Sign in with a token of the identity service; each token works once",
  {
    access: "public",
    limit: "auth",
    // Three base64url parts. The service's own tokens are about 1,200 characters long.
    body: z.strictObject({
      idToken: z
        .string()
        .max(8192)
        .regex(/^[\w-]*\.[\w-]*\.[\w-]*$/, "Invalid identity token"),
    }),
    reply: User,
    errors: ["identity_refused", "second_factor_required", "suspended", "not_found", "unavailable"],
  },
);
