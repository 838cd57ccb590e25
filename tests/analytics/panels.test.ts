import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Breakdown, Funnel, Overview, SalesCurve } from "#contract/analytics/panels.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { agent, forgetAll, postView, rowsOf, store, type Act } from "./kit.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());
beforeEach(() => forgetAll(site));

async function seen(acts: Act[]): Promise<void> {
  await store(site, acts);
  await site.app.runJob("traffic-roll-up");
}

const read = async <Body extends object>(path: string): Promise<Body> => {
  const { status, body, text } = await admin.get<Body>(`/api/admin/analytics${path}`);
  expect([status, text]).toEqual([200, expect.any(String)]);
  return body;
};

test("the panels count by day, path, device, browser, referrer and event, in its time zone's days", async () => {
  const id = await site.create.event({ title: "Velvet Riddim" });
  await seen([
    { at: "2026-03-02T03:30:00Z", who: "a" },
    { at: "2026-03-02T15:00:00Z", who: "a" },
    {
      at: "2026-03-02T16:00:00Z",
      who: "b",
      subject: "/events",
      source: "google",
      device: "desktop",
      browser: "Chrome",
    },
    { at: "2026-03-02T16:00:00Z", who: "b", kind: "event_view", subject: id },
    { at: "2026-03-02T16:01:00Z", who: "b", kind: "event_view", subject: id },
    { at: "2026-03-02T16:02:00Z", who: "b", kind: "ticket_click", subject: id },
    { at: "2026-03-02T16:02:00Z", who: "bot", kind: "event_view", subject: id, isBot: true },
    { at: "2026-03-02T16:02:00Z", who: "bot", isBot: true },
    { at: "2026-03-05T05:00:00Z", who: "c", device: "desktop", browser: "Chrome" },
  ]);
  const span = "from=2026-03-01&to=2026-03-03&timeZone=America/New_York&compare=none";
  const { series, total, bots } = await read<Overview>(`/overview?${span}`);
  expect(series.map(({ at, views, visitors }) => [at, views, visitors])).toEqual([
    ["2026-03-01", 1, 1],
    ["2026-03-02", 2, 2],
    ["2026-03-03", 0, 0],
  ]);
  expect(total).toMatchObject({ views: 3, visitors: 3 });
  expect(bots).toEqual({ bots: 1, likelyBots: 0 });
  const rowsBy = async (by: string) =>
    (await read<Breakdown>(`/breakdown?by=${by}&${span}`)).rows.map(({ key, views, visitors }) => [
      key,
      views,
      visitors,
    ]);
  expect((await rowsBy("page"))[0]).toEqual(["/", 2, 2]);
  expect(await rowsBy("device")).toEqual([
    ["mobile", 2, 2],
    ["desktop", 1, 1],
  ]);
  expect(await rowsBy("browser")).toEqual([
    ["Safari", 2, 2],
    ["Chrome", 1, 1],
  ]);
  expect(await rowsBy("source")).toEqual([
    ["", 2, 2],
    ["google", 1, 1],
  ]);
  const { rows } = await read<Breakdown>(`/breakdown?by=event&${span}`);
  expect(rows).toEqual([expect.objectContaining({ key: String(id), title: "Velvet Riddim", views: 2, clicks: 1 })]);
});

test("a page view is in the figures as soon as they are read, and on the site now", async () => {
  await postView(site.anon);
  await rowsOf(site, 1);
  // A read within the same second may share the roll-up of the one before.
  await expect.poll(() => read<Overview>("/overview").then(({ total }) => total.views), { timeout: 60_000 }).toBe(1);
  expect(await read("/now")).toEqual({ people: 1, pages: [{ path: "/events", people: 1 }] });
});

test("a period is compared with the one right before, or the year before, or with nothing", async () => {
  await seen([
    { at: "2025-03-10T15:00:00Z", who: "a" },
    { at: "2026-03-08T15:00:00Z", who: "b" },
    { at: "2026-03-08T15:00:00Z", who: "c" },
    { at: "2026-03-10T15:00:00Z", who: "d" },
  ]);
  const period = "/overview?from=2026-03-09&to=2026-03-11";
  const previous = await read<Overview>(period);
  expect(previous.before).toEqual({ from: "2026-03-06", to: "2026-03-08" });
  expect([previous.total.visitors, previous.totalBefore?.visitors]).toEqual([1, 2]);
  expect(previous.series.map(({ visitors, before }) => [visitors, before?.visitors])).toEqual([
    [0, 0],
    [1, 0],
    [0, 2],
  ]);
  const year = await read<Overview>(`${period}&compare=year`);
  expect([year.totalBefore?.visitors, year.series[1]?.before?.visitors]).toEqual([1, 1]);
  const none = await read<Overview>(`${period}&compare=none`);
  expect([none.before, none.totalBefore, none.series[0]?.before]).toEqual([null, null, null]);
  const rows = (await read<Breakdown>("/breakdown?by=page&from=2026-03-09&to=2026-03-11")).rows;
  expect(rows).toEqual([
    expect.objectContaining({ key: "/", visitors: 1, before: expect.objectContaining({ visitors: 2 }) }),
  ]);
});

test("a visit ends after half an hour, and a visitor counts once a day where they came first", async () => {
  await seen([
    { at: "2026-03-02T15:00:00Z", who: "a", source: "instagram" },
    { at: "2026-03-02T15:29:00Z", who: "a", subject: "/events" },
    { at: "2026-03-02T16:00:00Z", who: "a", subject: "/shop", source: "google" },
  ]);
  const { total } = await read<Overview>("/overview?from=2026-03-02&to=2026-03-02");
  expect(total).toMatchObject({ visitors: 1, views: 3, visits: 2, bouncePercent: 50, averageSeconds: 870 });
  const { rows } = await read<Breakdown>("/breakdown?by=source&from=2026-03-02&to=2026-03-02");
  expect(rows.map(({ key, visitors, views, visits }) => [key, visitors, views, visits])).toEqual([
    ["instagram", 1, 2, 1],
    ["google", 0, 1, 1],
  ]);
  const entries = await read<Breakdown>("/breakdown?by=entry&from=2026-03-02&to=2026-03-02");
  expect(entries.rows.map(({ key, visits }) => [key, visits])).toEqual([
    ["/", 1],
    ["/shop", 1],
  ]);
});

test("who acts more than sixty times in a minute isn't a person, and sixty are", async () => {
  const acts = (who: string, count: number) =>
    Array.from({ length: count }, (_, second) => ({
      at: `2026-03-02T15:00:${String(second % 60).padStart(2, "0")}Z`,
      who,
    }));
  await seen([...acts("person", 60), ...acts("program", 61)]);
  const { total, bots } = await read<Overview>("/overview?from=2026-03-02&to=2026-03-02");
  expect([total.views, bots]).toEqual([60, { bots: 0, likelyBots: 61 }]);
});

test("rare paths count as others, so that nobody fills the roll-ups", async () => {
  await seen(
    Array.from({ length: 600 }, (_, index) => ({ at: "2026-03-02T15:00:00Z", who: `w${index}`, subject: `/${index}` })),
  );
  const { rows } =
    await sql<any>`select count(distinct subject)::int as paths from traffic_days where kind = 'page_view'`.execute(
      site.db,
    );
  expect(rows[0].paths).toBe(501);
});

test("filters by page, event, product or stream are one at most", async () => {
  const answer = await admin.get("/api/admin/analytics/overview?path=/&eventId=1");
  expect([answer.status, answer.body.code]).toEqual([400, "invalid_input"]);
});

test.each(["/overview", "/breakdown", "/funnel"])(
  "days and zones that can't be reported are refused at %s",
  async (path) => {
    for (const query of [
      "from=2026-03-02&to=2026-03-01",
      "from=2023-01-01&to=2026-03-01",
      "timeZone=Mars/Olympus",
      "from=March",
    ]) {
      const answer = await admin.get(`/api/admin/analytics${path}?${query}&by=page&funnel=shop`);
      expect([query, answer.status, answer.body.code]).toEqual([query, 400, "invalid_input"]);
    }
  },
);

test("only an admin can read the figures", async () => {
  for (const path of [
    "analytics/now",
    "analytics/overview",
    "analytics/breakdown?by=page",
    "analytics/cohorts",
    "earnings",
  ]) {
    expect((await site.anon.get(`/api/admin/${path}`)).status).toBe(401);
    expect((await (await site.as("moderator")).get(`/api/admin/${path}`)).status).toBe(403);
  }
});

test("overview and breakdowns are spreadsheet files too, without formulas", async () => {
  await seen([
    { at: "2026-03-02T15:00:00Z", who: "a", source: "=cmd()" },
    { at: "2026-03-02T15:01:00Z", who: "a", source: "=cmd()" },
  ]);
  const days = "from=2026-03-01&to=2026-03-03";
  const overview = await admin.get(`/api/admin/analytics/overview.csv?${days}`);
  expect(overview.text.trim().split("\r\n").slice(1)).toEqual([
    '"2026-03-01",0,0,0,0,0,0',
    '"2026-03-02",1,2,1,0,0,0',
    '"2026-03-03",0,0,0,0,0,0',
  ]);
  const sources = await admin.get(`/api/admin/analytics/breakdown.csv?${days}&by=source`);
  expect(sources.text.trim().split("\r\n")[1]).toBe(`"'=cmd()",1,2,1,0,60,0,0,0,0,0`);
});

test("the live funnel counts people who watch, chat and shop, and what they buy from the stream", async () => {
  const stream = 7;
  const acts = ["stream_view", "stream_chat", "stream_shop"].flatMap((kind, index) =>
    Array.from({ length: 3 - index }, (_, who) => ({
      at: "2026-03-02T15:00:00Z",
      who: `w${who}`,
      kind,
      subject: stream,
    })),
  );
  await seen(acts);
  await sql`insert into sales_hours (hour, currency, scope, subject_id, source, campaign, device, browser, stream_id, placed,
    placed_cents, orders, gross_cents, refund_cents)
    values ('2026-03-02T15:00:00Z', 'USD', 'order', 0, 'live', '', '', '', ${stream}, 1, 5000, 1, 5000, 1000)`.execute(
    site.db,
  );
  const { steps } = await read<Funnel>("/funnel?funnel=live&from=2026-03-02&to=2026-03-02");
  expect(steps.map(({ step, count, cents }) => [step, count, cents])).toEqual([
    ["stream_view", 3, null],
    ["stream_chat", 2, null],
    ["stream_shop", 1, null],
    ["paid", 1, 4000],
  ]);
});

test("sales in another currency than the brand's aren't added to its own", async () => {
  await sql`insert into sales_hours (hour, currency, scope, subject_id, source, campaign, device, browser, placed,
    placed_cents, orders, gross_cents, refund_cents)
    select '2026-04-02T15:00:00Z', currency, 'order', 0, 'direct', '', '', '', 1, cents, 1, cents, 0
    from (values ('USD', 5000), ('CAD', 7000)) as sold(currency, cents)`.execute(site.db);
  const span = "from=2026-04-02&to=2026-04-02&compare=none";
  const { total, currency } = await read<Overview>(`/overview?${span}`);
  expect([currency, total.orders, total.revenueCents]).toEqual(["USD", 1, 5000]);
  const { rows } = await read<Breakdown>(`/breakdown?by=source&${span}`);
  expect(rows.map(({ key, revenueCents }) => [key, revenueCents])).toEqual([["direct", 5000]]);
});

test("a device and a browser of an order come from its request, and a promoter's from their link", async () => {
  const promoter = await admin.post("/api/admin/promoters", {
    name: "Marva",
    linkCode: "marva",
    commission: { kind: "none" },
  });
  const type = await site.create.ticketType({});
  const buyer = await site.as("guest");
  const body = {
    lines: [{ ticketTypeId: type, quantity: 1 }],
    buyer: { name: "Ada", email: "ada@example.com" },
    via: "marva",
  };
  const key = { "idempotency-key": "one-order-please", ...agent };
  const placed = await buyer.call("POST", "/api/orders", body, key);
  expect(placed.status).toBe(201);
  await site.app.runJob("sales-roll-up");
  const { rows } =
    await sql<any>`select device, browser, source, campaign, promoter_id, placed, orders from sales_hours where scope = 'order'`.execute(
      site.db,
    );
  expect(rows).toEqual([
    {
      device: "desktop",
      browser: "Chrome",
      source: "promoter",
      campaign: "marva",
      promoter_id: promoter.body.id,
      placed: 1,
      orders: 0,
    },
  ]);
});

test("an event's sales are compared with earlier events at the same days to go", async () => {
  const day = 86_400_000;
  const earlier = await site.create.event({
    title: "Before",
    startsAt: new Date(Date.now() + day),
    endsAt: new Date(Date.now() + 2 * day),
  });
  const type = await site.create.ticketType({ eventId: earlier });
  await site.buy(await site.as("guest"), [{ ticketTypeId: type, quantity: 3 }]);
  // It took place ten days ago, and its tickets were sold five days before.
  await sql`update events set starts_at = clock_now() - interval '10 days', ends_at = clock_now() - interval '9 days' where id = ${earlier}`.execute(
    site.db,
  );
  await sql`update orders set paid_at = clock_now() - interval '15 days'
    where id in (select order_id from ticket_lines where event_id = ${earlier})`.execute(site.db);
  await site.app.runJob("sales-roll-up");
  const next = await site.create.event({
    startsAt: new Date(Date.now() + 7 * day),
    endsAt: new Date(Date.now() + 8 * day),
  });
  // Seven days by the calendar, also if clocks change in between.
  await sql`update events set starts_at = (clock_now() at time zone time_zone + interval '7 days') at time zone time_zone
    where id = ${next}`.execute(site.db);
  const { events, daysToGo } = await read<SalesCurve>(`/events/${next}/sales-curve`);
  expect(events.map(({ id }) => id)).toEqual([next, earlier]);
  expect([daysToGo, events[1]?.now.tickets, events[1]?.final]).toEqual([
    7,
    0,
    { daysToGo: 0, tickets: 3, revenueCents: 7500 },
  ]);
  expect((await admin.get("/api/admin/analytics/events/999999/sales-curve")).status).toBe(404);
});

/** An hour of sales as the roll-up writes it. */
const sold = (more: object) =>
  sql`
    insert into sales_hours select * from json_populate_record(null::sales_hours, ${JSON.stringify({
      hour: "2026-05-02T15:00:00Z",
      currency: "USD",
      scope: "order",
      subject_id: 0,
      source: "",
      campaign: "",
      device: "mobile",
      browser: "Safari",
      promoter_id: 0,
      stream_id: 0,
      placed: 1,
      placed_cents: 0,
      orders: 1,
      gross_cents: 1000,
      refund_cents: 0,
      ...more,
    })}::json)`.execute(site.db);

test("sales are in the period and under the filter that they belong to, without what was refunded", async () => {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const productId = await site.create.product({ title: "Yard Tee" });
  await seen([
    { at: "2026-05-02T15:00:00Z", who: "a", source: "google", device: "desktop" },
    { at: "2026-05-02T15:00:00Z", who: "b" },
    { at: "2026-05-02T15:01:00Z", who: "b", kind: "event_view", subject: eventId },
    { at: "2026-05-02T15:01:00Z", who: "b", kind: "event_view", subject: eventId + 1000 },
    { at: "2026-05-02T15:01:00Z", who: "b", kind: "product_view", subject: productId },
    { at: "2026-05-02T15:01:00Z", who: "a", kind: "product_view", subject: productId },
    { at: "2026-05-02T15:02:00Z", who: "a", kind: "product_click", subject: productId },
    { at: "2026-05-02T15:02:00Z", who: "b", kind: "stream_view", subject: 7 },
  ]);
  const google = { source: "google", device: "desktop" };
  await sold({ ...google, orders: 2, gross_cents: 9000, refund_cents: 2000 });
  await sold({ stream_id: 7, gross_cents: 500 });
  await sold({ promoter_id: 5, source: "promoter", campaign: "marva", gross_cents: 300 });
  await sold({ scope: "event", subject_id: eventId, ...google, orders: 2, gross_cents: 6000, refund_cents: 2000 });
  await sold({ scope: "event", subject_id: eventId + 1000, gross_cents: 70 });
  await sold({ scope: "product", subject_id: productId, orders: 1, gross_cents: 3000 });
  await sold({ currency: "CAD", gross_cents: 77_777 });
  // Yesterday and tomorrow in New York, where this hour is the second of May.
  await sold({ hour: "2026-05-02T03:00:00Z", gross_cents: 11 });
  await sold({ hour: "2026-05-03T04:00:00Z", gross_cents: 13 });
  const day = "from=2026-05-02&to=2026-05-02&timeZone=America/New_York";
  const totalOf = async (filter: string) => {
    const { total } = await read<Overview>(`/overview?${day}${filter}`);
    return [total.visitors, total.orders, total.revenueCents, total.refundCents, total.conversionPercent];
  };
  expect({
    all: await totalOf(""),
    source: await totalOf("&source=google"),
    device: await totalOf("&device=mobile"),
    campaign: await totalOf("&campaign=marva"),
    event: await totalOf(`&eventId=${eventId}`),
    product: await totalOf(`&productId=${productId}`),
    stream: await totalOf("&streamId=7"),
    page: await totalOf("&path=/"),
  }).toEqual({
    all: [2, 4, 7800, 2000, null],
    source: [1, 2, 7000, 2000, null],
    device: [1, 2, 800, 0, null],
    campaign: [0, 1, 300, 0, null],
    event: [1, 2, 4000, 2000, null],
    product: [2, 1, 3000, 0, 50],
    stream: [1, 1, 500, 0, 100],
    page: [2, 0, 0, 0, 0],
  });
  const { series, totalBefore, step } = await read<Overview>(`/overview?${day}`);
  expect(step).toBe("hour");
  expect(series.filter(({ revenueCents }) => revenueCents > 0)).toMatchObject([
    { at: "2026-05-02T15:00:00Z", revenueCents: 7800, visitors: 2 },
  ]);
  expect([series.length, series[0]?.at, totalBefore?.revenueCents]).toEqual([24, "2026-05-02T04:00:00Z", 11]);
  const { series: days } = await read<Overview>("/overview?from=2026-05-01&to=2026-05-03&timeZone=America/New_York");
  expect(days.map(({ at, revenueCents, visitors }) => [at, revenueCents, visitors])).toEqual([
    ["2026-05-01", 11, 0],
    ["2026-05-02", 7800, 2],
    ["2026-05-03", 13, 0],
  ]);
  const rowsBy = async (by: string) =>
    (await read<Breakdown>(`/breakdown?by=${by}&${day}&compare=none`)).rows.map((row) => [
      row.key,
      row.title,
      row.visitors,
      row.clicks,
      row.orders,
      row.revenueCents,
      row.refundCents,
    ]);
  expect({
    source: await rowsBy("source"),
    event: await rowsBy("event"),
    product: await rowsBy("product"),
    stream: await rowsBy("stream"),
    promoter: await rowsBy("promoter"),
    device: await rowsBy("device"),
  }).toEqual({
    // As many visitors: the one with more revenue first.
    source: [
      ["google", null, 1, 0, 2, 7000, 2000],
      ["", null, 1, 0, 1, 500, 0],
      ["promoter", null, 0, 0, 1, 300, 0],
    ],
    event: [
      [String(eventId), "Velvet Riddim", 1, 0, 2, 4000, 2000],
      [String(eventId + 1000), null, 1, 0, 1, 70, 0],
    ],
    product: [[String(productId), "Yard Tee", 2, 1, 1, 3000, 0]],
    stream: [["7", null, 1, 0, 1, 500, 0]],
    promoter: [["5", null, 0, 0, 1, 300, 0]],
    device: [
      ["desktop", null, 1, 0, 2, 7000, 2000],
      ["mobile", null, 1, 0, 2, 800, 0],
    ],
  });
});

test("a funnel counts each step and its money, is narrowed by its event, and shows its ten largest parts", async () => {
  const at = "2026-05-02T15:00:00Z";
  const acts: Act[] = [];
  for (let part = 0; part < 12; part++) {
    // The largest part comes last by its name.
    for (let who = 0; who <= part; who++) {
      const act = { at, who: `w${part}-${who}`, source: `source-${String.fromCodePoint(97 + part)}` };
      acts.push({ ...act, kind: "event_view", subject: part === 11 ? 2 : 1 });
      if (who < 2) acts.push({ ...act, kind: "ticket_click", subject: part === 11 ? 2 : 1 });
    }
  }
  acts.push({ at: "2026-05-01T15:00:00Z", who: "before", kind: "event_view", subject: 1 });
  await seen(acts);
  const event = { scope: "event", device: "desktop" };
  await sold({
    ...event,
    subject_id: 1,
    source: "source-c",
    placed: 4,
    placed_cents: 9000,
    orders: 2,
    gross_cents: 5000,
  });
  await sold({
    ...event,
    subject_id: 2,
    source: "source-l",
    placed: 1,
    placed_cents: 700,
    gross_cents: 700,
    refund_cents: 100,
  });
  const day = "from=2026-05-02&to=2026-05-02&timeZone=America/New_York";
  const all = await read<Funnel>(`/funnel?funnel=tickets&${day}&splitBy=source`);
  expect(all.steps).toEqual([
    { step: "event_view", count: 78, countBefore: 1, percent: null, cents: null, centsEach: 72 },
    { step: "ticket_click", count: 23, countBefore: 0, percent: 29.5, cents: null, centsEach: 243 },
    { step: "checkout", count: 5, countBefore: 0, percent: 21.7, cents: 9700, centsEach: 1120 },
    { step: "paid", count: 3, countBefore: 0, percent: 60, cents: 5600, centsEach: 1867 },
  ]);
  expect(all.parts.map(({ key, steps }) => [key, ...steps.map(({ count }) => count)])).toEqual([
    ["source-l", 12, 2, 1, 1],
    ...["k", "j", "i", "h", "g", "f", "e", "d"].map((name, index) => [`source-${name}`, 11 - index, 2, 0, 0]),
    ["source-c", 3, 2, 4, 2],
  ]);
  const one = await read<Funnel>(`/funnel?funnel=tickets&${day}&eventId=2&compare=none`);
  expect(one.steps.map(({ count, countBefore, cents }) => [count, countBefore, cents])).toEqual([
    [12, null, null],
    [2, null, null],
    [1, null, 700],
    [1, null, 600],
  ]);
  expect(one.parts).toEqual([]);
  const byDevice = await read<Funnel>(`/funnel?funnel=tickets&${day}&splitBy=device`);
  expect(byDevice.parts.map(({ key, steps }) => [key, ...steps.map(({ count }) => count)])).toEqual([
    ["mobile", 78, 23, 0, 0],
    ["desktop", 0, 0, 5, 3],
  ]);
  const shop = await read<Funnel>(`/funnel?funnel=shop&${day}`);
  expect(shop.steps.map(({ step, count }) => [step, count])).toEqual([
    ["product_view", 0],
    ["cart_add", 0],
    ["paid", 0],
  ]);
});
