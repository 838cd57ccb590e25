import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { AnalyticsReport } from "#contract/analytics.ts";
import { createAnalytics } from "#server/modules/analytics/index.ts";
import { createSite, type Client, type Site } from "#tests/kit/site.ts";

const chrome = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const agent = { "user-agent": chrome };
let site: Site;
let admin: Client;

beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());
beforeEach(() => sql`truncate page_views, interactions`.execute(site.db));

const view = (more: object = {}) => ({
  path: "/events",
  userId: null,
  sessionId: "1764300000000-123",
  deviceType: "mobile",
  browser: "Safari",
  referrer: null,
  ...more,
});

const postView = (who: Client, more: object = {}, headers = agent) =>
  who.call("POST", "/api/analytics/page-view", view(more), headers);

/** The stored rows, after the buffer is written. */
async function rows(table: "page_views" | "interactions", count: number): Promise<any[]> {
  return vi.waitFor(async () => {
    const found = await sql<any>`select * from ${sql.table(table)} order by id`.execute(site.db);
    expect(found.rows).toHaveLength(count);
    return found.rows;
  }, 15_000);
}

test("a page view is stored as the browser sends it, with the session's person and no IP address", async () => {
  const user = await site.as("user");
  const answer = await postView(user, {
    path: "/payment-success?order=1&key=secret#top",
    userId: 999_999,
    referrer: "https://Instagram.com/p/1?igsh=me",
  });
  expect([answer.status, answer.body]).toEqual([202, { ok: true }]);
  const [row] = await rows("page_views", 1);
  expect(row).toMatchObject({
    path: "/payment-success",
    user_id: user.id,
    session_id: "1764300000000-123",
    device_type: "mobile",
    browser: "Safari",
    referrer_host: "instagram.com",
    is_bot: false,
  });
  expect(JSON.stringify(row)).not.toMatch(/127\.0\.0\.1|secret|igsh/);
});

test("the person named in the body is ignored", async () => {
  await postView(site.anon, { userId: 1 });
  const [row] = await rows("page_views", 1);
  expect(row.user_id).toBeNull();
});

test.each([
  ["an unknown device", { deviceType: "watch" }],
  ["an unknown browser", { browser: "Netscape" }],
  ["no session", { sessionId: "" }],
  ["another site's address", { path: "https://evil.example/" }],
  ["an overlong path", { path: `/${"x".repeat(600)}` }],
])("a page view with %s is refused", async (_name, more) => {
  const answer = await postView(site.anon, more);
  expect(answer.status).toBe(400);
});

test("event views and ticket clicks are stored, for events that visitors can see", async () => {
  const shown = await site.make.event();
  const unlisted = await site.make.event({ visibility: "unlisted" });
  const draft = await site.make.event({ visibility: "draft" });
  const post = (path: string) => site.anon.call("POST", `/api/analytics/${path}`, undefined, agent);
  expect((await post(`events/${shown}/view`)).status).toBe(202);
  expect((await post(`events/${shown}/ticket-click`)).status).toBe(202);
  expect((await post(`events/${unlisted}/view`)).status).toBe(202);
  for (const path of [`events/${draft}/view`, "events/999999/view", "products/1/view", "products/1/detail-click"]) {
    const answer = await post(path);
    expect([path, answer.status, answer.body.code]).toEqual([path, 404, "not_found"]);
  }
  const stored = await rows("interactions", 3);
  expect(stored.map(({ kind, subject_id }) => [kind, subject_id])).toEqual([
    ["event_view", shown],
    ["ticket_click", shown],
    ["event_view", unlisted],
  ]);
});

test("a call with a JSON header and no body is accepted, as the specification sends it", async () => {
  const id = await site.make.event();
  const answer = await site.anon.call("POST", `/api/analytics/events/${id}/view`, undefined, {
    ...agent,
    "content-type": "application/json",
  });
  expect(answer.status).toBe(202);
});

test("bots are marked and counted only in their own figure", async () => {
  await postView(
    site.anon,
    {},
    { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" },
  );
  await postView(site.anon);
  await rows("page_views", 2);
  const { body } = await admin.get<AnalyticsReport>("/api/admin/analytics");
  expect(body.totals).toMatchObject({ pageViews: 1, sessions: 1, botPageViews: 1 });
});

test("the report counts by day, path, device, browser, referrer and event, in its time zone's days", async () => {
  const id = await site.make.event({ title: "Velvet Riddim" });
  await sql`insert into page_views (viewed_at, path, session_id, device_type, browser, referrer_host, is_bot) values
    ('2026-03-02T03:30:00Z', '/', 'a', 'mobile', 'Safari', null, false),
    ('2026-03-02T15:00:00Z', '/', 'a', 'mobile', 'Safari', 'localhost', false),
    ('2026-03-02T16:00:00Z', '/events', 'b', 'desktop', 'Chrome', 'google.com', false),
    ('2026-03-05T05:00:00Z', '/', 'c', 'desktop', 'Chrome', null, false)`.execute(site.db);
  await sql`insert into interactions (occurred_at, kind, subject_id, is_bot) values
    ('2026-03-02T16:00:00Z', 'event_view', ${id}, false), ('2026-03-02T16:01:00Z', 'event_view', ${id}, false),
    ('2026-03-02T16:02:00Z', 'ticket_click', ${id}, false), ('2026-03-02T16:02:00Z', 'event_view', ${id}, true),
    ('2026-03-02T16:02:00Z', 'event_view', 424242, false)`.execute(site.db);
  const { status, body } = await admin.get<AnalyticsReport>(
    "/api/admin/analytics?from=2026-03-01&to=2026-03-03&timeZone=America/New_York",
  );
  expect(status).toBe(200);
  expect(body.days).toEqual([
    { day: "2026-03-01", pageViews: 1, sessions: 1, eventViews: 0, ticketClicks: 0 },
    { day: "2026-03-02", pageViews: 2, sessions: 2, eventViews: 3, ticketClicks: 1 },
    { day: "2026-03-03", pageViews: 0, sessions: 0, eventViews: 0, ticketClicks: 0 },
  ]);
  expect(body.totals).toEqual({ pageViews: 3, sessions: 2, eventViews: 3, ticketClicks: 1, botPageViews: 0 });
  expect(body.paths[0]).toEqual({ path: "/", pageViews: 2, sessions: 1 });
  expect(body.devices.map(({ deviceType }) => deviceType)).toEqual(["mobile", "desktop"]);
  expect(body.browsers.map(({ browser }) => browser)).toEqual(["Safari", "Chrome"]);
  expect(body.referrers).toEqual([
    { referrer: null, pageViews: 1, sessions: 1 },
    { referrer: "google.com", pageViews: 1, sessions: 1 },
  ]);
  expect(body.events).toEqual([
    expect.objectContaining({ eventId: id, title: "Velvet Riddim", views: 2, ticketClicks: 1 }),
  ]);
});

test.each(["from=2026-03-02&to=2026-03-01", "from=2024-01-01&to=2026-03-01", "timeZone=Mars/Olympus", "from=March"])(
  "a report for %s is refused",
  async (query) => {
    const answer = await admin.get(`/api/admin/analytics?${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, "invalid_input"]);
  },
);

test("only an admin can read the report", async () => {
  expect((await site.anon.get("/api/admin/analytics")).status).toBe(401);
  expect((await (await site.as("moderator")).get("/api/admin/analytics")).status).toBe(403);
});

test("visitors don't wait for the database: a page view is still accepted when it is down", async () => {
  const warn = vi.fn<() => void>();
  const db = {
    getExecutor: () => ({
      executeQuery: () => Promise.reject(new Error("gone")),
      transformQuery: (node: unknown) => node,
      compileQuery: () => ({}),
    }),
  };
  const analytics = createAnalytics({
    db: db as never,
    log: { warn } as never,
    config: { baseUrl: "http://localhost" } as never,
    contributed: () => [],
  });
  for (let count = 0; count < 60_000; count++) {
    analytics.pageView(view() as never, { userId: null, isBot: false });
  }
  await analytics.close();
  expect(warn).toHaveBeenCalled();
});

test("views buffered in memory are written when the site closes", async () => {
  const other = await createSite({ database: site.database });
  await other.anon.call("POST", "/api/analytics/page-view", view({ sessionId: "last-words" }), agent);
  await other.close();
  const [row] = await rows("page_views", 1);
  expect(row.session_id).toBe("last-words");
});

test("views older than the longest report are deleted", async () => {
  await sql`insert into page_views (viewed_at, path, session_id, device_type, browser, is_bot) values
    (clock_now() - interval '401 days', '/', 'old', 'mobile', 'Safari', false),
    (clock_now() - interval '399 days', '/', 'kept', 'mobile', 'Safari', false)`.execute(site.db);
  await site.app.runJob("old-analytics");
  const [row] = await rows("page_views", 1);
  expect(row.session_id).toBe("kept");
});

test("visits of signed-in staff never count: neither pages nor events", async () => {
  const id = await site.make.event();
  for (const role of ["admin", "moderator"] as const) {
    const staff = await site.as(role);
    expect((await postView(staff)).status).toBe(202);
    const seen = await staff.call("POST", `/api/analytics/events/${id}/view`, undefined, agent);
    expect(seen.status).toBe(202);
  }
  const fan = await site.as("user");
  await postView(fan);
  await fan.call("POST", `/api/analytics/events/${id}/view`, undefined, agent);
  expect(await rows("page_views", 1)).toMatchObject([{ user_id: fan.id }]);
  expect(await rows("interactions", 1)).toMatchObject([{ user_id: fan.id }]);
});
