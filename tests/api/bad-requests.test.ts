import { afterAll, beforeAll, expect, test } from "vitest";
import { changesNothing, expectRefusal, refuses } from "./refusal.ts";
import {
  createScene,
  extendConfirmations,
  keyOf,
  createSamples,
  openSession,
  sendRaw,
  type Sample,
  type Scene,
} from "./scene.ts";
import { findsNothingYet } from "./scene-watching.ts";

let scene: Scene;
let samples: Record<string, Sample>;
const tokens = new Map<number, string>();

beforeAll(async () => {
  scene = await createScene();
  samples = createSamples(scene);
  for (const person of Object.values(scene.people))
    if (person.id > 0) tokens.set(person.id, await openSession(scene.site, person.id));
  // Sensitive calls need no confirmation here.
  await extendConfirmations(scene);
});
afterAll(() => scene.site.close());

/** Every endpoint that takes a body, with the headers of its valid call. */
function writes() {
  return scene.site.app.endpoints
    .filter(({ method, access, upload }) => method === "POST" && access !== "signed" && upload === undefined)
    .map((endpoint) => {
      const sample = samples[keyOf(endpoint)]!;
      const token = tokens.get(sample.as.id) ?? sample.as.token;
      const headers = { ...sample.headers, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
      return { endpoint, url: sample.url, headers, json: JSON.stringify(sample.body) };
    });
}

const brokenBodies = [
  "{",
  "}",
  "nonsense",
  '{"a":1,}',
  "{'a':1}",
  '{"a":NaN}',
  "[1,2",
  '"\u0000"',
  "\ufeff{",
  "undefined",
  "{}{}",
  "[".repeat(5000),
];

test("every endpoint refuses broken JSON", async () => {
  await changesNothing(scene.site, async () => {
    for (const { endpoint, url, headers } of writes()) {
      const json = { ...headers, "content-type": "application/json" };
      for (const payload of brokenBodies) {
        const call = { method: endpoint.method, url, payload, headers: json };
        expectRefusal(await sendRaw(scene.site, call), "invalid_input");
      }
    }
  });
});

test("JSON a thousand levels deep is refused without harm", async () => {
  const objects = `${'{"a":'.repeat(1000)}1${"}".repeat(1000)}`;
  const arrays = `{"lines":${"[".repeat(20_000)}"\\u0000"${"]".repeat(20_000)}}`;
  await changesNothing(scene.site, async () => {
    for (const { endpoint, url, headers } of writes()) {
      const json = { ...headers, "content-type": "application/json" };
      for (const payload of [objects, arrays]) {
        const call = { method: endpoint.method, url, payload, headers: json };
        expectRefusal(await sendRaw(scene.site, call), "invalid_input");
      }
    }
  });
});

const wrongTypes = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/xml",
  "application/jsonp",
  "text/json",
  "application/json-patch+json",
  "",
  "nonsense",
];

test("every endpoint refuses a body with a type other than JSON, even if its content is right", async () => {
  await changesNothing(scene.site, async () => {
    for (const { endpoint, url, headers, json } of writes()) {
      for (const type of wrongTypes) {
        const call = { method: endpoint.method, url, payload: json, headers: { ...headers, "content-type": type } };
        const answer = await sendRaw(scene.site, call);
        expect([url, type, answer.status]).toEqual([url, type, 415]);
        expectRefusal(answer, "unsupported_media_type");
      }
    }
  });
});

test("every endpoint refuses a body above its limit, a megabyte unless it says otherwise, with or without a content length", async () => {
  await changesNothing(scene.site, async () => {
    for (const { endpoint, url, headers } of writes()) {
      const payload = JSON.stringify({ padding: "x".repeat(endpoint.maxBytes ?? 1024 * 1024) });
      const json = { ...headers, "content-type": "application/json" };
      for (const sent of [json, { ...json, "content-length": String(payload.length) }]) {
        const call = { method: endpoint.method, url, payload, headers: sent };
        expectRefusal(await sendRaw(scene.site, call), "too_large");
      }
    }
  });
  const webhook = {
    method: "POST",
    url: "/api/payments/webhooks/sandbox",
    payload: "x".repeat(1024 * 1024),
    headers: { "content-type": "application/json" },
  };
  await refuses(scene.site, () => sendRaw(scene.site, webhook), "too_large");
});

const addresses = [
  ["GET", "/api/nothing"],
  ["GET", "/api"],
  ["POST", "/api/orders/0199b2f0-0000-7000-8000-000000000000/refund"],
  ["PUT", "/api/orders"],
  ["PATCH", "/api/events/1"],
  ["DELETE", "/api/my-tickets"],
  ["POST", "/api/events"],
  ["GET", "/api/events/1/../../../etc/passwd"],
  ["GET", "/api/events/%zz"],
  ["GET", "/api/events/%E0%A4%A"],
  ["GET", `/api/events/${"1".repeat(700)}`],
  ["GET", "//api/me"],
] as const;

test.for(addresses)("%s %s, which doesn't exist, is refused in the API's error format", async ([method, url]) => {
  const { message } = await refuses(
    scene.site,
    () => sendRaw(scene.site, { method, url }),
    "not_found",
    "invalid_input",
  );
  expect(message).not.toContain("%");
});

test("a call that requires an Idempotency-Key is refused without one", async () => {
  await changesNothing(scene.site, async () => {
    for (const { endpoint, url, headers, json } of writes().filter(({ endpoint: { idempotent } }) => idempotent)) {
      const without = { ...headers, "content-type": "application/json" } as Record<string, string>;
      delete without["idempotency-key"];
      const ask = (key: Record<string, string>) =>
        sendRaw(scene.site, { method: endpoint.method, url, payload: json, headers: { ...without, ...key } });
      expectRefusal(await ask({}), "idempotency_key_required");
      expectRefusal(await ask({ "idempotency-key": "" }), "idempotency_key_required");
      expectRefusal(await ask({ "idempotency-key": "k".repeat(256) }), "invalid_input");
    }
  });
});

test("the same bodies are accepted when their bytes are valid", async () => {
  for (const { endpoint, url, headers, json } of writes()) {
    if (url.startsWith("/api/auth/log") || findsNothingYet(url)) continue;
    const answer = await sendRaw(scene.site, {
      method: endpoint.method,
      url,
      payload: json,
      headers: { ...headers, "content-type": "application/json; charset=utf-8" },
    });
    expect([url, answer.status]).toEqual([url, endpoint.status ?? 200]);
  }
});
