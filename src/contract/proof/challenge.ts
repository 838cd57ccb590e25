import { z } from "zod";

/**
 * Work for the caller's processor, in the form of altcha-lib: find the counter, from 0 on, with which PBKDF2 derives a
 * key that starts with `keyPrefix`. `data` says what it is for and who can use it; `expiresAt` is in seconds since 1970.
 */
export const ProofChallenge = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.string(),
    cost: z.int(),
    data: z.strictObject({ purpose: z.string(), subject: z.string(), visitor: z.string() }),
    expiresAt: z.int(),
    keyLength: z.int(),
    keyPrefix: z.string(),
    keySignature: z.string(),
    nonce: z.string(),
    salt: z.string(),
  }),
  signature: z.string(),
});
export type ProofChallenge = z.infer<typeof ProofChallenge>;
