import { createHmac, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accounts } from "#server/modules/accounts/index.ts";
import { createIdentityService, issuer, projectId, type IdentityService } from "#testing/identity-service.ts";
import { createModuleApp, type ModuleApp } from "#testing/module-app.ts";
import { createBrowser } from "./browser.ts";

let service: IdentityService;
let app: ModuleApp;
const begunAt = Date.now();

beforeAll(async () => {
  service = await createIdentityService();
  app = await createModuleApp(accounts, { RATE_LIMITS: "off", ...service.settings });
});
afterAll(async () => {
  await app.close();
  await service.close();
});

const post = (idToken: string) => createBrowser(app.server).post("/api/auth/firebase", { idToken });
const now = () => Math.floor(Date.now() / 1000);
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const pem = (key: KeyObject) => key.export({ type: "spki", format: "pem" }).toString();
const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });
const curve = generateKeyPairSync("ec", { namedCurve: "P-256" });
const edwards = generateKeyPairSync("ed25519");
const foreignJwk = { ...stranger.publicKey.export({ format: "jwk" }), kid: "mine", use: "sig", alg: "RS256" };

type Make = () => string;
const withClaims =
  (claims: Record<string, unknown>): Make =>
  () =>
    service.token({ claims });
const hmac = (secret: () => string | Buffer) => (input: Buffer) =>
  createHmac("sha256", secret()).update(input).digest();

const forged: Record<string, Make> = {
  // Time
  "that expired an hour ago": () => service.token({ claims: { exp: now() - 3600 } }),
  "that expired a second ago": () => service.token({ claims: { exp: now() - 1 } }),
  "without an expiry": withClaims({ exp: undefined }),
  "whose expiry is text": withClaims({ exp: "9999999999" }),
  "issued an hour from now": () => service.token({ claims: { iat: now() + 3600 } }),
  "issued a minute from now": () => service.token({ claims: { iat: now() + 60 } }),
  "without an issue time": withClaims({ iat: undefined }),
  "with a sign-in in the future": () => service.token({ claims: { auth_time: now() + 3600 } }),
  "without a sign-in time": withClaims({ auth_time: undefined }),
  "not valid before tomorrow": () => service.token({ claims: { nbf: now() + 86_400 } }),
  // Issuer and project
  "for another audience": withClaims({ aud: "another-project" }),
  "for two audiences": withClaims({ aud: [projectId, "another-project"] }),
  "for a list with our audience": withClaims({ aud: [projectId] }),
  "without an audience": withClaims({ aud: undefined }),
  "from another project's issuer": withClaims({ iss: "https://securetoken.google.com/another-project" }),
  "from Google's own issuer": withClaims({ iss: "https://accounts.google.com" }),
  "from our issuer with a slash": withClaims({ iss: `${issuer}/` }),
  "from our issuer over http": withClaims({ iss: issuer.replace("https:", "http:") }),
  "without an issuer": withClaims({ iss: undefined }),
  // Subject
  "with an empty subject": withClaims({ sub: "" }),
  "with a blank subject": withClaims({ sub: "   " }),
  "without a subject": withClaims({ sub: undefined }),
  "whose subject is a number": withClaims({ sub: 7 }),
  "with a subject of 129 characters": withClaims({ sub: "s".repeat(129) }),
  "whose subject contains NUL": withClaims({ sub: "abc\0def" }),
  // Algorithm
  "that says alg none and has no signature": () =>
    service.token({ header: { alg: "none" }, signWith: () => Buffer.alloc(0) }),
  "that says alg None": () => service.token({ header: { alg: "None" }, signWith: () => Buffer.alloc(0) }),
  "that says alg none and is signed": () => service.token({ header: { alg: "none" } }),
  "signed by HS256 with the public key": () =>
    service.token({ header: { alg: "HS256" }, signWith: hmac(() => pem(service.publicKey)) }),
  "signed by HS256 with the public key's bytes": () =>
    service.token({
      header: { alg: "HS256" },
      signWith: hmac(() => service.publicKey.export({ type: "spki", format: "der" })),
    }),
  "signed by HS256 with the modulus": () =>
    service.token({
      header: { alg: "HS256" },
      signWith: hmac(() => service.publicKey.export({ format: "jwk" }).n!),
    }),
  "signed by HS256 with an empty secret": () => service.token({ header: { alg: "HS256" }, signWith: hmac(() => "") }),
  "signed by ES256": () =>
    service.token({
      header: { alg: "ES256" },
      signWith: (input) => sign("sha256", input, { key: curve.privateKey, dsaEncoding: "ieee-p1363" }),
    }),
  "signed by EdDSA": () =>
    service.token({ header: { alg: "EdDSA" }, signWith: (input) => sign(null, input, edwards.privateKey) }),
  "signed by RS512 with the right key": () =>
    service.token({ header: { alg: "RS512" }, signWith: (input) => sign("sha512", input, service.privateKey) }),
  "signed by PS256 with the right key": () =>
    service.token({
      header: { alg: "PS256" },
      signWith: (input) => sign("sha256", input, { key: service.privateKey, padding: 6, saltLength: 32 }),
    }),
  "without an algorithm": () => service.token({ header: { alg: undefined } }),
  // Keys
  "signed by a stranger with our key's ID": () => service.token({ key: stranger.privateKey }),
  "signed by an unknown key": () => service.token({ header: { kid: "unknown" }, key: stranger.privateKey }),
  "without a key ID": () => service.token({ header: { kid: undefined } }),
  "with an empty key ID": () => service.token({ header: { kid: "" } }),
  "whose key ID is a number": () => service.token({ header: { kid: 1 } }),
  "that contains its own key (jwk)": () =>
    service.token({ header: { kid: "mine", jwk: foreignJwk }, key: stranger.privateKey }),
  "that contains a key with our key's ID (jwk)": () =>
    service.token({ header: { jwk: { ...foreignJwk, kid: service.kid } }, key: stranger.privateKey }),
  "that says where its keys are (jku)": () =>
    service.token({ header: { kid: "mine", jku: `${service.jwksUrl}?mine` }, key: stranger.privateKey }),
  "that says where its certificate is (x5u)": () =>
    service.token({ header: { kid: "mine", x5u: `${service.jwksUrl}?mine` }, key: stranger.privateKey }),
  "that contains a certificate (x5c)": () =>
    service.token({ header: { x5c: [pem(stranger.publicKey)] }, key: stranger.privateKey }),
  "with an unknown critical header": () => service.token({ header: { crit: ["exp"], exp: 1 } }),
  "typed as an access token": () => service.token({ header: { typ: "at+jwt" } }),
  // Shape
  "whose claims were changed after signing": () => {
    const [head, , signature] = service.token().split(".");
    return `${head}.${base64({ iss: issuer, aud: projectId, sub: "someone-else", exp: now() + 60, iat: now(), auth_time: now() })}.${signature}`;
  },
  "whose header was changed after signing": () => {
    const [, payload, signature] = service.token().split(".");
    return `${base64({ alg: "RS256", kid: service.kid, typ: "JWT", extra: 1 })}.${payload}.${signature}`;
  },
  "without its last characters": () => service.token().slice(0, -2),
  "without its signature": () => `${service.token().split(".").slice(0, 2).join(".")}.`,
  "without its claims": () => {
    const [head, , signature] = service.token().split(".");
    return `${head}..${signature}`;
  },
  "of three empty parts": () => "..",
  "whose claims are a list": () => {
    const input = `${base64({ alg: "RS256", kid: service.kid, typ: "JWT" })}.${base64([1])}`;
    return `${input}.${sign("sha256", Buffer.from(input), service.privateKey).toString("base64url")}`;
  },
  "with a signature of zeros": () => service.token({ signWith: () => Buffer.alloc(256) }),
};

test("there are at least forty forged tokens", () => {
  expect(Object.keys(forged).length).toBeGreaterThanOrEqual(40);
});

test.each(Object.entries(forged))("a token %s is refused and leaves nothing behind", async (_name, make) => {
  const browser = createBrowser(app.server);
  const reply = await browser.post("/api/auth/firebase", { idToken: make() });
  expect([reply.status, reply.body["code"], reply.body["message"]]).toEqual([
    401,
    "identity_refused",
    "We couldn't verify this sign-in. Please try again.",
  ]);
  expect(browser.cookies.size).toBe(0);
});

test("all of them together add nobody, and keys are read from no other address", async () => {
  const { rows } = await sql`select from users`.execute(app.db);
  expect(rows).toEqual([]);
  expect(service.state.addresses).toEqual(new Set(["/keys"]));
  // An unknown key is looked up at most once a minute.
  const minutes = Math.floor((Date.now() - begunAt) / 60_000);
  expect(service.state.fetches).toBeLessThanOrEqual(2 + minutes);
});

test.each(["", "one", "one.two", "one.two.three.four", "ä.b.c", `${"a".repeat(9000)}.b.c`])(
  "text that isn't a token (%#) is rejected before any check",
  async (idToken) => {
    expect((await post(idToken)).status).toBe(400);
  },
);

test("a valid token signs in a new person, and the same person next time", async () => {
  const claims = { sub: "fixed-subject", name: "Marva Joseph" };
  const browser = createBrowser(app.server);
  const first = await browser.post("/api/auth/firebase", { idToken: service.token({ claims }) });
  expect(first.status).toBe(200);
  expect(first.body).toMatchObject({
    displayName: "Marva Joseph",
    username: "marva-joseph",
    role: "user",
    isGuest: false,
    email: null,
  });
  expect((await browser.get("/api/me")).body).toEqual(first.body);
  const again = await post(service.token({ claims: { ...claims, iat: now() - 4 } }));
  expect(again.body["id"]).toBe(first.body["id"]);
});

describe("an accepted token", () => {
  test("isn't accepted again", async () => {
    const idToken = service.token();
    expect((await post(idToken)).status).toBe(200);
    expect((await post(idToken)).body["code"]).toBe("identity_refused");
  });

  test("isn't accepted again with its signature encoded differently", async () => {
    const idToken = service.token();
    expect((await post(idToken)).status).toBe(200);
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = alphabet.indexOf(idToken.at(-1)!);
    const spellings = Array.from({ length: 16 }, (_, index) => idToken.slice(0, -1) + alphabet[(last & 48) | index]);
    for (const spelling of spellings) expect((await post(spelling)).body["code"]).toBe("identity_refused");
  });

  test("opens one session when twenty clients present it at once", async () => {
    const idToken = service.token();
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(idToken)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  });
});

test("ten first sign-ins with one identity at once create one account", async () => {
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      post(service.token({ claims: { sub: "rushed-subject", name: "Rushed Person", iat: now() - index - 1 } })),
    ),
  );
  expect(replies.map((reply) => reply.status)).toEqual(Array(10).fill(200));
  expect(new Set(replies.map((reply) => reply.body["id"])).size).toBe(1);
});

test("the endpoint doesn't exist unless the service is configured", async () => {
  const plain = await createModuleApp(accounts, { RATE_LIMITS: "off" });
  const reply = await createBrowser(plain.server).post("/api/auth/firebase", { idToken: service.token() });
  await plain.close();
  expect([reply.status, reply.body["code"]]).toEqual([404, "not_found"]);
});
