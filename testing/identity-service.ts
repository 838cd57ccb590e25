import { generateKeyPairSync, randomUUID, sign, type KeyObject } from "node:crypto";
import { createServer } from "node:http";

export const projectId = "savage-gentlemen-test";
export const issuer = `https://securetoken.google.com/${projectId}`;

export interface TokenParts {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  key?: KeyObject;
  /** Signs the signing input, in place of RS256. */
  signWith?: (input: Buffer) => Buffer;
}

export type IdentityService = Awaited<ReturnType<typeof createIdentityService>>;

/** An identity service on its own port: it publishes a key set, counts requests, and signs any kind of token. */
export async function createIdentityService() {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const kid = randomUUID();
  const state = { fetches: 0, addresses: new Set<string>(), status: 200, cacheControl: "public, max-age=3600" };
  let keys: Record<string, unknown>[] = [published(publicKey, kid)];
  let body: string | undefined;

  const server = createServer((request, response) => {
    state.fetches++;
    state.addresses.add(request.url ?? "");
    response.writeHead(state.status, { "content-type": "application/json", "cache-control": state.cacheControl });
    response.end(body ?? JSON.stringify({ keys }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A test that forgets to close it doesn't hang.
  server.unref();
  const { port } = server.address() as { port: number };

  /** A token as the service issues it for someone who just signed in, with any part changed. */
  function token({ header, claims, key = privateKey, signWith }: TokenParts = {}): string {
    const now = Math.floor(Date.now() / 1000);
    const subject = `subject-${randomUUID()}`;
    const head = { alg: "RS256", kid, typ: "JWT", ...header };
    const payload = {
      iss: issuer,
      aud: projectId,
      sub: subject,
      user_id: subject,
      iat: now - 5,
      auth_time: now - 6,
      exp: now + 3600,
      name: "Marva Joseph",
      ...claims,
    };
    const input = `${encode(head)}.${encode(payload)}`;
    const signature = signWith?.(Buffer.from(input)) ?? sign("sha256", Buffer.from(input), key);
    return `${input}.${signature.toString("base64url")}`;
  }

  return {
    kid,
    publicKey,
    privateKey,
    state,
    token,
    jwksUrl: `http://127.0.0.1:${port}/keys`,
    settings: { FIREBASE_PROJECT_ID: projectId, FIREBASE_JWKS_URL: `http://127.0.0.1:${port}/keys` },
    /** Publishes these keys from now on. */
    publish: (next: { key: KeyObject; kid: string }[]) => (keys = next.map((entry) => published(entry.key, entry.kid))),
    publishRaw: (next: Record<string, unknown>[]) => (keys = next),
    answer: (text: string | undefined) => (body = text),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function published(key: KeyObject, kid: string): Record<string, unknown> {
  return { ...key.export({ format: "jwk" }), kid, use: "sig", alg: "RS256" };
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
