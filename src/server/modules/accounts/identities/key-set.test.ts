import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createLog } from "#server/platform/log.ts";
import { createIdentityService, issuer, projectId, type IdentityService } from "#testing/identity-service.ts";
import { createKeySet, verifyToken } from "./token.ts";

let service: IdentityService;
beforeAll(async () => void (service = await createIdentityService()));
afterAll(() => service.close());
beforeEach(() => Object.assign(service.state, { fetches: 0, status: 200, cacheControl: "public, max-age=3600" }));

const log = createLog("silent");
const minute = 60_000;
const hour = 60 * minute;

/** A key set whose clock the test moves; `show` verifies a token and returns `ok` or an error code. */
function start() {
  let passed = 0;
  const findKey = createKeySet(service.jwksUrl, log, () => Date.now() + passed);
  return {
    wait: (ms: number) => void (passed += ms),
    show: (token: string) =>
      verifyToken(token, findKey, { issuer, audience: projectId }).then(
        () => "ok",
        (error: { code: string }) => error.code,
      ),
  };
}

const stranger = generateKeyPairSync("rsa", { modulusLength: 2048 });
const unknown = (name: string) => service.token({ header: { kid: name }, key: stranger.privateKey });

test("a thousand tokens with unknown keys cause at most two fetches", async () => {
  const { show } = start();
  const results = await Promise.all(Array.from({ length: 1000 }, (_, index) => show(unknown(`unknown-${index}`))));
  expect(new Set(results)).toEqual(new Set(["identity_refused"]));
  expect(service.state.fetches).toBeLessThanOrEqual(2);
});

test("an unknown key is fetched at most once a minute", async () => {
  const { show, wait } = start();
  expect(await show(service.token())).toBe("ok");
  for (let count = 0; count < 5; count++) expect(await show(unknown("nobody"))).toBe("identity_refused");
  expect(service.state.fetches).toBe(1);
  wait(minute + 1);
  for (let count = 0; count < 5; count++) expect(await show(unknown("nobody"))).toBe("identity_refused");
  expect(service.state.fetches).toBe(2);
});

test("a newly added key is found", async () => {
  const { show, wait } = start();
  expect(await show(service.token())).toBe("ok");
  service.publish([
    { key: service.publicKey, kid: service.kid },
    { key: stranger.publicKey, kid: "newer" },
  ]);
  wait(minute + 1);
  expect(await show(service.token({ header: { kid: "newer" }, key: stranger.privateKey }))).toBe("ok");
  service.publish([{ key: service.publicKey, kid: service.kid }]);
});

test("keys are fetched again when they expire, and not before", async () => {
  const { show, wait } = start();
  service.state.cacheControl = "public, max-age=600, must-revalidate";
  await show(service.token());
  wait(9 * minute);
  await show(service.token());
  expect(service.state.fetches).toBe(1);
  wait(2 * minute);
  await show(service.token());
  expect(service.state.fetches).toBe(2);
});

test("while the service is down for an hour, known keys keep working", async () => {
  const { show, wait } = start();
  service.state.cacheControl = "max-age=60";
  expect(await show(service.token())).toBe("ok");
  service.state.status = 503;
  for (let quarter = 0; quarter < 4; quarter++) {
    wait(hour / 4);
    expect(await show(service.token())).toBe("ok");
  }
  expect(service.state.fetches).toBe(5);
});

test("after more than a day without the service no one can sign in", async () => {
  const { show, wait } = start();
  expect(await show(service.token())).toBe("ok");
  service.state.status = 503;
  wait(26 * hour);
  expect(await show(service.token())).toBe("unavailable");
});

test("if the service is down from the start, sign-in is unavailable until it is back", async () => {
  const { show, wait } = start();
  service.state.status = 500;
  const results = await Promise.all(Array.from({ length: 50 }, () => show(service.token())));
  expect(new Set(results)).toEqual(new Set(["unavailable"]));
  expect(service.state.fetches).toBe(1);
  service.state.status = 200;
  wait(6000);
  expect(await show(service.token())).toBe("ok");
});

test.each(["", "[]", "{}", '{"keys":[]}', '{"keys":[null,1]}', '{"keys":"none"}', `"${"x".repeat(300_000)}"`])(
  "a response that isn't a key set (%#) is rejected",
  async (text) => {
    service.answer(text);
    expect(await start().show(service.token())).toBe("unavailable");
    service.answer(undefined);
  },
);

test("keys for other purposes and secret keys are left out of the set", async () => {
  const plain = service.publicKey.export({ format: "jwk" });
  for (const change of [{ use: "enc" }, { alg: "RS512" }, { kid: undefined }, { kty: "oct", k: "c2VjcmV0" }]) {
    service.publishRaw([{ ...plain, kid: service.kid, ...change }]);
    expect(await start().show(service.token())).toBe("unavailable");
  }
  service.publish([{ key: service.publicKey, kid: service.kid }]);
});
