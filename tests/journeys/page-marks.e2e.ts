import { expect } from "@playwright/test";
import { withSite } from "./journey-kit.ts";

// Texts that look like the server's own marks in a page's HTML must come back as text, in titles and in URLs.

const test = withSite();
const marks = ["%sg-nonce%", "%nonce%", '<div id="app"', "</script><!--"];

test("a page of any size arrives whole, whatever its titles and its URL contain", async ({ request, site, page }) => {
  for (let index = 0; index < 40; index++)
    await site.create.event({ title: `${marks[index % marks.length]} ${"Soca ".repeat(20)}${index}` });
  for (const mark of ["", ...marks]) {
    for (const path of ["/events?city=", "/events?q=", "/search?q=", "/?utm_source=", "/no-such-page?"]) {
      const url = `${site.baseUrl}${path}${encodeURIComponent(mark)}`;
      for (const encoding of ["gzip", "identity"]) {
        // The second response comes from the cache.
        for (let visit = 0; visit < 2; visit++) {
          const response = await request.get(url, { headers: { "accept-encoding": encoding }, timeout: 10_000 });
          const html = await response.text();
          const nonce = /'nonce-([^']+)'/.exec(response.headers()["content-security-policy"] ?? "")?.[1];
          expect(html.endsWith(`id="sg-nonce">"${nonce}"</script></body></html>`), url).toBe(true);
        }
      }
    }
  }
  expect((await (await request.get(`${site.baseUrl}/events`)).body()).length).toBeGreaterThan(65_535);
  await page.goto(`${site.baseUrl}/events?q=${encodeURIComponent(marks[0]!)}`);
  await expect(page.getByRole("link", { name: /%sg-nonce% Soca/ }).first()).toBeVisible();
});

test("pages and files have the headers of every response, whether they're cached, private or missing", async ({
  request,
  site,
}) => {
  const home = await (await request.get(site.baseUrl)).text();
  const script = /\/assets\/[\w.-]+\.js/.exec(home)![0];
  const { name, value } = await site.cookieOf("user");
  const own = { cookie: `${name}=${value}` };
  for (const [path, headers] of [
    ["/"],
    ["/"],
    ["/", own],
    ["/no-such-page"],
    [script],
    ["/brand/favicon.svg"],
    ["/assets/nothing.js"],
  ] as const) {
    const response = await request.get(site.baseUrl + path, headers ? { headers } : {});
    expect([path, response.headers()]).toEqual([
      path,
      expect.objectContaining({
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "strict-origin-when-cross-origin",
      }),
    ]);
  }
});
