import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";

/** Faults that an authenticator's response can have, for tests that the server rejects it. */
export interface AnswerFaults {
  origin?: string;
  rpId?: string;
  challenge?: string;
  type?: string;
  crossOrigin?: boolean;
  userVerified?: boolean;
  userPresent?: boolean;
  /** Doesn't increase the counter. */
  repeatCounter?: boolean;
  /** Signs with an unregistered key. */
  foreignKey?: boolean;
  /** The COSE algorithm that a new key claims to use. */
  algorithm?: number;
}

interface Options {
  challenge: string;
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

/** A passkey device built on node:crypto: one ES256 key, a counter, and any faults a test asks for. */
export function createAuthenticator(baseUrl: string, start: { counter?: number } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credentialId = randomBytes(16);
  let counter = start.counter ?? 0;

  function clientData(type: string, { challenge }: Options, faults: AnswerFaults): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? baseUrl,
        crossOrigin: faults.crossOrigin ?? false,
      }),
    );
  }

  function authenticatorData(faults: AnswerFaults, attested?: Buffer): Buffer {
    const rpIdHash = createHash("sha256")
      .update(faults.rpId ?? new URL(baseUrl).hostname)
      .digest();
    const flags =
      ((faults.userPresent ?? true) ? 0x01 : 0) | ((faults.userVerified ?? true) ? 0x04 : 0) | (attested ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  }

  return {
    id: credentialId.toString("base64url"),
    /** Responds to navigator.credentials.create(). */
    attest(options: Options, faults: AnswerFaults = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const key = coseKey(publicKey, faults.algorithm ?? -7);
      const data = authenticatorData(faults, Buffer.concat([Buffer.alloc(16), length, credentialId, key]));
      const attestation = map([
        [text("fmt"), text("none")],
        [text("attStmt"), map([])],
        [text("authData"), bytes(data)],
      ]);
      return {
        id: credentialId.toString("base64url"),
        clientDataJSON: clientData("webauthn.create", options, faults).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
      };
    },
    /** Responds to navigator.credentials.get(). */
    assert(options: Options, faults: AnswerFaults = {}) {
      if (counter > 0 && faults.repeatCounter !== true) counter++;
      const client = clientData("webauthn.get", options, faults);
      const data = authenticatorData(faults);
      const key =
        faults.foreignKey === true ? generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey : privateKey;
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      return {
        id: credentialId.toString("base64url"),
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, key).toString("base64url"),
      };
    },
  };
}

function coseKey(publicKey: KeyObject, algorithm: number): Buffer {
  const { x, y } = publicKey.export({ format: "jwk" });
  return map([
    [integer(1), integer(2)],
    [integer(3), integer(algorithm)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x!, "base64url"))],
    [integer(-3), bytes(Buffer.from(y!, "base64url"))],
  ]);
}

// The part of CBOR (RFC 8949) that an attestation needs.
function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  const long = Buffer.from([(major << 5) | 25, 0, 0]);
  long.writeUInt16BE(value, 1);
  return long;
}
const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const map = (entries: [Buffer, Buffer][]) => Buffer.concat([head(5, entries.length), ...entries.flat()]);
