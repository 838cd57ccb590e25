import { pickupPrefix } from "#contract/fulfillment/pickups.ts";
import { clearAlphabet } from "#contract/code-letters.ts";
import { readSignedCode, signCode } from "#server/platform/signed-codes.ts";

/**
 * A pickup's code: as a ticket's, but `SP`, and for an order. An order's number is 40 bits in the same alphabet, so
 * nothing is stored. Its version is the order's link version: changing the order's email invalidates the former code.
 */
const kind = { prefix: pickupPrefix, subject: "pickup" };

/** An order, and which of its pickup codes are valid. */
interface PickupCode {
  number: string;
  linkVersion: number;
}

/** Versions have twelve bits. */
const versionOf = (linkVersion: number) => linkVersion % 4096;

/** The code that picks up an order's products. */
export function pickupCode({ number, linkVersion }: PickupCode, key: Buffer): string {
  const letters = number.replace(/^SG|-/g, "");
  const id = [...letters].reduce((sum, letter) => sum * 32 + clearAlphabet.indexOf(letter), 0);
  return signCode(kind, { id, version: versionOf(linkVersion) }, key);
}

/**
 * Reads a pickup's code as scanned or typed.
 *
 * @returns the order's number, and a test whether the code is the current one; undefined for anything that this site
 *   didn't sign
 */
export function readPickupCode(
  text: string,
  key: Buffer,
): { number: string; isCurrent: (linkVersion: number) => boolean } | undefined {
  const content = readSignedCode(kind, text, key);
  if (content === undefined) return undefined;
  let letters = "";
  for (let rest = content.id, place = 0; place < 8; place++, rest = Math.floor(rest / 32)) {
    letters = clearAlphabet[rest % 32]! + letters;
  }
  return {
    number: `SG-${letters.slice(0, 4)}-${letters.slice(4)}`,
    isCurrent: (linkVersion) => versionOf(linkVersion) === content.version,
  };
}
