import { afterAll, beforeAll, expect, test } from "vitest";
import { createLiveSite, type LiveSite } from "#testing/live-site.ts";
import { buildWebIfStale } from "../../scripts/build.ts";

let site: LiveSite;
beforeAll(async () => {
  buildWebIfStale();
  site = await createLiveSite();
});
afterAll(() => site.close());

test.each(["/", "/events"])(
  "shared copies of %s contain nobody's data, and signed-in people get their own page",
  async (path) => {
    const admin = await site.cookieOf("admin");
    const read = async (headers: Record<string, string>) => {
      const answer = await fetch(`${site.baseUrl}${path}`, { headers });
      return { html: await answer.text(), caching: answer.headers.get("cache-control") };
    };
    const before = await read({});
    const own = await read({ cookie: `${admin.name}=${admin.value}` });
    const after = await read({});
    expect(own.html).toContain('"role":"admin"');
    expect(own.caching).toMatch(/no-store|private/);
    for (const { html } of [before, after]) expect(html).not.toContain('"role":"admin"');
  },
);

test.each(["/", "/events", "/checkout", "/no-such-page"])("without scripts %s says what to do, once", async (path) => {
  const html = await (await fetch(`${site.baseUrl}${path}`)).text();
  const seen = html.match(
    /<noscript>(?:(?!<\/noscript>).)*Turn on JavaScript in your browser to buy tickets or sign in\./g,
  );
  expect(seen).toHaveLength(1);
});

test("a page is one request with one ID, rendered or cached, however much of the API it reads", async () => {
  const count = async () => {
    const text = await (await fetch(`${site.baseUrl}/metrics`)).text();
    const values = Array.from(
      text.matchAll(/^http_requests_total\{.*route="([^"]*)".*\} (\d+)$/gm),
      ([, route, value]) => ({
        route: route!,
        value: Number(value),
      }),
    );
    const sum = (isOurs: (route: string) => boolean) =>
      values.filter(({ route }) => isOurs(route)).reduce((total, { value }) => total + value, 0);
    return { pages: sum((route) => route === "pages"), api: sum((route) => route.startsWith("/api/")) };
  };
  const before = await count();
  const admin = await site.cookieOf("admin");
  const asked = [{}, {}, { cookie: `${admin.name}=${admin.value}` }];
  for (const [index, headers] of asked.entries()) {
    const answer = await fetch(`${site.baseUrl}/events`, { headers: { ...headers, "x-request-id": `page-${index}` } });
    await answer.text();
    expect(answer.headers.get("x-request-id")).toBe(`page-${index}`);
  }
  await expect.poll(count).toEqual({ pages: before.pages + asked.length, api: before.api });
});
