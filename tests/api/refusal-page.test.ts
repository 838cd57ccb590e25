import { afterAll, beforeAll, expect, test } from "vitest";
import { createServer } from "#server/platform/http/server.ts";
import { createLog } from "#server/platform/log.ts";
import { createMetrics } from "#server/platform/metrics.ts";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

const opened = { "sec-fetch-dest": "document", accept: "text/html" };
const receipt = "/api/orders/0199b2f0-0000-7000-8000-000000000000/receipt.pdf";
const open = (url: string, headers: Record<string, string> = opened) => site.app.server.inject({ url, headers });

test("opening a document that isn't available in a tab shows a page with links and no scripts", async () => {
  const answer = await open(`${receipt}?key=${"a".repeat(32)}`);
  expect([answer.statusCode, answer.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  expect(answer.body).toContain("We can&#39;t find that.");
  expect(answer.body).toContain("The link may have expired");
  expect(answer.body).toContain('<a href="/">Go to the site</a>');
  expect(answer.body).not.toMatch(/<script|\son\w+=|Try again/);
  expect(answer.headers).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  expect(answer.headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+'; /);
});

test("programs, page parts and unknown URLs get JSON replies", async () => {
  for (const headers of [
    {},
    { "sec-fetch-dest": "empty" },
    { "sec-fetch-dest": "iframe" },
    { accept: "text/html" },
  ] as Record<string, string>[]) {
    const answer = await open(receipt, headers);
    expect([headers, answer.statusCode, answer.json().code]).toEqual([headers, 404, "not_found"]);
  }
  const unknown = await open("/api/nothing-of-the-kind");
  expect([unknown.statusCode, unknown.json().code]).toEqual([404, "not_found"]);
});

test("a temporary failure offers the same URL again, without injecting anything or revealing secrets", async () => {
  const app = createServer({ log: createLog("silent"), trustProxy: 0, metrics: createMetrics() });
  app.get("/api/sample", () => {
    throw new Error("Sample failure at /srv/secret");
  });
  const answer = await app.inject({ url: `/api/sample?key="><script>alert(1)</script>`, headers: opened });
  await app.close();
  expect(answer.statusCode).toBe(500);
  expect(answer.body).toContain("Something went wrong on our side.");
  expect(answer.body).toMatch(/send us this number: [\w-]{36}/);
  expect(answer.body).toMatch(/<a class="again" href="\/api\/sample\?key=[^"<>]*">Try again<\/a>/);
  expect(answer.body).not.toMatch(/<script|Sample failure|secret/);
});
