import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { agent, forgetAll, postView, rowsOf } from "./kit.ts";

let site: Site;
let limited: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  limited = await createSite({ database: site.database, settings: { RATE_LIMITS: "on" } });
  admin = await site.as("admin");
});
afterAll(async () => {
  await limited.close();
  await site.close();
});
beforeEach(async () => {
  for (const node of [site, limited]) await node.app.runJob("traffic-roll-up");
  await forgetAll(site);
});

const pageView = (path: string) => ({ kind: "page_view", path });
const postBatch = (on: Site, items: object[], sessionId = "1764300000000-1", address?: string) =>
  on.app.server.inject({
    method: "POST",
    url: "/api/analytics/batch",
    headers: agent,
    payload: { sessionId, deviceType: "mobile", browser: "Safari", items },
    ...(address === undefined ? {} : { remoteAddress: address }),
  });

describe("a page view counts", () => {
  test("only for a page that exists, under the page's own address", async () => {
    const id = await site.create.event({ title: "Velvet Riddim" });
    const draft = await site.create.event({ visibility: "draft" });
    const { slug } = (await site.anon.get(`/api/events/${id}`)).body;
    const wanted = [
      "/",
      "/SHOP",
      "/events?city=Miami",
      `/events/${id}`,
      `/events/${id}/${slug}`,
      `/events/${id}/call-me`,
    ];
    const unknown = [
      "/nothing",
      "/events/0",
      "/events/999999",
      `/events/${draft}`,
      "/events/velvet",
      "/shop/tee",
      "/%2e",
    ];
    const odd = [
      `/events/${id}/${slug}/more`,
      `/events/${"9".repeat(30)}`,
      "/dev/ui",
      "/api/events",
      "/events/1e3",
      "//",
    ];
    const paths = [...wanted, ...unknown, ...odd];
    expect((await postBatch(site, paths.map(pageView))).statusCode).toBe(202);
    const rows = await rowsOf(site, wanted.length + 1);
    expect(rows.map(({ subject }) => subject)).toEqual([
      "/",
      "/shop",
      "/events",
      `/events/${id}`,
      `/events/${id}/${slug}`,
      `/events/${id}`,
      "/",
    ]);
  });

  test("alone the same way", async () => {
    for (const path of ["/nothing", "/events/999999", "/events"])
      expect((await postView(site.anon, { path })).status).toBe(202);
    expect(await rowsOf(site, 1)).toMatchObject([{ subject: "/events" }]);
  });
});

test("each item of a batch counts against the budget", async () => {
  const items = Array.from({ length: 50 }, () => pageView("/"));
  const statuses = [];
  for (let count = 0; count < 61; count++)
    statuses.push((await postBatch(limited, items, "1", "192.0.2.9")).statusCode);
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(202));
  expect(statuses[60]).toBe(429);
});

/** Figures follow within seconds, on a busy machine as well. */
const patience = 30_000;
const span = "compare=none";
const readOverview = async (more = "") => (await admin.get(`/api/admin/analytics/overview?${span}${more}`)).body;

describe("a network that brings many visitors at once", () => {
  /** So many visitors, each with a view. */
  async function runVisits(count: number, address: (index: number) => string, name = "v") {
    for (let index = 0; index < count; index++) {
      const answer = await postBatch(limited, [pageView("/")], `${name}-${index}`, address(index));
      expect(answer.statusCode).toBe(202);
    }
    await limited.app.runJob("traffic-roll-up");
  }

  test("has the first twenty counted; the others are likely bots, and staff can count them or leave them out", async () => {
    await runVisits(110, () => "192.0.2.1");
    await vi.waitFor(async () => {
      const { total, bots } = await readOverview();
      expect([total.visitors, total.views, bots]).toEqual([20, 20, { bots: 0, likelyBots: 90 }]);
    }, patience);
    const counted = await readOverview("&likelyBots=count");
    expect([counted.total.visitors, counted.total.views, counted.bots.likelyBots]).toEqual([110, 110, 90]);
    const read = async (more: string) =>
      (await admin.get(`/api/admin/analytics/breakdown?by=page&${span}${more}`)).body.rows[0]!.visitors;
    expect([await read(""), await read("&likelyBots=count"), await read("")]).toEqual([20, 110, 20]);
    expect((await admin.get("/api/admin/analytics/now")).body.people).toBe(20);
  });

  test("is one network with all its IPv6 addresses", async () => {
    await runVisits(60, (index) => `2001:db8:1:2::${index.toString(16)}`, "six");
    await vi.waitFor(async () => expect((await readOverview()).total.visitors).toBe(20), patience);
  });

  test("and others aren't held back by it, nor are visitors whom it brought before", async () => {
    await runVisits(30, () => "192.0.2.2", "a");
    await runVisits(15, (index) => `2001:db8:2:${index.toString(16)}::1`, "b");
    await runVisits(5, () => "192.0.2.2", "a");
    await vi.waitFor(async () => {
      const { total } = await readOverview();
      expect([total.visitors, total.views]).toEqual([35, 40]);
    }, patience);
  });
});
