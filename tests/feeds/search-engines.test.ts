import { gunzipSync } from "node:zlib";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deleteAllEvents, createEvent } from "#tests/events/make.ts";
import { createSite, type Site } from "#testing/site.ts";
import { childrenOf, readXml, textOf } from "./well-formed.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite({ settings: { BASE_URL: "http://events.example" } });
});
afterAll(() => site.close());
beforeEach(() => deleteAllEvents(site.db));

async function readDocument(path: string) {
  const answer = await site.anon.get(path);
  expect([path, answer.status]).toEqual([path, 200]);
  return readXml(answer.text);
}
const locations = async (path: string) => (await readDocument(path)).children.map((entry) => textOf(entry, "loc"));
const news = async () => childrenOf(childrenOf(await readDocument("/feeds/events.xml"), "channel")[0]!, "item");

test("feed readers get the latest announced events, each with a stable ID", async () => {
  const first = await createEvent(site.db, { title: "First announced" });
  const second = await createEvent(site.db, { title: "Second announced", inDays: 3 });
  await createEvent(site.db, { title: "Over", inDays: -3 });
  await createEvent(site.db, { title: "Unannounced", visibility: "draft" });
  await createEvent(site.db, { title: "For friends", visibility: "unlisted" });
  const items = await news();
  expect(items.map((item) => textOf(item, "title"))).toEqual(["Second announced", "First announced"]);
  expect(items.map((item) => textOf(item, "guid"))).toEqual(
    [second, first].map((id) => `http://events.example/events/${id}`),
  );
  expect(textOf(items[0]!, "link")).toBe(`http://events.example/events/${second}/second-announced`);
  expect(Date.parse(textOf(items[0]!, "pubDate")!)).toBeGreaterThan(0);
});

test("an event is dated by its first publication, by hand or by schedule, and keeps its position", async () => {
  const old = await createEvent(site.db, { title: "Created first", visibility: "draft" });
  const young = await createEvent(site.db, { title: "Created second" });
  const admin = await site.as("admin");
  const publish = (id: number, more: object = {}) =>
    admin.post(`/api/admin/events/${id}/visibility`, { visibility: "published", ...more });
  const titles = async () => (await news()).map((item) => textOf(item, "title")).slice(0, 2);
  expect((await titles())[0]).toBe("Created second");
  const before = Date.now();
  const publishAt = new Date(before + 3_600_000).toISOString();
  expect((await publish(old, { publishAt })).status).toBe(200);
  expect((await titles())[0]).toBe("Created second");
  await sql`update events set publish_at = clock_now() where id = ${old}`.execute(site.db);
  await site.app.runJob("publishing");
  expect(await titles()).toEqual(["Created first", "Created second"]);
  const pubDate = textOf((await news())[0]!, "pubDate")!;
  expect(Date.parse(pubDate)).toBeGreaterThanOrEqual(Math.floor(before / 1000) * 1000);

  // Unlisted and published again: it doesn't become news again.
  await admin.post(`/api/admin/events/${young}/visibility`, { visibility: "unlisted" });
  expect((await publish(young)).status).toBe(200);
  expect(await titles()).toEqual(["Created first", "Created second"]);
  expect(textOf((await news())[0]!, "pubDate")).toBe(pubDate);
});

test("every document stays well-formed, whatever a title or venue contains", async () => {
  const title = `]]> </script> & "quotes" <b> \u0007 🎺`;
  await createEvent(site.db, { title, summary: "x ]]> y & z", venue: "A & <B>", categories: ["a & b"] });
  const [item] = await news();
  expect(textOf(item!, "title")).toBe(title.replace("\u0007", ""));
  expect(textOf(item!, "description")).toContain("A & <B>");
  for (const path of ["/sitemap.xml", "/sitemap-1.xml", "/sitemap-pages.xml"]) await readDocument(path);
});

test("the sitemap lists every published event once, including past ones, and no others", async () => {
  const shown = [
    await createEvent(site.db, { title: "Upcoming" }),
    await createEvent(site.db, { title: "Gone", inDays: -9 }),
  ];
  await createEvent(site.db, { title: "Unannounced", visibility: "draft" });
  await createEvent(site.db, { title: "For friends", visibility: "unlisted" });
  const [ownPages, ...pages] = await locations("/sitemap.xml");
  expect(ownPages).toBe("http://events.example/sitemap-pages.xml");
  expect(pages).toHaveLength(1);
  const events = await locations(new URL(pages[0]!).pathname);
  expect(events).toEqual([
    `http://events.example/events/${shown[0]}/upcoming`,
    `http://events.example/events/${shown[1]}/gone`,
  ]);
  expect((await locations("/sitemap-pages.xml")).slice(0, 2)).toEqual([
    "http://events.example/",
    "http://events.example/events",
  ]);
});

test("many events are split into pages of 5,000 IDs, and an event never changes its page", async () => {
  const first = await createEvent(site.db, { title: "First" });
  await sql`
    insert into events (id, slug, title, summary, description, starts_at, ends_at, time_zone, venue_id, poster, visibility)
    overriding system value
    select n, 'far-' || n, 'Far', '', '', now(), now() + interval '1 day', 'UTC', venue_id, poster, 'published'
    from events, unnest(array[5000, 5001, 12001]) n where id = ${first}`.execute(site.db);
  const pages = (await locations("/sitemap.xml")).slice(1).map((address) => /\d+/.exec(address!)![0]);
  expect(pages).toEqual(["1", "2", "3"]);
  expect(await locations("/sitemap-2.xml")).toEqual(["http://events.example/events/5001/far-5001"]);
  expect((await locations("/sitemap-1.xml")).at(-1)).toBe("http://events.example/events/5000/far-5000");
  expect((await site.anon.get("/sitemap-4.xml")).status).toBe(404);
});

test("lastmod is when an event changed, and its end counts as a change", async () => {
  const id = await createEvent(site.db, { inDays: -2 });
  await sql`update events set updated_at = created_at - interval '9 days' where id = ${id}`.execute(site.db);
  const { rows } = await sql<{ ends_at: Date }>`select ends_at from events where id = ${id}`.execute(site.db);
  const [entry] = (await readDocument("/sitemap-1.xml")).children;
  expect(textOf(entry!, "lastmod")).toBe(rows[0]!.ends_at.toISOString());
});

test("bots may read public pages, and robots.txt names the sitemap", async () => {
  const { text, headers } = await site.anon.get("/robots.txt");
  expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  const lines = text.trim().split("\n");
  expect(lines[0]).toBe("User-agent: *");
  expect(lines.at(-1)).toBe("Sitemap: http://events.example/sitemap.xml");
  for (const path of ["/admin", "/checkout", "/ticket-scanner", "/my-tickets", "/api/"])
    expect(lines).toContain(`Disallow: ${path}`);
  const refused = lines.flatMap((line) => /^Disallow: (.+)$/.exec(line)?.[1] ?? []);
  for (const path of ["/", "/events/1/a", "/feeds/events.xml", "/media/posters/a.jpg", "/assets/a.js"])
    expect(refused.filter((start) => path.startsWith(start))).toEqual([]);
});

test("long texts are sent compressed to clients that accept it", async () => {
  for (let count = 0; count < 12; count++) await createEvent(site.db);
  const answer = await site.app.server.inject({ url: "/feeds/events.xml", headers: { "accept-encoding": "gzip, br" } });
  expect(answer.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(answer.rawPayload).toString()).toBe((await site.anon.get("/feeds/events.xml")).text);
});
