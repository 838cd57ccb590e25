import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Breakdown, Cohorts, Funnel, Overview, SalesCurve } from "#contract/analytics/panels.ts";
import type { EarningsReport, Settlement } from "#contract/analytics/earnings.ts";
import { installMovingClock } from "#testing/moving-clock.ts";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";
import { refund, wish } from "#tests/refunds/kit.ts";
import { createDigital } from "#tests/shop/kit.ts";
import { agent, postView } from "./kit.ts";

// November 2025 in New York, whose clocks change on its second day, told by people, bots, staff and people whose browsers
// block everything. Each figure below follows from the script by hand.

let site: Site;
let admin: Client;
let event: number;
let general: number;
let product: number;
let variant: number;

beforeAll(async () => {
  site = await createSite();
  await installMovingClock(site.database, { isFrozen: true });
  await at("2025-11-01T04:00:00Z");
  event = await site.create.event({
    title: "Velvet Riddim",
    startsAt: new Date("2025-12-20T23:00:00Z"),
    endsAt: new Date("2025-12-21T05:00:00Z"),
  });
  general = await site.create.ticketType({ eventId: event });
  const made = await createDigital(site, [50], { priceCents: 3000 });
  [product, variant] = [made.productId, made.variantIds[0]!];
  for (let day = 1; day <= 30; day++) await play(day);
  await rollUp();
  await at("2025-12-01T04:30:00Z");
  await postView(site.anon, { path: "/", sessionId: "late" });
  await rollUp();
  await at("2025-12-02T12:00:00Z");
  await rollUp();
  admin = await site.as("admin");
}, 120_000);
afterAll(() => site.close());

/** Stops the clock at an instant. */
const at = (instant: string) => sql`update test_clock.shift set by = ${instant}::timestamptz - since`.execute(site.db);

async function rollUp(): Promise<void> {
  await site.app.runJob("traffic-roll-up");
  await site.app.runJob("sales-roll-up");
}

const orders = new Map<string, string>();

async function buy(name: string, lines: object[], more: object = {}): Promise<void> {
  const buyer = await site.as("guest");
  const body = { buyer: { name, email: `${name}@example.com` }, ...more };
  const { body: order } = await site.buy(buyer, lines as never, "approve", body);
  expect(order.status).toBe("paid");
  orders.set(`${name} ${orders.size}`, order.id);
}

const tickets = (quantity: number) => [{ ticketTypeId: general, quantity }];
const batch = (sessionId: string, items: object[]) =>
  site.anon.call("POST", "/api/analytics/batch", { sessionId, deviceType: "desktop", browser: "Chrome", items }, agent);

async function play(day: number): Promise<void> {
  const date = `2025-11-${String(day).padStart(2, "0")}`;
  const hour = async (local: string, offset = "-05:00") => {
    // What was sent before is written before the clock moves.
    await site.app.runJob("traffic-roll-up");
    await at(`${date}T${local}:00${offset}`);
  };
  if (day === 2) {
    // 1:30 AM, before and after the clocks go back.
    await hour("05:35", "Z");
    await postView(site.anon, { path: "/live", sessionId: "night" });
    await hour("06:35", "Z");
    await postView(site.anon, { path: "/live", sessionId: "night" });
  }
  if (day % 5 === 0) {
    const link = { path: "/?utm_source=newsletter&utm_campaign=carnival", sessionId: "cal" };
    await hour("09:05");
    await postView(site.anon, link);
    await hour("20:05");
    await postView(site.anon, link);
  }
  // Ana comes every day, and looks for a minute.
  const ana = { ...agent, "x-session-id": "ana" };
  await hour("10:05");
  await postView(site.anon, { path: "/", sessionId: "ana", referrer: "https://www.instagram.com/" }, ana);
  await hour("10:06");
  await postView(site.anon, { path: "/events", sessionId: "ana" }, ana);
  await site.anon.call("POST", `/api/analytics/events/${event}/view`, undefined, ana);
  await site.anon.call("POST", `/api/analytics/events/${event}/ticket-click`, undefined, ana);
  if ([3, 6, 9].includes(day)) await buy("ana", tickets(2), { source: "instagram" });
  if (day === 7) await (await site.as("guest")).post("/api/orders", draft(tickets(1)));
  await hour("12:05");
  if (day % 2 === 0) {
    const shop = { path: "/shop", referrer: "https://google.com/", deviceType: "desktop", browser: "Chrome" };
    await postView(site.anon, { ...shop, sessionId: "ben" });
  }
  if (day % 10 === 0) await batch("ben", [{ kind: "product_view", id: product }]);
  if (day === 20) {
    await batch("ben", [{ kind: "cart_add", id: product }]);
    await buy("ben", [{ variantId: variant, quantity: 1 }], { source: "google" });
  }
  // Buyers whose browsers report nothing.
  if (day === 10 || day === 20) await buy("blocked", tickets(1));
  for (let count = 0; count < 3; count++) {
    await postView(site.anon, { sessionId: "bot" }, { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" });
  }
  if (day === 15) for (let count = 0; count < 70; count++) await postView(site.anon, { sessionId: "hasty" });
  const staff = await site.as("admin");
  for (let count = 0; count < 2; count++) await postView(staff);
  if (day === 12) {
    const id = orders.get("ana 2")!;
    expect((await refund(staff, id, wish(5000))).status).toBe(201);
  }
  if (day === 25) {
    const id = orders.get("blocked 5")!;
    expect((await refund(staff, id, wish(2300, { withFee: false }))).status).toBe(201);
  }
  if (day === 8) {
    const guest = { name: "Selector Duke", email: "duke@example.com" };
    await staff.post("/api/admin/comps", { ticketTypeId: general, quantity: 2, guest, reason: "Plays" });
  }
  // Every evening, so that later refunds find their sale's hour counted already.
  await site.app.runJob("sales-roll-up");
}

const month = "from=2025-11-01&to=2025-11-30";
const read = async <Body extends object>(path: string): Promise<Body> => {
  const { status, body, text } = await admin.get<Body>(`/api/admin/${path}`);
  expect([status, text]).toEqual([200, expect.any(String)]);
  return body;
};

test("the month has these visitors, views, visits, bounces, seconds, orders and revenue", async () => {
  const { total, bots, series } = await read<Overview>(`analytics/overview?${month}`);
  expect(total).toEqual({
    // Ana 30, Ben 15, Cal 6, one at night, one late.
    visitors: 53,
    views: 90,
    visits: 60,
    // All visits but Ana's, and the one in which Ben filled his cart.
    bouncePercent: 48.3,
    averageSeconds: 30,
    // One of Ana's was refunded in full; a fee is left of another one.
    orders: 5,
    revenueCents: 15_700,
    refundCents: 7300,
    conversionPercent: 9.4,
  });
  expect(bots).toEqual({ bots: 90, likelyBots: 70 });
  expect(series).toHaveLength(30);
  expect(series.map(({ visitors }) => visitors)).toEqual(
    Array.from({ length: 30 }, (_, index) => {
      const day = index + 1;
      return 1 + Number(day % 2 === 0) + Number(day % 5 === 0) + Number(day === 2) + Number(day === 30);
    }),
  );
  expect(series[14]).toMatchObject({ at: "2025-11-15", bots: 3, likelyBots: 70 });
});

test("a day's revenue is the same in analytics and on the money page: refunds count when they were decided", async () => {
  const { series } = await read<Overview>(`analytics/overview?${month}`);
  const { currencies } = await read<EarningsReport>(`earnings?${month}`);
  const days = series.map(({ at: day, revenueCents }) => [day, revenueCents]);
  expect(days).toEqual(currencies[0]!.days.map(({ day, revenueCents }) => [day, revenueCents]));
  expect(days.filter(([, cents]) => Number(cents) < 0)).toEqual([
    ["2025-11-12", -5000],
    ["2025-11-25", -2300],
  ]);
});

test("the day of the clock change has 25 hours, and both half past ones are their own", async () => {
  const { series, step } = await read<Overview>("analytics/overview?from=2025-11-02&to=2025-11-02");
  expect([step, series.length]).toEqual(["hour", 25]);
  const seen = series.filter(({ views }) => views > 0).map(({ at: hour, views, visitors }) => [hour, views, visitors]);
  expect(seen).toEqual([
    ["2025-11-02T05:00:00Z", 1, 1],
    ["2025-11-02T06:00:00Z", 1, 0],
    ["2025-11-02T15:00:00Z", 2, 1],
    ["2025-11-02T17:00:00Z", 1, 1],
  ]);
});

test("the last evening belongs to the month in New York, and to the next one in UTC", async () => {
  const inUtc = await read<Overview>(`analytics/overview?${month}&timeZone=UTC`);
  expect([inUtc.total.views, inUtc.total.visitors]).toEqual([88, 52]);
});

const rowsBy = async (query: string) => {
  const { rows } = await read<Breakdown>(`analytics/breakdown?${month}&${query}`);
  return rows.map(({ key, visitors, views, visits, orders: paid, revenueCents }) => [
    key,
    visitors,
    views,
    visits,
    paid,
    revenueCents,
  ]);
};

test("sources have their visitors, orders and revenue, and add up to the month", async () => {
  expect(await rowsBy("by=source")).toEqual([
    ["instagram", 30, 60, 30, 2, 10_000],
    ["google", 15, 15, 15, 1, 3000],
    ["newsletter", 6, 12, 12, 0, 0],
    ["", 2, 3, 3, 2, 2700],
  ]);
  expect(await rowsBy("by=campaign")).toEqual([
    ["", 47, 78, 48, 5, 15_700],
    ["carnival", 6, 12, 12, 0, 0],
  ]);
});

test("pages, devices, events and products have theirs, also filtered", async () => {
  expect(await rowsBy("by=page")).toEqual([
    ["/", 37, 43, 43, 0, 0],
    ["/events", 30, 30, 0, 0, 0],
    ["/shop", 15, 15, 15, 0, 0],
    ["/live", 1, 2, 2, 0, 0],
  ]);
  expect(await rowsBy("by=page&source=google")).toEqual([["/shop", 15, 15, 15, 0, 0]]);
  expect((await rowsBy("by=exit")).map(([key]) => key)).toEqual(["/events", "/shop", "/", "/live"]);
  expect(await rowsBy("by=device&path=/shop")).toEqual([["desktop", 15, 15, 15, 0, 0]]);
  expect(await rowsBy("by=event")).toEqual([[String(event), 30, 30, 0, 4, 12_700]]);
  expect(await rowsBy("by=product")).toEqual([[String(product), 3, 3, 0, 1, 3000]]);
  expect(await rowsBy(`by=source&eventId=${event}`)).toEqual([
    ["instagram", 30, 30, 0, 2, 10_000],
    ["", 0, 0, 0, 2, 2700],
  ]);
});

test("funnels count each step and its money", async () => {
  const stepsOf = async (query: string) => {
    const { steps } = await read<Funnel>(`analytics/funnel?${month}&${query}`);
    return steps.map(({ step, count, cents }) => [step, count, cents]);
  };
  expect(await stepsOf("funnel=tickets")).toEqual([
    ["event_view", 30, null],
    ["ticket_click", 30, null],
    ["checkout", 6, 22_500],
    ["paid", 4, 12_700],
  ]);
  expect(await stepsOf(`funnel=tickets&source=instagram&eventId=${event}`)).toEqual([
    ["event_view", 30, null],
    ["ticket_click", 30, null],
    ["checkout", 3, 15_000],
    ["paid", 2, 10_000],
  ]);
  expect(await stepsOf("funnel=shop")).toEqual([
    ["product_view", 3, null],
    ["cart_add", 1, null],
    ["paid", 1, 3000],
  ]);
  const split = await read<Funnel>(`analytics/funnel?${month}&funnel=tickets&splitBy=source`);
  expect(split.parts.map(({ key, steps }) => [key, ...steps.map(({ count }) => count)])).toEqual([
    ["instagram", 30, 30, 3, 2],
    ["", 0, 0, 3, 2],
  ]);
});

test("the money page has gross, fees, refunds and net of the month, by event and day, from the ledger", async () => {
  const { currencies } = await read<EarningsReport>(`earnings?${month}`);
  expect(currencies).toHaveLength(1);
  const { total, events, days } = currencies[0]!;
  const none = { taxCents: 0, shippingCents: 0, refundedTaxCents: 0, lostDisputeCents: 0 };
  expect(total).toEqual({
    ...none,
    grossCents: 23_000,
    salesCents: 21_400,
    feeCents: 1600,
    refundCents: 7300,
    revenueCents: 15_700,
    netCents: 15_700,
  });
  expect(
    events.map(({ event: of, grossCents, refundCents, netCents }) => [
      of?.id ?? null,
      grossCents,
      refundCents,
      netCents,
    ]),
  ).toEqual([
    [event, 20_000, 7300, 12_700],
    [null, 3000, 0, 3000],
  ]);
  const moved = days.filter(({ grossCents, refundCents }) => grossCents + refundCents > 0);
  expect(moved.map(({ day, grossCents, refundCents }) => [day, grossCents, refundCents])).toEqual([
    ["2025-11-03", 5000, 0],
    ["2025-11-06", 5000, 0],
    ["2025-11-09", 5000, 0],
    ["2025-11-10", 2500, 0],
    ["2025-11-12", 0, 5000],
    ["2025-11-20", 5500, 0],
    ["2025-11-25", 0, 2300],
  ]);
});

test("the event's settlement has the same net, without comps, as data, CSV and PDF", async () => {
  const settlement = await read<Settlement>(`earnings/events/${event}`);
  expect(settlement.total.netCents).toBe(12_700);
  expect(settlement.items).toEqual([
    {
      kind: "ticket",
      name: expect.any(String),
      units: 8,
      refundedUnits: 3,
      salesCents: 18_400,
      feeCents: 1600,
      taxCents: 0,
      refundCents: 7300,
      lostDisputeCents: 0,
      netCents: 12_700,
    },
  ]);
  const csv = await admin.get(`/api/admin/earnings/events/${event}/settlement.csv`);
  expect(csv.headers["content-disposition"]).toMatch(/velvet-riddim-2025-12-20-settlement\.csv/);
  expect(csv.text).toMatch(/,8,3,"USD",184,16,0,73,0,127\r\n"Total",,,"USD",184,16,0,73,0,127/);
  const pdf = await admin.get(`/api/admin/earnings/events/${event}/settlement.pdf`);
  expect([pdf.status, pdf.headers["content-type"]]).toEqual([200, "application/pdf"]);
});

test("the sales curve and the cohorts tell when people bought and who came again", async () => {
  const { events, daysToGo } = await read<SalesCurve>(`analytics/events/${event}/sales-curve`);
  expect(daysToGo).toBe(18);
  expect(events[0]!.points).toEqual([
    { daysToGo: 47, tickets: 2, revenueCents: 5000 },
    { daysToGo: 44, tickets: 4, revenueCents: 10_000 },
    { daysToGo: 41, tickets: 4, revenueCents: 15_000 },
    { daysToGo: 40, tickets: 5, revenueCents: 17_500 },
    // Refunded in full on the twelfth, and without its fee on the twenty-fifth.
    { daysToGo: 38, tickets: 5, revenueCents: 12_500 },
    { daysToGo: 30, tickets: 5, revenueCents: 15_000 },
    { daysToGo: 25, tickets: 5, revenueCents: 12_700 },
  ]);
  const cohorts = await read<Cohorts>("analytics/cohorts");
  expect(cohorts.total).toEqual({ buyers: 3, returning: 2 });
  expect(cohorts.items).toEqual([
    { month: "2025-11", buyers: 3, months: [{ after: 0, buyers: 3, revenueCents: 15_700 }] },
  ]);
});

const everything = async () => {
  const tables = ["traffic_hours", "traffic_days", "traffic_totals", "sales_hours"];
  const all = tables.map((name) => sql<object>`select t.* from ${sql.table(name)} t order by t::text`.execute(site.db));
  return (await Promise.all(all)).map(({ rows }) => rows);
};

test("rolling everything up once more changes nothing", async () => {
  const before = await everything();
  await at("2025-12-02T13:00:00Z");
  await sql`update rolled_days set version = version + 1`.execute(site.db);
  await sql`update roll_up_progress set up_to = '-infinity'`.execute(site.db);
  await rollUp();
  const { rows: due } = await sql`select from rolled_days where rolled_version < version`.execute(site.db);
  expect(due).toHaveLength(0);
  expect(await everything()).toEqual(before);
  expect(before.map((rows) => rows.length > 0)).toEqual([true, true, true, true]);
});

test("a row that arrives weeks late is counted on its day", async () => {
  await sql`insert into interactions (occurred_at, day, slot, kind, subject, visitor, is_bot)
    values ('2025-11-03T15:00:00Z', '2025-11-03', ((date '2025-11-03' - date '2000-01-03') / 7) % 10, 'page_view', '/late', 5, false)`.execute(
    site.db,
  );
  await at("2025-12-02T14:00:00Z");
  await sql`update rolled_days set version = version + 1 where day = '2025-11-03'`.execute(site.db);
  await rollUp();
  const { total } = await read<Overview>(`analytics/overview?${month}`);
  expect([total.visitors, total.views]).toEqual([54, 91]);
});
