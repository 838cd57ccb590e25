import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import type { SigningKeys } from "#server/platform/signing-keys.ts";

/**
 * A browser that an account has signed in on keeps a signed note of it. The note gives no access: it only lets its
 * owner keep signing in while someone else guesses the password from elsewhere (OWASP "device cookies").
 */
export interface KnownDevices {
  /** The note for an account. */
  issue(userId: number): string;
  /** True when we signed a browser's note and it is for this account. */
  knows(note: string | undefined, userId: number): boolean;
}

/** Creates and checks the notes with their own key, derived from one that all nodes share. */
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
