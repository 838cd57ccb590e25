import { connect, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSite, type Site } from "#testing/site.ts";
import { keyOf } from "./scene.ts";

// Every response has the headers that browsers need to be safe with it, whatever it is and however it came about.

const everywhere = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "strict-origin-when-cross-origin",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
};
const secure = { BASE_URL: "https://tickets.example.com", PAYMENTS: "sandbox", RATE_LIMITS: "on" };
const hsts = "strict-transport-security";

let site: Site;
let address: { host: string; port: number };
beforeAll(async () => {
  site = await createSite({ settings: secure, sharedReplyMs: 60_000 });
  await site.app.server.listen({ port: 0, host: "127.0.0.1" });
  address = { host: "127.0.0.1", port: (site.app.server.server.address() as AddressInfo).port };
});
afterAll(() => site.close());

type Headers = Record<string, unknown>;
const lacking = (headers: Headers, except: string[] = []) =>
  Object.entries({ ...everywhere, [hsts]: "max-age=31536000" })
    .filter(([name, value]) => !except.includes(name) && headers[name] !== value)
    .map(([name]) => name);

/** Feeds and what search engines read are for other sites. */
const embedded = (url: string) => (/^\/(?:feeds|sitemap|robots)/.test(url) ? ["cross-origin-resource-policy"] : []);

test("every endpoint's answer to a stranger has them", async () => {
  const found: string[] = [];
  for (const endpoint of site.app.endpoints) {
    const url = endpoint.path.replaceAll(/\{\w+\}/g, "1");
    const { headers } = await site.app.server.inject({ method: endpoint.method, url });
    const missing = lacking(headers, embedded(url));
    if (missing.length > 0) found.push(`${keyOf(endpoint)}: ${missing.join()}`);
  }
  expect(found).toEqual([]);
});

describe("these answers have them", () => {
  const urls: [string, string, number][] = [
    ["a list", "/api/events", 200],
    ["the same list, from the cache", "/api/events", 200],
    ["a feed", "/feeds/events.ics", 200],
    ["the sitemap", "/sitemap.xml", 200],
    ["the API's description", "/api/docs/", 200],
    ["a file of that description", "/api/docs/static/swagger-ui.css", 200],
    ["an unknown API URL", "/api/nothing-of-the-kind", 404],
    ["an unknown image", "/media/nothing.webp", 404],
    ["a URL that can't be decoded", "/api/events/%zz", 400],
    ["a query that can't be stored", "/api/events?city=%00", 400],
  ];
  test.each(urls)("%s: %s", async (_, url, status) => {
    const { statusCode, headers } = await site.app.server.inject(url);
    expect([statusCode, lacking(headers, embedded(url))]).toEqual([status, []]);
  });

  test("a spreadsheet file", async () => {
    const admin = await site.as("admin");
    const { status, headers } = await admin.get("/api/admin/events.csv");
    expect([status, lacking(headers)]).toEqual([200, []]);
  });

  test("a body that isn't JSON, a type that isn't accepted, a body that is too large", async () => {
    for (const [payload, type, status] of [
      ["{", "application/json", 400],
      ["a=b", "text/csv", 415],
      ["x".repeat(200_000), "application/json", 413],
    ] as const) {
      const headers = { "content-type": type };
      const answer = await site.app.server.inject({ method: "POST", url: "/api/auth/login", payload, headers });
      expect([answer.statusCode, lacking(answer.headers)]).toEqual([status, []]);
    }
  });

  test("an error page for a person", async () => {
    const url = "/api/orders/0199b2f0-0000-7000-8000-000000000000/receipt.pdf";
    const { headers } = await site.app.server.inject({ url, headers: { "sec-fetch-dest": "document" } });
    expect(lacking(headers, ["referrer-policy"])).toEqual([]);
    expect(headers["referrer-policy"]).toBe("no-referrer");
  });
});

/** Sends bytes and reads the answer until the server hangs up. */
const exchange = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = connect(address, () => void socket.write(bytes));
    socket.setEncoding("utf8").on("data", (part: string) => void (text += part));
    socket.on("close", () => resolve(text)).on("error", reject);
  });

test.each([
  ["no request at all", "SOCA SOCA SOCA\r\n\r\n", "400 Bad Request"],
  ["a header that is too long", `GET / HTTP/1.1\r\nhost: x\r\nx: ${"a".repeat(40_000)}\r\n\r\n`, "431 "],
])("the answer to %s has them, and the connection is closed", async (_, bytes, status) => {
  const [head = "", body = ""] = (await exchange(bytes)).split("\r\n\r\n");
  const [first, ...lines] = head.split("\r\n");
  expect(first).toContain(`HTTP/1.1 ${status}`);
  expect(lacking(Object.fromEntries(lines.map((line) => line.split(": "))))).toEqual([]);
  expect(JSON.parse(body)).toMatchObject({ code: "invalid_input" });
});

test("a site on http doesn't ask for https", async () => {
  const plain = await createSite();
  const { headers } = await plain.app.server.inject("/healthz");
  await plain.close();
  expect(lacking(headers)).toEqual([hsts]);
});

test("all subdomains are included only if the setting says so", async () => {
  const wide = await createSite({ settings: { ...secure, HSTS_SUBDOMAINS: "on" } });
  const { headers } = await wide.app.server.inject("/healthz");
  await wide.close();
  expect(headers[hsts]).toBe("max-age=31536000; includeSubDomains");
});
