import { generateSecret, generateURI, verify } from "otplib/functional";
import { stepSeconds, toleranceSeconds } from "../rules.ts";
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import type { SigningKeys } from "#server/platform/signing-keys.ts";

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

const nonceBytes = 12;
const tagBytes = 16;

const derive = (keys: SigningKeys, purpose: string) =>
  Buffer.from(hkdfSync("sha256", keys["second-factor"], "", purpose, 32));

/** The owner of an encrypted secret: it can't be decrypted as another person's. */
const owner = (userId: number) => Buffer.from(`totp:${userId}`);

/** A secret as it is stored: AES-256-GCM with a fresh nonce, bound to its owner. */
export function encryptSecret(keys: SigningKeys, userId: number, secret: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", derive(keys, "totp-secrets"), nonce).setAAD(owner(userId));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, text, cipher.getAuthTag()]);
}

/** Decrypts a stored secret. @throws when it was altered, or belongs to someone else */
export function decryptSecret(keys: SigningKeys, userId: number, encrypted: Buffer): string {
  const decipher = createDecipheriv("aes-256-gcm", derive(keys, "totp-secrets"), encrypted.subarray(0, nonceBytes))
    .setAAD(owner(userId))
    .setAuthTag(encrypted.subarray(-tagBytes));
  return decipher.update(encrypted.subarray(nonceBytes, -tagBytes), undefined, "utf8") + decipher.final("utf8");
}

/** The stored form of a recovery code. Its fifty bits could be brute-forced, but not without the key. */
export function hashRecoveryCode(keys: SigningKeys, userId: number, code: string): Buffer {
  return createHmac("sha256", derive(keys, "recovery-codes")).update(`${userId}:${code}`).digest();
}
