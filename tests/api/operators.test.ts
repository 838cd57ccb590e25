import { afterEach, expect, test } from "vitest";
import { startFakeStripe } from "#testing/fake-stripe/index.ts";
import { createSite, type Site } from "#testing/site.ts";

// What only operators and developers may see.

const sites: Site[] = [];
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

async function open(settings: Record<string, string>) {
  const site = await createSite({ settings });
  sites.push(site);
  return site;
}

const secure = { BASE_URL: "https://tickets.example.com", PAYMENTS: "sandbox", RATE_LIMITS: "on" };
const token = "metrics-token-of-the-monitor";
const bearer = (text: string) => ({ authorization: `Bearer ${text}` });

/** What someone with these headers sees: the status of the metrics, and the fields of readiness with and without details. */
async function see({ anon }: Site, headers: Record<string, string> = {}) {
  const metrics = await anon.get("/metrics", headers);
  const plain = await anon.get("/readyz", headers);
  const detailed = await anon.get("/readyz?details", headers);
  expect([plain.status, detailed.status, plain.body.status]).toEqual([200, 200, "ok"]);
  return [metrics.status, Object.keys(plain.body), Object.keys(detailed.body).includes("invariants")];
}

const nothing = [404, ["status"], false];
const everything = [200, ["status", "database", "migrations", "stopping", "disk", "overdue"], true];

test("on http without a token, developers see everything", async () => {
  expect(await see(await open({}))).toEqual(everything);
});

test("on https without a token, nobody sees more than ready or not", async () => {
  const site = await open(secure);
  expect(await see(site)).toEqual(nothing);
  expect(await see(site, bearer("undefined"))).toEqual(nothing);
});

test("with a token, only its bearer sees everything, on https and on http", async () => {
  for (const settings of [{ ...secure, METRICS_TOKEN: token }, { METRICS_TOKEN: token }]) {
    const site = await open(settings);
    for (const headers of [{}, bearer(""), bearer(`${token}x`), bearer(token.slice(1)), { authorization: token }])
      expect(await see(site, headers)).toEqual(nothing);
    expect(await see(site, bearer(token))).toEqual(everything);
  }
});

test("the sandbox's payment pages exist only while it takes the payments", async () => {
  const stripe = await startFakeStripe();
  try {
    const page = { url: "/api/payments/sandbox/sbx_aaaaaaaaaaaaaaaaaaaaaaaa" };
    const pay = { method: "POST" as const, url: `${page.url}/complete`, payload: { outcome: "nonsense" } };
    const [withSandbox, withStripe] = [await open({}), await open(stripe.settings)];
    const statuses = async ({ app }: Site) => [
      (await app.server.inject(page)).statusCode,
      (await app.server.inject(pay)).statusCode,
    ];
    expect(await statuses(withSandbox)).toEqual([404, 400]);
    expect(await statuses(withStripe)).toEqual([404, 404]);
    const paths = withStripe.app.endpoints.map(({ path }) => path);
    expect(paths.filter((path) => path.includes("sandbox"))).toEqual([]);
  } finally {
    await stripe.close();
  }
});
