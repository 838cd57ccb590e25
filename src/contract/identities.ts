import { z } from "zod";
import { User } from "./accounts.ts";
import { endpoint } from "./endpoint.ts";

export const signInWithIdentity = endpoint({
  method: "POST",
  path: "/api/auth/firebase",
  summary: "Sign in with a token of the identity service; each token is taken once",
  access: "public",
  limit: "auth",
  // Three parts of base64url; the service's own tokens are about 1,200 characters long.
  body: z.strictObject({
    idToken: z
      .string()
      .max(8192)
      .regex(/^[\w-]*\.[\w-]*\.[\w-]*$/, "This is no identity token"),
  }),
  reply: User,
  errors: ["identity_refused", "second_factor_required", "suspended", "not_found", "unavailable"],
});
