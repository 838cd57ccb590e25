import { generateSecret, generateURI, verify } from "otplib/functional";
import { stepSeconds, toleranceSeconds } from "./rules.ts";

/** Creates a secret of 160 bits, in letters that people can type into an app. */
export function newTotpSecret(): string {
  return generateSecret({ length: 20 });
}

/** The content of the QR code for an authenticator app. */
export function totpUri(username: string, secret: string): string {
  return generateURI({ issuer: "Savage Gentlemen", label: username, secret });
}

/**
 * The step that a code belongs to, or undefined if no usable step matches.
 *
 * @param nowSeconds the database's clock
 * @param lastStep the step of the last accepted code: neither it nor an earlier one works again
 */
export async function findTotpStep(
  secret: string,
  code: string,
  { nowSeconds, lastStep }: { nowSeconds: number; lastStep: number },
): Promise<number | undefined> {
  const step = Math.floor(nowSeconds / stepSeconds);
  // The library rejects a last step beyond its window, which can happen after a clock was set back.
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
