import { afterAll, beforeAll, expect, test } from "vitest";
import { searchSite } from "#server/modules/search/index.ts";
import { createSite, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
  const hour = 3_600_000;
  const past = { startsAt: new Date(Date.now() - 30 * hour), endsAt: new Date(Date.now() - 24 * hour) };
  // So far ahead that it is always upcoming.
  await site.create.event({
    title: "J'ouvert at Midnight",
    startsAt: new Date("2097-01-02T03:00:00Z"),
    endsAt: new Date("2097-01-02T09:00:00Z"),
  });
  await site.create.event({ title: "J'ouvert Reloaded", ...past });
  await site.create.event({ title: "J'ouvert in Secret", visibility: "unlisted" });
  await site.create.event({ title: "J'ouvert Draft", visibility: "draft" });
});
afterAll(() => site.close());

const search = (q: string) => site.anon.get(`/api/search?q=${encodeURIComponent(q)}`);

test("finds events by any of their words, upcoming ones first, and only public ones", async () => {
  const { status, body } = await search("jouvert");
  expect(status).toBe(200);
  expect(body.groups).toHaveLength(1);
  const [events] = body.groups;
  expect(events).toMatchObject({ kind: "events", total: 2 });
  expect(events!.hits.map(({ title, isPast }) => [title, isPast])).toEqual([
    ["J'ouvert at Midnight", false],
    ["J'ouvert Reloaded", true],
  ]);
  expect(events!.hits[0]).toMatchObject({
    path: expect.stringMatching(/^\/events\/\d+\/jouvert-at-midnight$/),
    detail: "Tue, Jan 1, 2097 · Brooklyn",
    picture: "/media/posters/velvet-riddim-480.webp",
  });
});

test("returns no results without an error, whatever is typed", async () => {
  for (const q of ["zzzz", "%", "_", "\\", "' or 1=1 --", "🎭"]) {
    const { status, body } = await search(q);
    expect([q, status, body.groups]).toEqual([q, 200, []]);
  }
});

test.each(["", "%20%20", "x".repeat(101)])("a search for %o is rejected", async (q) => {
  expect((await site.anon.get(`/api/search?q=${q}`)).status).toBe(400);
});

test("every source has its group in the order of modules, and a source without results has none", async () => {
  const hit = { path: "/shop", title: "Cap", detail: "$30.00", picture: null, isPast: false };
  const results = await searchSite(
    [
      { kind: "products", label: "Shop", find: async () => ({ total: 1, hits: [hit] }) },
      {
        kind: "posts",
        label: "Community",
        listPath: (q) => `/community?q=${q}`,
        find: async () => ({ total: 1, hits: [{ ...hit, path: "/community" }] }),
      },
      { kind: "events", label: "Events", find: async () => ({ total: 0, hits: [] }) },
    ],
    "cap",
  );
  expect(results.groups).toMatchObject([
    { kind: "products", label: "Shop", listPath: null },
    { kind: "posts", label: "Community", listPath: "/community?q=cap" },
  ]);
});
