import { createHash } from "node:crypto";
import type { Assertion, Attestation } from "#contract/accounts/second-factor.ts";
import type { PasskeyDraft, PasskeyKey } from "./factor-store.ts";

/** The site that passkeys belong to: the browser signs the origin, the authenticator the domain. */
interface Site {
  baseUrl: string;
}

/** Loaded when a passkey is first used: it takes a good part of a server's start. */
const load = () => import("@simplewebauthn/server");

const domainOf = ({ baseUrl }: Site) => new URL(baseUrl).hostname;

/** Ed25519, ES256 and RS256: what authenticators use, and nothing weaker. */
const algorithms = [-8, -7, -257];

/** The options that a device needs to create a passkey. The device must verify the user: fingerprint, face or PIN. */
export async function creationOptions(
  site: Site,
  person: { id: number; username: string; displayName: string },
  existing: PasskeyKey[],
) {
  const { generateRegistrationOptions } = await load();
  return generateRegistrationOptions({
    rpName: "Savage Gentlemen",
    rpID: domainOf(site),
    userID: new TextEncoder().encode(`member:${person.id}`),
    userName: person.username,
    userDisplayName: person.displayName,
    attestationType: "none",
    excludeCredentials: existing.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    authenticatorSelection: { residentKey: "preferred", userVerification: "required" },
    supportedAlgorithmIDs: algorithms,
  });
}

/** The options that a device needs to sign with one of these passkeys. */
export async function requestOptions(site: Site, keys: PasskeyKey[]) {
  const { generateAuthenticationOptions } = await load();
  return generateAuthenticationOptions({
    rpID: domainOf(site),
    allowCredentials: keys.map(({ credentialId, transports }) => ({ id: credentialId, transports })),
    userVerification: "required",
  });
}

/** The challenge that an answer claims to be for; undefined when it can't be read. */
export function challengeOf({ clientDataJSON }: { clientDataJSON: string }): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8")) as {
      challenge?: unknown;
    };
    return typeof challenge === "string" ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** The stored form of a challenge. */
export function hashChallenge(challenge: string): Buffer {
  return createHash("sha256").update(challenge).digest();
}

/** The passkey in a device's answer; undefined when anything about it is invalid. */
export async function readAttestation(
  site: Site,
  challenge: string,
  { id, clientDataJSON, attestationObject, transports = [] }: Attestation,
): Promise<Omit<PasskeyDraft, "name"> | undefined> {
  const response = { clientDataJSON, attestationObject, transports };
  try {
    const { verifyRegistrationResponse } = await load();
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId: id, type: "public-key", response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.baseUrl,
      expectedRPID: domainOf(site),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    if (registrationInfo === undefined) return undefined;
    const { credential } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports,
    };
  } catch {
    // The library throws what was wrong; the sender doesn't learn it.
    return undefined;
  }
}

/** The counter of a valid signature by this key; undefined when anything about it is invalid. */
export async function readAssertion(
  site: Site,
  challenge: string,
  key: PasskeyKey,
  { id, clientDataJSON, authenticatorData, signature }: Assertion,
): Promise<number | undefined> {
  try {
    const { verifyAuthenticationResponse } = await load();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId: id,
        type: "public-key",
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: site.baseUrl,
      expectedRPID: domainOf(site),
      requireUserVerification: true,
      credential: { id: key.credentialId, publicKey: new Uint8Array(key.publicKey), counter: key.counter },
    });
    return verified && authenticationInfo.userVerified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
