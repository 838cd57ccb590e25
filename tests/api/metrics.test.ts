import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { startJobs } from "#server/platform/jobs.ts";
import { createLog } from "#server/platform/log.ts";
import { createMetrics } from "#server/platform/metrics.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { createSite, type Site, type SiteOptions } from "#testing/site.ts";
import { readMetrics } from "./metrics-reader.ts";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const thing of open.splice(0).reverse()) await thing.close();
});

async function openSite(options: SiteOptions = {}): Promise<Site> {
  const site = await createSite(options);
  open.push(site);
  return site;
}

/** A response is counted once it has left. */
async function expectCounted(site: Site, name: string, value: number): Promise<void> {
  await expect.poll(async () => (await readMetrics(site.anon)).get(name)).toBe(value);
}

test("requests are counted and timed by route and class of status", async () => {
  const site = await openSite();
  await site.anon.get("/api/events");
  await site.anon.get("/api/events");
  await site.anon.get("/api/orders/0199b2f0-1111-7000-8000-00000000abcd");
  await expectCounted(site, 'http_requests_total{method="GET",route="/api/events",status="2xx"}', 2);
  await expectCounted(site, 'http_requests_total{method="GET",route="/api/orders/{id}",status="4xx"}', 1);
  const read = await readMetrics(site.anon);
  const of = (part: string, more = "") =>
    read.get(`http_request_duration_seconds_${part}{method="GET",route="/api/events"${more}}`);
  expect(of("count")).toBe(2);
  expect(of("bucket", ',le="+Inf"')).toBe(2);
  expect(of("sum")).toBeGreaterThan(0);
  expect(of("bucket", ',le="0.005"')).toBeLessThanOrEqual(of("bucket", ',le="10"')!);
});

test("no request can make a label: unknown paths and methods share one", async () => {
  const site = await openSite();
  for (let n = 0; n < 50; n++) {
    await site.anon.get(`/api/nope-${n}`);
    await site.anon.get(`/nope/${n}?a=${n}`);
    await site.anon.call(n % 2 === 0 ? "PROPFIND" : "SEARCH", `/nope/${n}`);
    await site.anon.get(`/api/events/${n}`);
  }
  await site.anon.get("/%zz");
  const total = async () => {
    const read = [...(await readMetrics(site.anon))].filter(([name]) => name.startsWith("http_requests_total"));
    return { names: read.map(([name]) => name), sum: read.reduce((sum, [, value]) => sum + value, 0) };
  };
  await expect.poll(async () => (await total()).sum).toBeGreaterThanOrEqual(201);
  const { names } = await total();
  const routes = new Set(names.map((name) => /route="([^"]*)"/.exec(name)![1]!));
  const known = new Set([...site.app.endpoints.map(({ path }) => path), "pages", "files", "unknown"]);
  expect([...routes].filter((route) => !known.has(route))).toEqual([]);
  expect(names.length).toBeLessThan(10);
});

test("orders, sales and revenue are those of the database, on every node, and never shrink", async () => {
  const site = await openSite();
  const other = await openSite({ database: site.database });
  const ada = await site.as("user");
  const ticketTypeId = await site.create.ticketType({ priceCents: 5000 });
  const bought = await site.buy(ada, [{ ticketTypeId, quantity: 2 }]);
  expect(bought.body.status).toBe("paid");
  for (const node of [site, other]) {
    const read = await readMetrics(node.anon);
    expect(read.get('orders_placed_total{currency="USD"}')).toBe(1);
    expect(read.get('orders_sold_total{currency="USD"}')).toBe(1);
    expect(read.get('revenue_cents_total{currency="USD"}')).toBe(bought.body.totalCents);
    expect(read.get('refunded_cents_total{currency="USD"}')).toBe(0);
  }
  // What was sold long ago is read once, and later sales come on top of it.
  const later = await openSite({ database: site.database, clockOffset: "1 hour" });
  expect((await readMetrics(later.anon)).get('orders_sold_total{currency="USD"}')).toBe(1);
  await later.buy(await later.as("user"), [{ ticketTypeId, quantity: 1 }]);
  const read = await readMetrics(later.anon);
  expect(read.get('orders_placed_total{currency="USD"}')).toBe(2);
  expect(read.get('orders_sold_total{currency="USD"}')).toBe(2);
  expect(read.get('revenue_cents_total{currency="USD"}')).toBe((bought.body.totalCents * 3) / 2);
});

test("emails are counted by kind and outcome, and those that wait by number and age", async () => {
  const mails = await startMailServer();
  open.push(mails);
  const site = await openSite({ settings: { SMTP_URL: mails.url } });
  const ticketTypeId = await site.create.ticketType();
  await site.buy(await site.as("user"), [{ ticketTypeId, quantity: 1 }]);
  expect((await readMetrics(site.anon)).get("emails_waiting")).toBe(1);
  const later = await openSite({ database: site.database, clockOffset: "1 hour" });
  expect((await readMetrics(later.anon)).get("emails_late_seconds")).toBeGreaterThan(3500);
  await site.app.runJob("mail");
  const read = await readMetrics(site.anon);
  expect(read.get("emails_waiting")).toBe(0);
  expect(read.get('email_attempts_total{kind="order_confirmation",outcome="sent"}')).toBe(1);
});

test("an email that the server refuses counts as failed", async () => {
  const mails = await startMailServer(() => "550 5.1.1 No such user");
  open.push(mails);
  const site = await openSite({ settings: { SMTP_URL: mails.url } });
  const ticketTypeId = await site.create.ticketType();
  await site.buy(await site.as("user"), [{ ticketTypeId, quantity: 1 }]);
  await site.app.runJob("mail");
  const read = await readMetrics(site.anon);
  expect(read.get('email_attempts_total{kind="order_confirmation",outcome="failed"}')).toBe(1);
  expect(read.get("emails_failed")).toBe(1);
});

test("the pool shows connections in use and callers that wait", async () => {
  const site = await openSite();
  const release = Promise.withResolvers<void>();
  const held = site.db.connection().execute(() => release.promise);
  const busy = async () => (await readMetrics(site.anon)).get('db_pool_connections{state="busy"}');
  await expect.poll(busy).toBe(1);
  release.resolve();
  await held;
  await expect.poll(busy).toBe(0);
});

test("calls beyond a limit are counted by the limit's name", async () => {
  const site = await openSite({ settings: { RATE_LIMITS: "on" } });
  const join = () => site.anon.post("/api/interest", { topic: "shop", email: "ada@example.com" });
  let status = 202;
  while (status === 202) ({ status } = await join());
  expect(status).toBe(429);
  expect((await readMetrics(site.anon)).get('http_rate_limited_total{limit="note:address"}')).toBe(1);
});

test("a job that fails is counted, and one that hangs is late", async () => {
  const metrics = createMetrics();
  const hang = Promise.withResolvers<void>();
  const jobs = [
    { name: "failing", everyMs: 1, run: () => Promise.reject(new Error("no")) },
    { name: "hanging", everyMs: 1, run: () => hang.promise },
    { name: "quick", everyMs: 3_600_000, run: async () => undefined },
  ];
  const runner = startJobs(jobs, { log: createLog("silent"), metrics });
  runner.nudge("quick");
  const valueOf = (name: string, labels: object) =>
    metrics
      .read()
      .find((metric) => metric.name === name)
      ?.values.find((value) => JSON.stringify(value.labels) === JSON.stringify(labels))?.value;
  await expect.poll(() => valueOf("job_runs_total", { job: "failing", outcome: "failed" })).toBeGreaterThan(1);
  await expect.poll(() => valueOf("job_runs_total", { job: "quick", outcome: "done" })).toBe(1);
  await expect.poll(() => valueOf("job_lag_seconds", { job: "hanging" })).toBeGreaterThan(0.1);
  expect(valueOf("job_lag_seconds", { job: "quick" })).toBe(0);
  hang.resolve();
  await runner.stop();
});

test("every metric that the operators' guide lists exists, and so do those of its alerts", async () => {
  const site = await openSite({ jobs: true });
  const { text } = await site.anon.get("/metrics");
  const there = Array.from(text.matchAll(/^# TYPE (\w+)/gm), ([, name]) => name!);
  const guide = readFileSync(new URL("../../docs/deploy.md", import.meta.url), "utf8");
  const listed = Array.from(guide.matchAll(/^\| `([a-z_0-9]+)` \|/gm), ([, name]) => name!);
  const alerts = Array.from(
    guide.matchAll(/\b((?:site|http|db|job|emails?|orders|invariant)_[a-z_0-9]+)/g),
    ([, name]) => name!.replace(/_bucket$/, ""),
  );
  expect(listed.length).toBeGreaterThan(15);
  expect([...listed, ...alerts].filter((name) => !there.includes(name))).toEqual([]);
});
