import { createHmac, generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accountsRoutes } from "#server/modules/accounts/index.ts";
import { createIdentityService, issuer, projectId, type IdentityService } from "#tests/kit/identity-service.ts";
import { createModuleApp, type ModuleApp } from "#tests/kit/module-app.ts";
import { createBrowser } from "./browser.ts";

let service: IdentityService;
let app: ModuleApp;
const begunAt = Date.now();

beforeAll(async () => {
  service = await createIdentityService();
  app = await createModuleApp(accountsRoutes, { RATE_LIMITS: "off", ...service.settings });
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
  "made an hour from now": () => service.token({ claims: { iat: now() + 3600 } }),
  "made a minute from now": () => service.token({ claims: { iat: now() + 60 } }),
  "without a birthday": withClaims({ iat: undefined }),
  "whose sign-in lies ahead": () => service.token({ claims: { auth_time: now() + 3600 } }),
  "without a sign-in": withClaims({ auth_time: undefined }),
  "not valid before tomorrow": () => service.token({ claims: { nbf: now() + 86_400 } }),
  // Maker and project
  "of another audience": withClaims({ aud: "another-project" }),
  "of two audiences": withClaims({ aud: [projectId, "another-project"] }),
  "of a list with our audience": withClaims({ aud: [projectId] }),
  "without an audience": withClaims({ aud: undefined }),
  "of another project's issuer": withClaims({ iss: "https://securetoken.google.com/another-project" }),
  "of Google's own issuer": withClaims({ iss: "https://accounts.google.com" }),
  "of our issuer with a slash": withClaims({ iss: `${issuer}/` }),
  "of our issuer over http": withClaims({ iss: issuer.replace("https:", "http:") }),
  "without an issuer": withClaims({ iss: undefined }),
  // Subject
  "with an empty subject": withClaims({ sub: "" }),
  "with a blank subject": withClaims({ sub: "   " }),
  "without a subject": withClaims({ sub: undefined }),
  "whose subject is a number": withClaims({ sub: 7 }),
  "whose subject has 129 letters": withClaims({ sub: "s".repeat(129) }),
  "whose subject holds NUL": withClaims({ sub: "abc\0def" }),
  // Algorithm
  "that says alg none and has no signature": () =>
    service.token({ header: { alg: "none" }, signWith: () => Buffer.alloc(0) }),
  "that says alg None": () => service.token({ header: { alg: "None" }, signWith: () => Buffer.alloc(0) }),
  "that says alg none and is signed": () => service.token({ header: { alg: "none" } }),
  "of HS256 with the public key": () =>
    service.token({ header: { alg: "HS256" }, signWith: hmac(() => pem(service.publicKey)) }),
  "of HS256 with the public key's bytes": () =>
    service.token({
      header: { alg: "HS256" },
      signWith: hmac(() => service.publicKey.export({ type: "spki", format: "der" })),
    }),
  "of HS256 with the modulus": () =>
    service.token({
      header: { alg: "HS256" },
      signWith: hmac(() => service.publicKey.export({ format: "jwk" }).n!),
    }),
  "of HS256 with an empty secret": () => service.token({ header: { alg: "HS256" }, signWith: hmac(() => "") }),
  "of ES256": () =>
    service.token({
      header: { alg: "ES256" },
      signWith: (input) => sign("sha256", input, { key: curve.privateKey, dsaEncoding: "ieee-p1363" }),
    }),
  "of EdDSA": () =>
    service.token({ header: { alg: "EdDSA" }, signWith: (input) => sign(null, input, edwards.privateKey) }),
  "of RS512 with the right key": () =>
    service.token({ header: { alg: "RS512" }, signWith: (input) => sign("sha512", input, service.privateKey) }),
  "of PS256 with the right key": () =>
    service.token({
      header: { alg: "PS256" },
      signWith: (input) => sign("sha256", input, { key: service.privateKey, padding: 6, saltLength: 32 }),
    }),
  "without an algorithm": () => service.token({ header: { alg: undefined } }),
  // Keys
  "signed by a stranger under our key's name": () => service.token({ key: stranger.privateKey }),
  "of an unknown key": () => service.token({ header: { kid: "unknown" }, key: stranger.privateKey }),
  "without a key's name": () => service.token({ header: { kid: undefined } }),
  "with an empty key's name": () => service.token({ header: { kid: "" } }),
  "whose key's name is a number": () => service.token({ header: { kid: 1 } }),
  "that brings its key along (jwk)": () =>
    service.token({ header: { kid: "mine", jwk: foreignJwk }, key: stranger.privateKey }),
  "that brings a key under our key's name (jwk)": () =>
    service.token({ header: { jwk: { ...foreignJwk, kid: service.kid } }, key: stranger.privateKey }),
  "that says where its keys are (jku)": () =>
    service.token({ header: { kid: "mine", jku: `${service.jwksUrl}?mine` }, key: stranger.privateKey }),
  "that says where its certificate is (x5u)": () =>
    service.token({ header: { kid: "mine", x5u: `${service.jwksUrl}?mine` }, key: stranger.privateKey }),
  "that brings a certificate along (x5c)": () =>
    service.token({ header: { x5c: [pem(stranger.publicKey)] }, key: stranger.privateKey }),
  "with a critical header nobody knows": () => service.token({ header: { crit: ["exp"], exp: 1 } }),
  "of an access token": () => service.token({ header: { typ: "at+jwt" } }),
  // Shape
  "whose claims were changed after signing": () => {
    const [head, , signature] = service.token().split(".");
    return `${head}.${base64({ iss: issuer, aud: projectId, sub: "somebody-else", exp: now() + 60, iat: now(), auth_time: now() })}.${signature}`;
  },
  "whose header was changed after signing": () => {
    const [, payload, signature] = service.token().split(".");
    return `${base64({ alg: "RS256", kid: service.kid, typ: "JWT", extra: 1 })}.${payload}.${signature}`;
  },
  "without its last letter": () => service.token().slice(0, -2),
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
    "This sign-in could not be verified",
  ]);
  expect(browser.cookies.size).toBe(0);
});

test("after all of them nobody was added, and the keys were read from no other address", async () => {
  const { rows } = await sql`select from users`.execute(app.db);
  expect(rows).toEqual([]);
  expect(service.state.addresses).toEqual(new Set(["/keys"]));
  // An unknown key is looked for once a minute at most.
  const minutes = Math.floor((Date.now() - begunAt) / 60_000);
  expect(service.state.fetches).toBeLessThanOrEqual(2 + minutes);
});

test.each(["", "one", "one.two", "one.two.three.four", "ä.b.c", `${"a".repeat(9000)}.b.c`])(
  "what is no token at all (%#) is not even looked at",
  async (idToken) => {
    expect((await post(idToken)).status).toBe(400);
  },
);

test("a good token signs in somebody new, who stays the same the next time", async () => {
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

describe("a token that was taken", () => {
  test("is not taken again", async () => {
    const idToken = service.token();
    expect((await post(idToken)).status).toBe(200);
    expect((await post(idToken)).body["code"]).toBe("identity_refused");
  });

  test("is not taken again in another spelling of its signature", async () => {
    const idToken = service.token();
    expect((await post(idToken)).status).toBe(200);
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = alphabet.indexOf(idToken.at(-1)!);
    const spellings = Array.from({ length: 16 }, (_, index) => idToken.slice(0, -1) + alphabet[(last & 48) | index]);
    for (const spelling of spellings) expect((await post(spelling)).body["code"]).toBe("identity_refused");
  });

  test("opens one session when twenty bring it at once", async () => {
    const idToken = service.token();
    const replies = await Promise.all(Array.from({ length: 20 }, () => post(idToken)));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
  });
});

test("ten first sign-ins of one identity at once make one account", async () => {
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      post(service.token({ claims: { sub: "rushed-subject", name: "Rushed Person", iat: now() - index - 1 } })),
    ),
  );
  expect(replies.map((reply) => reply.status)).toEqual(Array(10).fill(200));
  expect(new Set(replies.map((reply) => reply.body["id"])).size).toBe(1);
});

test("without the service in the settings there is nothing here", async () => {
  const plain = await createModuleApp(accountsRoutes, { RATE_LIMITS: "off" });
  const reply = await createBrowser(plain.server).post("/api/auth/firebase", { idToken: service.token() });
  await plain.close();
  expect([reply.status, reply.body["code"]]).toEqual([404, "not_found"]);
});
