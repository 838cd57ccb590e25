import type { Refusal } from "#testing/replies.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { continueAsGuest } from "#contract/accounts/accounts.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { readSnapshot } from "#testing/snapshot.ts";
import type { Answer } from "#testing/site.ts";
import { changesNothing, expectRefusal, refuses } from "./refusal.ts";
import { createScene, keyOf, createSamples, openSession, sendRaw, type Sample, type Scene } from "./scene.ts";

const baseUrl = "https://tickets.example";
const host = "tickets.example";
const foreign = { origin: "https://evil.example" };

/** Who can make a browser write, by what browsers report about where a request comes from. */
const shapes: [
  name: string,
  credentials: "cookie" | "bearer" | "none",
  headers: Record<string, string>,
  verdict: "passes" | "refused",
][] = [
  ["a cookie without an origin, as programs send it", "cookie", {}, "passes"],
  ["the site's own page", "cookie", { "sec-fetch-site": "same-origin" }, "passes"],
  ["the site's own page, with its origin", "cookie", { "sec-fetch-site": "same-origin", origin: baseUrl }, "passes"],
  ["an older browser on the site's own page", "cookie", { origin: baseUrl }, "passes"],
  ["the same host with another scheme, without Sec-Fetch-Site", "cookie", { origin: `http://${host}` }, "passes"],
  ["the address bar", "cookie", { "sec-fetch-site": "none" }, "passes"],
  ["another site", "cookie", { "sec-fetch-site": "cross-site" }, "refused"],
  ["another site, with its origin", "cookie", { "sec-fetch-site": "cross-site", ...foreign }, "refused"],
  ["another site that claims our origin", "cookie", { "sec-fetch-site": "cross-site", origin: baseUrl }, "refused"],
  ["a neighbor on the same domain", "cookie", { "sec-fetch-site": "same-site" }, "refused"],
  [
    "a neighbor on the same domain, with its origin",
    "cookie",
    { "sec-fetch-site": "same-site", origin: "https://shop.tickets.example" },
    "refused",
  ],
  [
    "our own host over http, which anyone on the network can forge",
    "cookie",
    { "sec-fetch-site": "cross-site", origin: `http://${host}` },
    "refused",
  ],
  ["an older browser on another site", "cookie", foreign, "refused"],
  ["a hidden origin", "cookie", { origin: "null" }, "refused"],
  ["an empty origin", "cookie", { origin: "" }, "refused"],
  ["an origin that starts like ours", "cookie", { origin: `${baseUrl}.evil.example` }, "refused"],
  ["an origin that has our name in front of an @", "cookie", { origin: `https://${host}@evil.example` }, "refused"],
  ["our host on another port", "cookie", { origin: `${baseUrl}:8443` }, "refused"],
  ["an origin that isn't a URL", "cookie", { origin: "tickets.example" }, "refused"],
  ["the address bar with a foreign origin", "cookie", { "sec-fetch-site": "none", ...foreign }, "refused"],
  ["a value that no browser sends", "cookie", { "sec-fetch-site": "whatever" }, "refused"],
  [
    "another site without a session: signing in a victim is also an attack",
    "none",
    { "sec-fetch-site": "cross-site", ...foreign },
    "refused",
  ],
  ["a program without a session", "none", {}, "passes"],
  [
    "a bearer token, which is proof by itself, from anywhere",
    "bearer",
    { "sec-fetch-site": "cross-site", ...foreign },
    "passes",
  ],
  [
    "a cookie with a bearer token from another issuer, from another site",
    "cookie",
    { authorization: "Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln", ...foreign },
    "refused",
  ],
  [
    "a cookie with an empty bearer token, from another site",
    "cookie",
    { authorization: "Bearer ", ...foreign },
    "refused",
  ],
  [
    "a cookie with basic credentials, from another site",
    "cookie",
    { authorization: "Basic YTpi", ...foreign },
    "refused",
  ],
];

let scene: Scene;
let samples: Record<string, Sample>;
const tokens = new Map<number, string>();

beforeAll(async () => {
  scene = await createScene({ settings: { BASE_URL: baseUrl, PAYMENTS: "sandbox", RATE_LIMITS: "on" } });
  samples = createSamples(scene);
  for (const person of Object.values(scene.people))
    if (person.id > 0) tokens.set(person.id, await openSession(scene.site, person.id));
});
afterAll(() => scene.site.close());

const writes = () => scene.site.app.endpoints.filter(({ method, access }) => method !== "GET" && access !== "signed");

let address = 0;

function ask(
  key: string,
  credentials: "cookie" | "bearer" | "none",
  headers: Record<string, string>,
  payload?: string,
): Promise<Answer<Refusal>> {
  const sample = samples[key]!;
  const token = tokens.get(sample.as.id) ?? sample.as.token ?? tokens.get(scene.people.user.id)!;
  const sessions: Record<typeof credentials, Record<string, string>> = {
    cookie: { cookie: `__Host-sg_session=${token}` },
    bearer: { authorization: `Bearer ${token}` },
    none: {},
  };
  const body = payload ?? (sample.body === undefined ? undefined : JSON.stringify(sample.body));
  return sendRaw(scene.site, {
    method: key.split(" ")[0]!,
    url: sample.url,
    remoteAddress: `10.0.${(address >> 8) & 255}.${address++ & 255}`,
    headers: {
      host,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...sample.headers,
      ...sessions[credentials],
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body }),
  });
}

test.for(shapes.filter(([, , , verdict]) => verdict === "refused"))("%s", async ([, credentials, headers]) => {
  await changesNothing(scene.site, async () => {
    for (const key of writes().map(keyOf)) {
      // The full valid call: without the guard it would change something.
      const answer = await ask(key, credentials, headers);
      expect([key, answer.status]).toEqual([key, 403]);
      expectRefusal(answer, "foreign_origin");
    }
  });
});

test.for(shapes.filter(([, , , verdict]) => verdict === "passes"))("%s", async ([, credentials, headers]) => {
  for (const key of writes().flatMap((endpoint) => (endpoint.body === undefined ? [] : [keyOf(endpoint)]))) {
    const answer = await ask(key, credentials, headers, '{"nonsense":1}');
    expect([key, answer.body.code]).not.toEqual([key, "foreign_origin"]);
    expect(answer.status).toBeLessThan(500);
  }
});

test("an invalid bearer token doesn't let the cookie next to it through", async () => {
  for (const key of ["POST /api/orders", "DELETE /api/orders/{id}", "POST /api/scans"]) {
    const headers = { ...foreign, authorization: `Bearer ${"A".repeat(43)}` };
    await refuses(scene.site, () => ask(key, "cookie", headers), "not_signed_in");
  }
});

/** Figures counted from other rows, which a read may bring up to date. */
const rollUps = ["sales_hours", "traffic_hours", "traffic_days", "traffic_totals", "rolled_days", "roll_up_progress"];

test("other origins can send reads, since these change nothing and other origins can't see the reply", async () => {
  const readSources = async () => {
    const snapshot = Object.entries(await readSnapshot(scene.site.db));
    return snapshot.filter(([name]) => !rollUps.includes(name.replace("public.", "")));
  };
  const before = await readSources();
  // But streams, which would stay open, and downloads, whose link alone gives access and which count what they send.
  const others = ["/api/stream/{topics}", "/api/downloads/{token}"];
  const isRead = ({ method, path }: Endpoint) => method === "GET" && !others.includes(path);
  for (const endpoint of scene.site.app.endpoints.filter(isRead)) {
    const answer = await ask(keyOf(endpoint), "cookie", { "sec-fetch-site": "cross-site", ...foreign });
    expect([keyOf(endpoint), answer.body?.code]).not.toEqual([keyOf(endpoint), "foreign_origin"]);
    expect(answer.headers).not.toHaveProperty("access-control-allow-origin");
  }
  expect(await readSources()).toEqual(before);
});

test("a provider's webhook can come from anywhere: only its signature counts", async () => {
  const answer = await ask("POST /api/payments/webhooks/{provider}", "none", {
    "sec-fetch-site": "cross-site",
    ...foreign,
  });
  expectRefusal(answer, "bad_signature");
});

test("without the guard, another site can make a browser become a guest", async () => {
  const before = await readSnapshot(scene.site.db);
  const declared = continueAsGuest.access;
  continueAsGuest.access = "signed";
  try {
    const answer = await ask("POST /api/auth/guest", "none", { "sec-fetch-site": "cross-site", ...foreign });
    expect(answer.status).toBe(201);
  } finally {
    continueAsGuest.access = declared;
  }
  expect(await readSnapshot(scene.site.db)).not.toEqual(before);
});
