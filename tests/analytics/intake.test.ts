import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createIntake } from "#server/modules/analytics/index.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { agent, chrome, forgetAll, postView, rowsOf, view } from "./kit.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());
beforeEach(() => forgetAll(site));

const beacon = (items: object[], more: object = {}) => ({
  sessionId: "1764300000000-123",
  deviceType: "mobile",
  browser: "Safari",
  items,
  ...more,
});
const postBeacon = (who: Client, items: object[], more: object = {}) =>
  who.call("POST", "/api/analytics/batch", beacon(items, more), agent);

test("a page view is stored with its origin, without address, account, session and query", async () => {
  const user = await site.as("user");
  const answer = await postView(user, {
    path: "/payment-success?order=1&key=secret&utm_source=Flyer&utm_campaign=Carnival#top",
    userId: 999_999,
    referrer: "https://Instagram.com/p/1?igsh=me",
  });
  expect([answer.status, answer.body]).toEqual([202, { ok: true }]);
  const [row] = await rowsOf(site, 1);
  expect(row).toMatchObject({
    kind: "page_view",
    subject: "/payment-success",
    device: "mobile",
    browser: "Safari",
    source: "flyer",
    campaign: "carnival",
    is_bot: false,
  });
  expect(Object.keys(row).toSorted()).toEqual(
    [
      "id",
      "occurred_at",
      "day",
      "slot",
      "kind",
      "subject",
      "visitor",
      "is_bot",
      "is_burst",
      "source",
      "campaign",
      "device",
      "browser",
    ].toSorted(),
  );
  expect(JSON.stringify(row)).not.toMatch(/127\.0\.0\.1|secret|igsh|1764300000000/);
});

test("a browser's page views and clicks are one visitor, and another browser's another", async () => {
  const id = await site.create.event();
  await postView(site.anon);
  await site.anon.call("POST", `/api/analytics/events/${id}/view`, undefined, {
    ...agent,
    "x-session-id": "1764300000000-123",
  });
  await postView(site.anon, { sessionId: "1764300000000-456" });
  const [first, second, third] = await rowsOf(site, 3);
  expect(second.visitor).toBe(first.visitor);
  expect(third.visitor).not.toBe(first.visitor);
});

test("without a session ID, a visitor is an address and a browser, which aren't stored", async () => {
  const id = await site.create.event();
  const post = (headers: Record<string, string>) =>
    site.anon.call("POST", `/api/analytics/events/${id}/view`, undefined, headers);
  await post(agent);
  await post(agent);
  await post({ "user-agent": `${chrome} Edg/140` });
  const [first, second, third] = await rowsOf(site, 3);
  expect(second.visitor).toBe(first.visitor);
  expect(third.visitor).not.toBe(first.visitor);
  expect(third).toMatchObject({ device: "desktop", browser: "Edge" });
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

test.each([
  ["no items", []],
  ["an unknown kind", [{ kind: "purchase", id: 1 }]],
  ["a page view without a path", [{ kind: "page_view" }]],
  ["an age of two days", [{ kind: "page_view", path: "/", ageMs: 172_800_000 }]],
  ["too many items", Array.from({ length: 51 }, () => ({ kind: "page_view", path: "/" }))],
])("a batch with %s is refused", async (_name, items) => {
  expect((await postBeacon(site.anon, items)).status).toBe(400);
});

test("a batch stores what visitors can see, in order and when it happened", async () => {
  const shown = await site.create.event();
  const draft = await site.create.event({ visibility: "draft" });
  const answer = await postBeacon(site.anon, [
    { kind: "page_view", path: "/events?via=DJ", ageMs: 3_600_000 },
    { kind: "event_view", id: shown },
    { kind: "event_view", id: draft },
    { kind: "product_view", id: 999_999 },
    { kind: "stream_view", id: 999_999 },
    { kind: "ticket_click", id: shown },
  ]);
  expect([answer.status, answer.body]).toEqual([202, { ok: true }]);
  const rows = await rowsOf(site, 3);
  expect(rows.map(({ kind, subject, source, campaign }) => [kind, subject, source, campaign])).toEqual([
    ["page_view", "/events", "promoter", "dj"],
    ["event_view", String(shown), "", ""],
    ["ticket_click", String(shown), "", ""],
  ]);
  const hours = (rows[1].occurred_at.getTime() - rows[0].occurred_at.getTime()) / 3_600_000;
  expect(hours).toBeCloseTo(1, 2);
});

test("event views and ticket clicks are stored, for events that visitors can see", async () => {
  const shown = await site.create.event();
  const unlisted = await site.create.event({ visibility: "unlisted" });
  const draft = await site.create.event({ visibility: "draft" });
  const post = (path: string) => site.anon.call("POST", `/api/analytics/${path}`, undefined, agent);
  expect((await post(`events/${shown}/view`)).status).toBe(202);
  expect((await post(`events/${shown}/ticket-click`)).status).toBe(202);
  expect((await post(`events/${unlisted}/view`)).status).toBe(202);
  for (const path of [`events/${draft}/view`, "events/999999/view", "products/1/view", "products/1/detail-click"]) {
    const answer = await post(path);
    expect([path, answer.status, answer.body.code]).toEqual([path, 404, "not_found"]);
  }
  const stored = await rowsOf(site, 3);
  expect(stored.map(({ kind, subject }) => [kind, subject])).toEqual([
    ["event_view", String(shown)],
    ["ticket_click", String(shown)],
    ["event_view", String(unlisted)],
  ]);
});

test("a call with a JSON header and no body is accepted, as the specification sends it", async () => {
  const id = await site.create.event();
  const answer = await site.anon.call("POST", `/api/analytics/events/${id}/view`, undefined, {
    ...agent,
    "content-type": "application/json",
  });
  expect(answer.status).toBe(202);
  await rowsOf(site, 1);
});

test("visits of signed-in staff never count: neither pages nor events nor batches", async () => {
  const id = await site.create.event();
  for (const role of ["admin", "moderator"] as const) {
    const staff = await site.as(role);
    expect((await postView(staff)).status).toBe(202);
    expect((await staff.call("POST", `/api/analytics/events/${id}/view`, undefined, agent)).status).toBe(202);
    expect((await postBeacon(staff, [{ kind: "page_view", path: "/" }])).status).toBe(202);
  }
  await postView(await site.as("user"));
  expect(await rowsOf(site, 1)).toHaveLength(1);
});

test("bots are marked: by their name, and if the browser says that a program drives it", async () => {
  await postView(site.anon, {}, { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" });
  await postBeacon(site.anon, [{ kind: "page_view", path: "/" }], { isAutomated: true });
  await postView(site.anon);
  expect((await rowsOf(site, 3)).map(({ is_bot }) => is_bot)).toEqual([true, true, false]);
});

test("visitors don't wait for the database: what doesn't fit is dropped and counted", async () => {
  const warn = vi.fn<() => void>();
  const counts = new Map<string, number>();
  const metrics = {
    counter: () => ({
      add: ({ outcome }: { outcome: string }, amount = 1) => counts.set(outcome, (counts.get(outcome) ?? 0) + amount),
    }),
  };
  const gone = {
    getExecutor: () => ({
      executeQuery: () => Promise.reject(new Error("gone")),
      transformQuery: (node: unknown) => node,
      compileQuery: () => ({}),
    }),
  };
  const deps = { log: { warn }, metrics, contributed: () => [], config: { rateLimits: false } };
  const intake = createIntake(deps as never, gone as never);
  const reported = { kind: "page_view" as const, subject: "/", source: "", campaign: "", ageMs: 0 };
  const sender = { who: "a", network: "n", isBot: false, device: "mobile", browser: "Safari" };
  for (let count = 0; count < 60_000; count++) intake.receive([reported], sender);
  await intake.close();
  expect(Object.fromEntries(counts)).toEqual({ accepted: 50_000, dropped: 10_000 });
  expect(warn).toHaveBeenCalled();
});

test("everything buffered in memory is written when the site closes", async () => {
  const other = await createSite({ database: site.database });
  const sources = Array.from({ length: 120 }, (_, index) => `page-${index}`);
  for (const path of sources.map((source) => `/?utm_source=${source}`))
    await other.anon.call("POST", "/api/analytics/page-view", view({ path }), agent);
  await other.close();
  expect((await rowsOf(site, 120)).map(({ source }) => source)).toEqual(sources);
});

test("salts are deleted after two days, and raw rows after eight weeks once they are rolled up", async () => {
  await sql`insert into visitor_salts (day, salt) values ((clock_now() - interval '4 days')::date, decode(repeat('00', 32), 'hex'))`.execute(
    site.db,
  );
  const insert = (days: number) =>
    sql`
    with day as (select (clock_now() - make_interval(days => ${days}))::date as day)
    insert into interactions (occurred_at, day, slot, kind, subject, visitor, is_bot)
    select day, day, ((day - date '2000-01-03') / 7) % 10, 'page_view', ${`/${days}`}, 1, false from day`.execute(
      site.db,
    );
  // Every tenth week shares a part: from the oldest row to the latest one it's less than that on any weekday.
  for (const days of [63, 50, 1]) await insert(days);
  const due = sql`insert into rolled_days (day) select day from interactions`;
  await due.execute(site.db);
  await site.app.runJob("old-analytics");
  expect((await rowsOf(site, 3)).map(({ subject }) => subject)).toEqual(["/63", "/50", "/1"]);
  await site.app.runJob("traffic-roll-up");
  await site.app.runJob("old-analytics");
  expect((await rowsOf(site, 2)).map(({ subject }) => subject)).toEqual(["/50", "/1"]);
  const { rows } = await sql<any>`select count(*)::int as salts from visitor_salts`.execute(site.db);
  expect(rows[0].salts).toBe(0);
});
