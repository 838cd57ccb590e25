import { generateSecret, generateURI, verify } from "otplib/functional";
import { stepSeconds, toleranceSeconds } from "./rules.ts";

/** Draws a secret of 160 bits, in the letters in which people may type it into an app. */
export function newTotpSecret(): string {
  return generateSecret({ length: 20 });
}

/** What the QR code says to an authenticator app. */
export function totpUri(username: string, secret: string): string {
  return generateURI({ issuer: "Savage Gentlemen", label: username, secret });
}

/**
 * The step that a code belongs to, or undefined when it belongs to none that may still be used.
 *
 * @param nowSeconds the database's clock
 * @param lastStep the step of the last code that was taken: neither it nor an earlier one is good again
 */
export async function findTotpStep(
  secret: string,
  code: string,
  { nowSeconds, lastStep }: { nowSeconds: number; lastStep: number },
): Promise<number | undefined> {
  const step = Math.floor(nowSeconds / stepSeconds);
  // The library refuses a memory that lies beyond its window, which a clock that was set back leaves behind.
  if (lastStep > step) return undefined;
  const result = await verify({
    strategy: "totp",
    secret,
    token: code,
    epoch: Math.floor(nowSeconds),
    epochTolerance: toleranceSeconds,
    period: stepSeconds,
    ...(lastStep > 0 ? { afterTimeStep: lastStep } : {}),
  });
  return result.valid && "timeStep" in result ? result.timeStep : undefined;
}
