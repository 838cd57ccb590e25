import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { createToken } from "#server/modules/accounts/sessions.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import { StartFailure } from "#server/platform/app-error.ts";
import { insertPerson, createFixtures } from "#testing/make.ts";
import { purchase, rush } from "./kit/buyers.ts";
import { startBare } from "./kit/bare-server.ts";
import { percentile, ratioOf, readOptions, reportFailures, spread } from "./kit/figures.ts";
import { HttpConnection } from "./kit/http-client.ts";
import { startSite, type RunningSite } from "./kit/running-site.ts";

const browser = "user-agent: Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36\r\n";
const pageView = (who: number) =>
  JSON.stringify({ path: "/events", sessionId: `17-${who}`, deviceType: "mobile", browser: "Chrome", referrer: null });

/** Page views that a browser sends together. */
const perBatch = 10;
const batchOf = (who: number) =>
  JSON.stringify({
    sessionId: `17-${who}`,
    deviceType: "mobile",
    browser: "Chrome",
    items: Array.from({ length: perBatch }, () => ({ kind: "page_view", path: "/shop" })),
  });

/** A panel is too slow above this at the median. */
const maxMs = 100;

/**
 * Page views accepted per second, in turns with an endpoint that does nothing and one that inserts a row per request;
 * what a flood of them does to purchases; each panel on two years of roll-ups; and how long a day of raw rows takes.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, {
    seconds: "5",
    rounds: "3",
    connections: "32",
    purchases: "2000",
    beacons: "300",
    rows: "1000000",
    reads: "20",
    days: "730",
    only: "intake purchases panels catch-up",
  });
  const parts = {
    intake: (site: RunningSite) => measureIntake(site, bareUrl, options),
    purchases: (site: RunningSite) => measurePurchases(site, bareUrl, options),
    panels: (site: RunningSite) => measurePanels(site, options),
    "catch-up": (site: RunningSite) => measureCatchUp(site, options),
  };
  const site = await startSite();
  const bare = await startBare("bare-beacons", site.url);
  const bareUrl = bare.baseUrl;
  try {
    const misses: string[] = [];
    for (const [name, measure] of Object.entries(parts)) {
      if (options.only!.split(" ").includes(name)) misses.push(...(await measure(site)));
    }
    if (misses.length > 0) throw new StartFailure(misses.join("\n"));
  } finally {
    bare.stop();
    await site.stop();
  }
}

/** Requests per second of so many connections, each sending the next page view as soon as one is answered. */
async function flood(
  baseUrl: string,
  path: string,
  options: Record<string, string>,
  bodyOf = pageView,
): Promise<number> {
  let count = 0;
  const until = performance.now() + Number(options.seconds) * 1000;
  await Promise.all(
    Array.from({ length: Number(options.connections) }, async (_, who) => {
      const connection = await HttpConnection.open(baseUrl);
      while (performance.now() < until) {
        const { status } = await connection.request("POST", path, browser, bodyOf(who));
        if (status !== 202) throw new Error(`A page view was answered with ${status}`);
        count++;
      }
      connection.close();
    }),
  );
  return count / Number(options.seconds);
}

const countStored = async ({ db }: RunningSite) =>
  (await sql<{ stored: number }>`select count(*)::integer as stored from interactions`.execute(db)).rows[0]!.stored;

/** A flood of requests, until the last row that they brought is stored. @returns requests and stored rows per second */
async function store(
  site: RunningSite,
  path: string,
  options: Record<string, string>,
  bodyOf = pageView,
): Promise<{ requests: number; rows: number }> {
  const before = await countStored(site);
  const startedAt = performance.now();
  const requests = await flood(site.baseUrl, path, options, bodyOf);
  let [stored, storedAt] = [before, performance.now()];
  for (;;) {
    const now = await countStored(site);
    if (now > stored) [stored, storedAt] = [now, performance.now()];
    else if (performance.now() - storedAt > 1500) break;
    await sleep(100);
  }
  return { requests, rows: (stored - before) / ((storedAt - startedAt) / 1000) };
}

async function measureIntake(site: RunningSite, bareUrl: string, options: Record<string, string>): Promise<string[]> {
  const ratios = { insert: [] as number[], nothing: [] as number[], batch: [] as number[], request: [] as number[] };
  for (let round = 0; round < Number(options.rounds); round++) {
    const inserts = await flood(bareUrl, "/insert", options);
    const nothing = await flood(bareUrl, "/nothing", options);
    const single = await store(site, "/api/analytics/page-view", options);
    const batch = await store(site, "/api/analytics/batch", options, batchOf);
    ratios.batch.push(ratioOf(batch.rows, inserts));
    ratios.insert.push(ratioOf(single.rows, inserts));
    ratios.nothing.push(ratioOf(batch.requests * perBatch, nothing));
    ratios.request.push(ratioOf(single.requests, nothing));
    const figures = [single.requests, single.rows, batch.requests * perBatch, batch.rows, inserts, nothing];
    const [one, oneStored, ten, tenStored, insert, none] = figures.map((rate) => `${rate.toFixed(0)}/s`);
    console.log(
      `page views one by one ${one} (stored ${oneStored}), in batches of ten ${ten} (stored ${tenStored}), ` +
        `one insert per request ${insert}, doing nothing ${none}`,
    );
  }
  const of = (name: keyof typeof ratios) => percentile(ratios[name], 0.5);
  console.log(
    `stored: in batches ${of("batch").toFixed(1)}, one by one ${of("insert").toFixed(1)} times one insert per request (aim 4)\n` +
      `accepted: in batches ${of("nothing").toFixed(2)}, one by one ${of("request").toFixed(2)} of doing nothing (aim 0.6)\n`,
  );
  return of("batch") < 4 ? ["Fewer than four times the rate of one insert per request"] : [];
}

/**
 * Purchases alone, with beacons on top at a steady rate, and with as many requests to an endpoint that does nothing, which
 * is what sending and answering them costs on the same machine. In short turns: a machine's own changes of pace then touch
 * all.
 */
async function measurePurchases(
  site: RunningSite,
  bareUrl: string,
  options: Record<string, string>,
): Promise<string[]> {
  const perRound = 5;
  const rounds = Number(options.rounds) * perRound;
  const count = Math.ceil(Number(options.purchases) / perRound);
  const ticketTypeId = await createFixtures(site.db).ticketType({ capacity: count * (3 * rounds + 1) });
  const buy = async () => {
    const { tally } = await rush(site.baseUrl, 8, count, (connection, own) =>
      purchase(connection, { lines: [{ ticketTypeId, quantity: 1 }] }, own, { headers: "" }),
    );
    reportFailures(tally.failures);
    return tally.purchaseMs;
  };
  await buy();
  const [alone, among, beside]: [number[], number[], number[]] = [[], [], []];
  const buyAmong = async (samples: number[], url: string) => {
    const stop = await sendSteadily(url, Number(options.beacons));
    samples.push(...(await buy()));
    stop();
  };
  for (let round = 0; round < rounds; round++) {
    // Either goes first in turn: purchases become slower as orders grow in number.
    const isAloneFirst = round % 2 === 0;
    if (isAloneFirst) alone.push(...(await buy()));
    await buyAmong(among, `${site.baseUrl}/api/analytics/page-view`);
    await buyAmong(beside, `${bareUrl}/nothing`);
    if (!isAloneFirst) alone.push(...(await buy()));
  }
  const changeOf = (samples: number[]) => (percentile(samples, 0.95) / percentile(alone, 0.95) - 1) * 100;
  const change = changeOf(among);
  console.log(`purchases alone:  ${spread(alone)}\npurchases at ${options.beacons} beacons/s: ${spread(among)}`);
  console.log(`at as many requests that do nothing: ${spread(beside)}`);
  console.log(
    `p95 changes by ${change.toFixed(1)}% (aim under 10%), by ${changeOf(beside).toFixed(1)}% with requests that do nothing\n`,
  );
  return change > 10 ? ["Beacons slow purchases"] : [];
}

/** Sends so many page views a second. @returns stops it */
async function sendSteadily(url: string, perSecond: number): Promise<() => void> {
  const connections = await Promise.all(Array.from({ length: 8 }, () => HttpConnection.open(new URL(url).origin)));
  let isOn = true;
  for (const [who, connection] of connections.entries()) {
    void (async () => {
      const pauseMs = (connections.length / perSecond) * 1000;
      let next = performance.now();
      while (isOn) {
        const answer = await connection.request("POST", new URL(url).pathname, browser, pageView(who));
        if (answer.status !== 202) reportFailures([`A page view was answered with ${answer.status}`]);
        next += pauseMs;
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - performance.now())));
      }
      connection.close();
    })();
  }
  return () => void (isOn = false);
}

/** Two years of roll-ups of 200 events, each on sale for two months, and 50 products, a day after the other. */
async function fillRollUps(site: RunningSite, days: number): Promise<void> {
  await atLeisure(site, (db) => fillDays(db, days));
}

/** Work on a connection whose statements may take a while. */
const atLeisure = ({ db }: RunningSite, work: (db: Queryable) => Promise<void>) =>
  db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection);
    await work(connection);
    await sql`reset statement_timeout`.execute(connection);
  });

async function fillDays(db: Queryable, days: number): Promise<void> {
  await sql`truncate interactions, traffic_hours, traffic_days, traffic_totals, sales_hours`.execute(db);
  await sql`
    with calendar as (select (clock_now() at time zone 'America/New_York')::date - n as day, n from generate_series(0, ${days}::integer - 1) n),
    items as (
      select day, n, 'event_view' as kind, e::text as subject from calendar cross join generate_series(1, 200) e
        where ((n * 200) / ${days}::integer) between e - 17 and e
      union all select day, n, 'ticket_click', e::text from calendar cross join generate_series(1, 200) e
        where ((n * 200) / ${days}::integer) between e - 17 and e
      union all select day, n, 'product_view', p::text from calendar cross join generate_series(1, 50) p
      union all select day, n, 'product_click', p::text from calendar cross join generate_series(1, 50) p
      union all select day, n, 'page_view', '/page-' || p from calendar cross join generate_series(1, 60) p
      union all select day, n, k, '' from calendar cross join unnest(array['visit', 'any_event_view', 'any_ticket_click', 'any_product_view', 'any_cart_add']) k),
    filled as (
      select day, 'people' as audience, kind, subject, s as source, case when s = 'email' then 'carnival' else '' end as campaign,
        d as device, case d when 'mobile' then 'Safari' else 'Chrome' end as browser
      from items cross join unnest(array['', 'instagram', 'google', 'email']) s cross join unnest(array['mobile', 'desktop']) d)
    insert into traffic_days (day, audience, kind, subject, source, campaign, device, browser, total, visitors, visits, exits, bounces, seconds)
    select day, audience, kind, subject, source, campaign, device, browser, 12, 9, 5, 4, 2, 300 from filled
    order by day`.execute(db);
  await sql`
    insert into sales_hours (hour, currency, scope, subject_id, source, campaign, device, browser, promoter_id, stream_id, placed,
      placed_cents, orders, gross_cents, refund_cents)
    select date_trunc('hour', clock_now()) - make_interval(hours => n), 'USD', scope, case scope when 'order' then 0 else 1 + n % 200 end,
      (array['', 'instagram', 'google', 'email'])[1 + n % 4], '', 'mobile', 'Safari', 0, 0, 2, 10000, 1, 5000, 0
    from generate_series(0, ${days}::integer * 24) n cross join unnest(array['order', 'event']) scope`.execute(db);
  await sql`
    insert into traffic_totals (day, audience, kind, subject, total, visitors, visits, exits, bounces, seconds)
    select day, audience, kind, subject, sum(total), sum(visitors), sum(visits), sum(exits), sum(bounces), sum(seconds)
    from traffic_days group by 1, 2, 3, 4 order by 1`.execute(db);
  await sql`analyze traffic_days, traffic_totals, sales_hours`.execute(db);
}

async function measurePanels(site: RunningSite, options: Record<string, string>): Promise<string[]> {
  await fillRollUps(site, Number(options.days));
  const { token, tokenHash } = createToken();
  await insertPerson(site.db, "admin", tokenHash);
  const eventId = await createFixtures(site.db).event();
  const from = new Date(Date.now() - (Number(options.days) - 2) * 86_400_000).toISOString().slice(0, 10);
  const all = `from=${from}&compare=none`;
  const breakdowns = [
    "source",
    "campaign",
    "device",
    "browser",
    "page",
    "entry",
    "exit",
    "event",
    "product",
    "stream",
    "promoter",
  ];
  const panels = [
    "/now",
    `/overview?${all}`,
    "/overview?compare=year",
    `/overview?${all}&source=google&device=mobile`,
    ...breakdowns.map((by) => `/breakdown?by=${by}&${all}`),
    ...["tickets", "shop", "live"].map((name) => `/funnel?funnel=${name}&splitBy=source&${all}`),
    `/events/${eventId}/sales-curve`,
    "/cohorts",
  ].map((path) => `/api/admin/analytics${path}`);
  panels.push(`/api/admin/earnings?from=${from}`, `/api/admin/earnings/events/${eventId}`);
  const connection = await HttpConnection.open(site.baseUrl);
  const slow: string[] = [];
  for (const path of panels) {
    const samples: number[] = [];
    for (let read = 0; read < Number(options.reads); read++) {
      const before = performance.now();
      const { status, body } = await connection.request("GET", path, `authorization: Bearer ${token}\r\n`);
      if (status !== 200) throw new Error(`${path} answered ${status}: ${body.slice(0, 200)}`);
      samples.push(performance.now() - before);
    }
    const median = percentile(samples, 0.5);
    if (median > maxMs) slow.push(path);
    console.log(`${median.toFixed(1).padStart(8)} ms  ${path}`);
  }
  connection.close();
  console.log("");
  return slow.length > 0 ? [`Over ${maxMs} ms at the median: ${slow.join(", ")}`] : [];
}

/** A day of raw rows, written at once: the seconds until the site's own job has rolled it up. */
async function measureCatchUp(site: RunningSite, options: Record<string, string>): Promise<string[]> {
  const { db } = site;
  await atLeisure(site, (connection) => writeRawDay(connection, Number(options.rows)));
  const startedAt = performance.now();
  await sql`insert into rolled_days as d (day) select (clock_now() at time zone 'America/New_York')::date - 1
    on conflict (day) do update set version = d.version + 1`.execute(db);
  for (;;) {
    const { rows } = await sql`select from rolled_days where rolled_version < version
      and day = (clock_now() at time zone 'America/New_York')::date - 1`.execute(db);
    if (rows.length === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `${options.rows} raw rows are rolled up after ${seconds.toFixed(1)} s, the wait for the job included (aim 60)`,
  );
  return seconds > 60 ? ["A day takes longer than a minute"] : [];
}

async function writeRawDay(db: Queryable, rows: number): Promise<void> {
  await sql`
    with days as (select (clock_now() at time zone 'America/New_York')::date - 1 as day)
    insert into interactions (occurred_at, day, slot, kind, subject, visitor, is_bot, source, device, browser)
    select (day::timestamp at time zone 'America/New_York') + make_interval(secs => n * 86399.0 / ${rows}), day,
      ((day - date '2000-01-03') / 7) % 10, (array['page_view', 'page_view', 'event_view', 'ticket_click'])[1 + n % 4],
      case when n % 4 < 2 then '/page-' || n % 90 else (1 + n % 20)::text end,
      hashtextextended((n / 8)::text, 0), n % 40 = 0,
      (array['', 'instagram', 'google'])[1 + (n / 8) % 3], 'mobile', 'Safari'
    from days, generate_series(1, ${rows}::integer) n`.execute(db);
}
