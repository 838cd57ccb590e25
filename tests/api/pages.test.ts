import { afterAll, beforeAll, expect, test } from "vitest";
import { createLiveSite, type LiveSite } from "#tests/kit/live-site.ts";
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
