import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { SigningKeys } from "#server/platform/signing-keys.ts";

/**
 * A browser on which an account signed in before keeps a signed note of it. The note opens nothing: it only lets its
 * owner go on signing in while somebody else guesses at the account from elsewhere (OWASP "device cookies").
 */
export interface KnownDevices {
  /** The note for an account. */
  issue(userId: number): string;
  /** True when a browser's note is ours and for this account. */
  knows(note: string | undefined, userId: number): boolean;
}

/** Makes and checks the notes with a key of their own, derived from one that all nodes share. */
export function createKnownDevices(keys: SigningKeys): KnownDevices {
  const key = Buffer.from(hkdfSync("sha256", keys["order-links"], "", "known-devices", 32));
  const sign = (userId: number) => createHmac("sha256", key).update(String(userId)).digest("base64url");
  return {
    issue: (userId) => `${userId}.${sign(userId)}`,
    knows(note, userId) {
      if (note === undefined) return false;
      const expected = Buffer.from(`${userId}.${sign(userId)}`);
      const shown = Buffer.from(note);
      return shown.length === expected.length && timingSafeEqual(shown, expected);
    },
  };
}
