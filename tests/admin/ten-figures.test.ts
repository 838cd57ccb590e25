import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminEventDetail } from "#contract/admin/orders.ts";
import type { Earnings, EarningsReport, Settlement } from "#contract/analytics/earnings.ts";
import type { Breakdown, Cohorts, Funnel, Overview, SalesCurve } from "#contract/analytics/panels.ts";
import { afterRefunds, takenBack } from "#contract/figures.ts";
import type { EventSales } from "#contract/events/sales.ts";
import type { Order } from "#contract/orders/orders.ts";
import { parseTable } from "#server/platform/tables/parse-table.ts";
import { tableLimits } from "#server/platform/tables/table.ts";
import { weeklyBrief } from "#server/modules/analytics/brief/service.ts";
import { formatMoney } from "#server/platform/format.ts";
import { readPdf } from "#testing/pdf-reader.ts";
import { findCapturedPayment } from "#server/modules/payments/index.ts";
import { installMovingClock } from "#testing/moving-clock.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { store, type Act } from "#tests/analytics/kit.ts";
import { rate, setDelivery, ship, tax } from "#tests/delivery/kit.ts";
import { createCode, createPromoter } from "#tests/promotions/kit.ts";
import { refund, scan, wish } from "#tests/refunds/kit.ts";
import { add, brandZone, byDay, causedBy, dayIn, type Movement, readMovementsOf } from "./movements.ts";

// Ten figures of a random week, added up here from the tables by other means than the product's, and compared with every
// screen and file that shows them: gross, refunds, net, tickets, people to email, views, conversion, stock, commission and
// check-ins. The clocks change in that week, and the events are in different zones.

const seed = 20_260_306;
const from = "2026-03-05";
const today = "2026-03-12";
const span = `from=${from}&to=${today}`;

let site: Site;
let admin: Client;
const ids = { here: 0, there: 0, general: 0, floor: 0, cap: 0, promoter: 0 };
const zones = { here: brandZone, there: "America/Los_Angeles" };
const acts: Act[] = [];

function createDice(state: number) {
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const at = (hour: number) =>
  sql`
  update test_clock.shift set by = ${`${from}T06:00:00Z`}::timestamptz + make_interval(mins => ${Math.round(hour * 60)}) - since`.execute(
    site.db,
  );

beforeAll(async () => {
  site = await createSite();
  await installMovingClock(site.database, { isFrozen: true });
  await at(0);
  admin = await site.as("admin");
  await setDelivery(admin, [rate({ priceCents: 700 })], [tax({ category: "clothing" }), tax({ category: "shipping" })]);
  const times = { startsAt: new Date("2026-06-20T02:00:00Z"), endsAt: new Date("2026-06-20T08:00:00Z") };
  ids.here = await site.create.event({ title: "Velvet Riddim", ...times, timeZone: zones.here });
  ids.there = await site.create.event({ title: "Ocean Fete", ...times, timeZone: zones.there });
  ids.general = await site.create.ticketType({ eventId: ids.here, priceCents: 4500, feeCents: 300, capacity: 500 });
  ids.floor = await site.create.ticketType({ eventId: ids.there, priceCents: 12_000, feeCents: 800, capacity: 500 });
  ids.cap = await site.create.variant({ priceCents: 13_010, onHand: 500 });
  await createCode(admin, { code: "TEN" });
  ids.promoter = await createPromoter(admin);
  const steps = script().toSorted((a, b) => a.hour - b.hour);
  for (const { hour, run } of steps) {
    await at(hour);
    await run();
  }
  await store(site, acts, brandZone);
  // 6 PM in New York on the last day.
  await at(7 * 24 + 16);
  await site.app.runJob("traffic-roll-up");
  await site.app.runJob("sales-roll-up");
  admin = await site.as("admin");
}, 300_000);
afterAll(() => site.close());

type Step = { hour: number; run: () => Promise<unknown> };
const endings = ["kept", "kept", "ticket", "all", "feeless", "lost", "won", "open", "in"] as const;

/** Orders at random hours, what becomes of them within three days, comps, and visits. */
function script(): Step[] {
  const roll = createDice(seed);
  const steps: Step[] = [];
  for (let index = 0; index < 36; index++) {
    const hour = roll(5 * 24) + roll(60) / 60;
    const bought: { order?: Order } = {};
    const isHere = roll(2) === 0;
    const lines = [
      { ticketTypeId: isHere ? ids.general : ids.floor, quantity: 1 + roll(3) },
      ...(roll(3) === 0 ? [{ variantId: ids.cap, quantity: 1 + roll(2) }] : []),
    ].slice(roll(8) === 0 ? 1 : 0);
    if (lines.length === 0) continue;
    const isShipped = lines.some((line) => "variantId" in line);
    const more = {
      buyer: { name: "Ada Buyer", email: `buyer-${roll(9)}@example.com` },
      source: ["", "instagram", "google"][roll(3)]!,
      ...(roll(4) === 0 ? { promoCode: "TEN" } : {}),
      ...(roll(2) === 0 ? { via: "kezia" } : {}),
      ...(isShipped ? ship() : {}),
    };
    steps.push({ hour, run: async () => (bought.order = await buy(lines, more)) });
    const ending = endings[index % endings.length]!;
    steps.push({ hour: hour + 1 + roll(47), run: () => end(bought.order!, ending, isHere) });
  }
  // Paid on the third day, refunded today.
  const late: { order?: Order } = {};
  steps.push({ hour: 60, run: async () => (late.order = await buy([{ ticketTypeId: ids.general, quantity: 2 }], {})) });
  steps.push({ hour: 7 * 24 + 8, run: () => end(late.order!, "all", true) });
  for (let index = 0; index < 3; index++) {
    // One has no email.
    const guest = { name: "Selector Duke", ...(index === 1 ? {} : { email: `guest-${index}@example.com` }) };
    const comp = { ticketTypeId: ids.general, quantity: 1 + index, guest, reason: "Plays" };
    steps.push({ hour: 30 * index + 3, run: () => admin.post("/api/admin/comps", comp) });
  }
  for (let index = 0; index < 60; index++) {
    const instant = new Date(Date.parse(`${from}T08:00:00Z`) + roll(6 * 24 * 60) * 60_000).toISOString();
    const who = { at: instant, who: `visitor-${roll(20)}`, source: ["", "instagram"][roll(2)]! };
    acts.push({ ...who, kind: "page_view", subject: "/events" });
    if (roll(2) === 0) acts.push({ ...who, kind: "event_view", subject: ids.here });
  }
  // Fewer visitors than orders: the others block counting.
  acts.push({ at: `${from}T20:00:00Z`, who: "only", kind: "event_view", subject: ids.there });
  return steps;
}

async function buy(lines: object[], more: object): Promise<Order> {
  const { body } = await site.buy(await site.as("guest"), lines as never, "approve", more);
  expect(body.status).toBe("paid");
  return body;
}

async function end(order: Order, ending: (typeof endings)[number], isHere: boolean) {
  const staff = await site.as("admin");
  const send = async (body: object) => {
    const { status, text } = await refund(staff, order.id, body);
    expect([status, text]).toEqual([201, text]);
  };
  const [ticket] = order.tickets;
  if (ending === "all") return send(wish(order.totalCents));
  if (ending === "ticket" || ending === "feeless") {
    if (ticket === undefined) return undefined;
    const line = order.lines.find(({ kind }) => kind === "ticket")!;
    const paid = (line.totalCents - line.discountCents) / line.quantity;
    const cents = ending === "ticket" ? paid : paid - line.feeCents / line.quantity;
    return send(wish(cents, { ticketIds: [ticket.id], withFee: ending === "ticket" }));
  }
  if (ending === "in") {
    return ticket && scan(await site.as("moderator"), isHere ? ids.here : ids.there, ticket.code);
  }
  if (ending === "kept") return undefined;
  const { sandbox } = site.app.services.payments;
  const dispute = await sandbox.dispute((await findCapturedPayment(site.db, order.id))!.providerRef!);
  await sandbox.work();
  if (ending === "open") return undefined;
  await sandbox.closeDispute(dispute, ending);
  return sandbox.work();
}

const readMovements = () => readMovementsOf(site, ids);
const daysOf = <Row extends { cents: number }>(rows: Row[], nameOf: (row: Row) => string): [string, number][] =>
  rows.filter(({ cents }) => cents !== 0).map((row) => [nameOf(row), row.cents]);

const read = async <Body extends object>(path: string): Promise<Body> => {
  const { status, body, text } = await admin.get<Body>(`/api/admin/${path}`);
  expect([status, text]).toEqual([200, text]);
  return body;
};

async function fileOf(path: string): Promise<Buffer> {
  const url = `/api/admin/${path}` as const;
  const file = await site.app.server.inject({ url, headers: { authorization: `Bearer ${admin.token}` } });
  expect([path, file.statusCode]).toEqual([path, 200]);
  return file.rawPayload;
}

/** The columns of a CSV or Excel file by name. */
async function columnsOf(path: string): Promise<Record<string, string[]>> {
  const [head, ...rows] = parseTable({ bytes: await fileOf(path) }, tableLimits).rows.map(({ cells }) => cells);
  return Object.fromEntries(head!.map((name, index) => [name, rows.map((cells) => cells[index] ?? "")]));
}

/** Lists have an Excel file, reports have none. */
const filesOf = (path: string) =>
  /^(orders|promoters)\.csv/.test(path) ? [path, path.replace(".csv", ".xlsx")] : [path];

/** The sum of a column of money, which is the same in a CSV file and in Excel's. Cents. */
async function centsIn(path: string, name: string): Promise<number> {
  const sums = filesOf(path).map(async (file) =>
    sum((await columnsOf(file))[name]!, (cell) => Math.round(Number(cell) * 100)),
  );
  const [csv, xlsx = csv] = await Promise.all(sums);
  expect([path, name, xlsx]).toEqual([path, name, csv]);
  return csv!;
}
const count = async (query: ReturnType<typeof sql<{ n: number }>>) => (await query.execute(site.db)).rows[0]!.n;
const sum = <Row>(rows: Row[], of: (row: Row) => number) => rows.reduce((all, row) => all + of(row), 0);

test("the week has every kind of movement, on days on which it differs by zone", async () => {
  const movements = await readMovements();
  expect(new Set(movements.map(({ cause }) => cause))).toEqual(new Set(["sale", "refund", "lost"]));
  expect(byDay(movements, "there")).not.toEqual(byDay(movements, "there", zones.there));
  expect(byDay(movements, "revenue").length).toBeGreaterThan(5);
  expect(movements.some((movement) => movement.cause !== "sale" && dayIn(brandZone, movement.at) === today)).toBe(true);
});

test("gross, refunds, lost disputes and net: the money page, its file, and the settlements", async () => {
  const movements = await readMovements();
  const earningsOf = (some: Movement[]) => ({
    grossCents: add(causedBy(some, "sale"), "total"),
    refundCents: -add(causedBy(some, "refund"), "total"),
    lostDisputeCents: -add(causedBy(some, "lost"), "total"),
    revenueCents: add(some, "revenue"),
    netCents: add(some, "total") - add(some, "tax"),
  });
  const { currencies } = await read<EarningsReport>(`earnings?${span}`);
  const [{ total, days, events, disputedCents }] = currencies as [EarningsReport["currencies"][number]];
  expect(total).toMatchObject(earningsOf(movements));
  for (const { day, ...shown } of days) {
    const expected = earningsOf(movements.filter((movement) => dayIn(brandZone, movement.at) === day));
    expect({ day, ...shown }).toEqual({ day, ...expected, ...zeroes(expected) });
  }
  for (const [column, name] of Object.entries({ Gross: "grossCents", Net: "netCents", Revenue: "revenueCents" })) {
    expect([column, await centsIn(`earnings.csv?${span}`, column)]).toEqual([column, total[name as keyof Earnings]]);
  }
  expect(disputedCents).toBe(
    await count(sql`select coalesce(sum(amount_cents), 0)::integer as n from disputes where status = 'open'`),
  );
  for (const place of ["here", "there"] as const) {
    const settlement = await read<Settlement>(`earnings/events/${ids[place]}`);
    expect(settlement.total.netCents).toBe(add(movements, place));
    expect(sum(settlement.items, ({ netCents }) => netCents)).toBe(add(movements, place));
    expect(events.find(({ event }) => event?.id === ids[place])!.netCents).toBe(add(movements, place));
  }
});

test("the orders file: totals, refunds and what is left of all orders, as CSV and as an Excel workbook", async () => {
  const movements = await readMovements();
  const { rows } = await sql<{ id: string }>`select id from orders where paid_at is not null`.execute(site.db);
  const [gross, refunded, left] = await Promise.all(
    ["Total", takenBack, afterRefunds].map((name) => centsIn("orders.csv", name)),
  );
  expect(rows.length).toBeGreaterThan(30);
  expect({ gross, refunded, left }).toEqual({
    gross: add(causedBy(movements, "sale"), "total"),
    refunded: add(causedBy(movements, "sale"), "total") - add(movements, "total"),
    left: add(movements, "total"),
  });
});

test("the settlement as a PDF says the same as its page", async () => {
  const dollars = (cents: number) => formatMoney(cents, "USD");
  for (const id of [ids.here, ids.there]) {
    const { total, commissionCents } = await read<Settlement>(`earnings/events/${id}`);
    const { text } = readPdf(await fileOf(`earnings/events/${id}/settlement.pdf`));
    const { salesCents, feeCents, grossCents, refundCents, netCents } = total;
    expect([refundCents > 0, commissionCents > 0]).toEqual([true, true]);
    for (const cents of [salesCents, feeCents, grossCents, refundCents, netCents, commissionCents])
      expect(text).toContain(dollars(cents));
  }
});

test("the weekly email: visitors, views, orders, revenue and refunds of its days", async () => {
  const monday = "2026-03-02";
  const isInWeek = (instant: Date) => {
    const day = dayIn(brandZone, instant);
    return day >= monday && day <= "2026-03-08";
  };
  const movements = (await readMovements()).filter((movement) => isInWeek(movement.at));
  const views = acts.filter(({ kind, at: instant }) => kind === "page_view" && isInWeek(new Date(instant)));
  const visits = new Set(views.map((act) => `${act.who} ${dayIn(brandZone, new Date(act.at))}`));
  const { rows } = await sql<{ at: Date }>`
    select o.paid_at as at from orders o where paid_at is not null and status <> 'refunded'
      and not exists (select from comps c where c.order_id = o.id)`.execute(site.db);
  const { numbers, lines } = await weeklyBrief(site.db, monday);
  const expected = {
    Visitors: visits.size,
    "Page views": views.length,
    Orders: rows.filter(({ at: paid }) => isInWeek(paid)).length,
    Revenue: add(movements, "revenue"),
    "Refunds and lost disputes": add(causedBy(movements, "sale"), "revenue") - add(movements, "revenue"),
  };
  expect(Object.fromEntries(numbers.map(({ label, value }) => [label, value]))).toEqual(expected);
  expect(lines.find((line) => line.startsWith("Revenue:"))).toContain(formatMoney(expected.Revenue, "USD"));
});

/** Minus zero is zero. */
const zeroes = (of: Record<string, number>) =>
  Object.fromEntries(Object.entries(of).map(([name, cents]) => [name, cents === 0 ? 0 : cents]));

test("revenue by day: overview, analytics and its file, the product report, and each event in its own zone", async () => {
  const movements = await readMovements();
  const revenue = byDay(movements, "revenue");
  const { today: now } = await read<{ today: { money: { cents: number }[] } }>("figures");
  expect(now.money).toMatchObject([{ cents: revenue.find(([day]) => day === today)![1] }]);
  const trend = await read<{ days: { day: string; cents: number }[] }>("trend");
  expect(daysOf(trend.days, ({ day }) => day)).toEqual(revenue);
  const overview = await read<Overview>(`analytics/overview?${span}`);
  const series = overview.series.map(({ at: day, revenueCents }) => ({ day, cents: revenueCents }));
  expect(daysOf(series, ({ day }) => day)).toEqual(revenue);
  expect(await centsIn(`analytics/overview.csv?${span}`, "Revenue")).toBe(add(movements, "revenue"));
  const report = await read<{ days: { day: string; netCents: number }[] }>(`reports/products?${span}`);
  const sold = report.days.map(({ day, netCents }) => ({ day, cents: netCents }));
  expect(daysOf(sold, ({ day }) => day)).toEqual(byDay(movements, "cap"));
  for (const place of ["here", "there"] as const) {
    const { days } = await read<EventSales>(`box-office/events/${ids[place]}/sales`);
    expect(daysOf(days, ({ day }) => day)).toEqual(byDay(movements, place, zones[place]));
  }
});

test("revenue in total: event pages, breakdowns, funnels, curves, products, promoters and cohorts", async () => {
  const movements = await readMovements();
  const revenue = add(movements, "revenue");
  for (const place of ["here", "there"] as const) {
    const cents = add(movements, place);
    const id = ids[place];
    expect((await read<AdminEventDetail>(`box-office/events/${id}`)).paidCents).toBe(cents);
    const { total, types, days } = await read<EventSales>(`box-office/events/${id}/sales`);
    expect([total.cents, sum(types, (type) => type.cents), sum(days, (day) => day.cents)]).toEqual([
      cents,
      cents,
      cents,
    ]);
    const { steps } = await read<Funnel>(`analytics/funnel?${span}&funnel=tickets&eventId=${id}`);
    expect(steps.at(-1)!.cents).toBe(cents);
    expect((await read<SalesCurve>(`analytics/events/${id}/sales-curve`)).events[0]!.final.revenueCents).toBe(cents);
  }
  for (const by of ["source", "device"] as const) {
    const { rows } = await read<Breakdown>(`analytics/breakdown?${span}&by=${by}`);
    expect([by, sum(rows, (row) => row.revenueCents)]).toEqual([by, revenue]);
  }
  expect(await centsIn(`analytics/breakdown.csv?${span}&by=source`, "Revenue")).toBe(revenue);
  expect(await centsIn(`reports/products.csv?${span}`, "Revenue")).toBe(add(movements, "cap"));
  expect(sum((await read<any>("products")).items, (row: any) => row.revenueCents)).toBe(add(movements, "cap"));
  const { rows: byLink } = await sql<{ id: string }>`
    select order_id as id from promotion_redemptions where promoter_id = ${ids.promoter}`.execute(site.db);
  const linked = add(
    movements.filter(({ orderId }) => byLink.some(({ id }) => id === orderId)),
    "revenue",
  );
  const [promoter] = (await read<any>("promoters")).items;
  const results = await read<any>(`promoters/${ids.promoter}/results`);
  const kept = (row: any) => row.revenueCents - row.refundedCents;
  const { rows } = await read<Breakdown>(`analytics/breakdown?${span}&by=promoter`);
  expect([kept(promoter), kept(results), sum(results.days, kept), rows[0]!.revenueCents]).toEqual(
    Array(4).fill(linked),
  );
  // Cohorts leave out orders that were refunded in full: their buyers didn't stay buyers.
  const whole = await count(
    sql`select count(*)::integer as n from orders where status = 'refunded' and paid_at is not null`,
  );
  const cohorts = await read<Cohorts>("analytics/cohorts");
  const months = sum(cohorts.items, ({ months: of }) => sum(of, ({ revenueCents }) => revenueCents));
  expect([whole > 0, months]).toEqual([true, revenue]);
});

test("tickets, check-ins and people to email are those of the tables, for each event", async () => {
  for (const id of [ids.here, ids.there]) {
    const ofEvent = sql`from tickets k join orders o on o.id = k.order_id where k.event_id = ${id} and k.status = 'valid'`;
    const isComp = sql`exists (select from comps c where c.order_id = k.order_id)`;
    const sold = await count(sql`select count(*)::integer as n ${ofEvent} and not ${isComp}`);
    const people = await count(
      sql`select count(distinct o.buyer_email)::integer as n ${ofEvent} and o.buyer_email like '%@%'`,
    );
    const admitted = await count(
      sql`select count(*)::integer as n from admissions where event_id = ${id} and voided_at is null`,
    );
    const detail = await read<AdminEventDetail>(`box-office/events/${id}`);
    const { total, days } = await read<EventSales>(`box-office/events/${id}/sales`);
    const curve = await read<SalesCurve>(`analytics/events/${id}/sales-curve`);
    expect([detail.sold, total.tickets, sum(days, ({ tickets }) => tickets), curve.events[0]!.final.tickets]).toEqual(
      Array(4).fill(sold),
    );
    const listed = await read<{ total: number }>(`tickets?eventId=${id}&kind=sold&status=valid`);
    expect(listed.total).toBe(sold);
    const inside = await read<{ total: number }>(`tickets?eventId=${id}&status=in`);
    const door = await admin.get(`/api/door/events/${id}`);
    expect([detail.admittedCount, inside.total, door.body.admittedCount]).toEqual(Array(3).fill(admitted));
    const affected = await read<{ people: number }>(`events/${id}/affected-buyers`);
    const question = { purpose: "event_message", eventId: id, audience: {} };
    const audience = await admin.post("/api/admin/audiences/preview", question);
    expect([affected.people, audience.body.count]).toEqual([people, people]);
  }
});

test("views and conversion: of the site, its file, and each event; a share is never above 100%", async () => {
  const seen = (kind: string, subject?: number) =>
    acts.filter((act) => act.kind === kind && (subject === undefined || act.subject === subject));
  const visitorsOf = (some: Act[]) =>
    new Set(some.map((act) => `${act.who} ${dayIn(brandZone, new Date(act.at))}`)).size;
  const { total } = await read<Overview>(`analytics/overview?${span}`);
  const orders = await count(sql`
    select count(*)::integer as n from orders o where paid_at is not null and status <> 'refunded'
      and not exists (select from comps c where c.order_id = o.id)`);
  const percent = (part: number, whole: number) => (part > whole ? null : Math.round((part / whole) * 1000) / 10);
  // A visit begins with a page.
  const visitors = visitorsOf(seen("page_view"));
  expect(total).toMatchObject({ views: seen("page_view").length, visitors, orders });
  expect(total.conversionPercent).toBe(percent(orders, visitors));
  const { rows } = await read<Breakdown>(`analytics/breakdown?${span}&by=event`);
  for (const id of [ids.here, ids.there]) {
    const row = rows.find(({ key }) => key === String(id))!;
    expect([row.views, row.visitors]).toEqual([seen("event_view", id).length, visitorsOf(seen("event_view", id))]);
    expect(row.conversionPercent).toBe(percent(row.orders, row.visitors));
  }
  expect(rows.find(({ key }) => key === String(ids.there))!.conversionPercent).toBeNull();
  for (const by of ["source", "device", "browser", "campaign", "event", "product"]) {
    const file = await columnsOf(`analytics/breakdown.csv?${span}&by=${by}`);
    expect(file["Conversion %"]!.every((cell) => Number(cell) <= 100)).toBe(true);
  }
});

test("stock: what is left of tickets and products, for staff and for buyers", async () => {
  for (const [id, type] of [
    [ids.here, ids.general],
    [ids.there, ids.floor],
  ] as const) {
    const left = await count(
      sql`select capacity - sold as n from stock where id = (select stock_id from ticket_types where id = ${type})`,
    );
    const detail = await read<AdminEventDetail>(`box-office/events/${id}`);
    const shown = await site.anon.get(`/api/events/${id}`);
    expect([detail.left, detail.types[0]!.left, shown.body.ticketTypes[0]!.available]).toEqual([left, left, left]);
  }
  const units = await count(sql`
    select s.capacity - s.sold as n from variants v join stock s on s.id = v.stock_id where v.id = ${ids.cap}`);
  const [product] = (await read<any>("products")).items;
  expect(product.available).toBe(units);
});

test("commission: the promoter's, in the list, the file, the results, the event's sales and the settlements", async () => {
  // A tenth of what was paid for tickets before fees, in proportion to what of these tickets wasn't refunded or lost.
  const movements = await readMovements();
  const { rows } = await sql<{ id: string; base: number; status: string }>`
    select o.id, o.status, sum(l.total_cents - l.discount_cents - l.fee_cents)::integer as base
    from promotion_redemptions u join orders o on o.id = u.order_id
    join order_lines l on l.order_id = o.id and l.kind = 'ticket'
    where u.promoter_id = ${ids.promoter} and o.paid_at is not null group by o.id, o.status`.execute(site.db);
  const owed = sum(rows, ({ id, base, status }) => {
    const own = movements.filter(({ orderId }) => orderId === id);
    const [goods, left] = [add(causedBy(own, "sale"), "price"), add(own, "price")];
    return status === "refunded" ? 0 : Math.max(0, Math.round((Math.floor(base / 10) * left) / goods));
  });
  const [promoter] = (await read<any>("promoters")).items;
  const results = await read<any>(`promoters/${ids.promoter}/results`);
  const sales = [ids.here, ids.there].map((id) => read<EventSales>(`box-office/events/${id}/sales`));
  const settlements = [ids.here, ids.there].map((id) => read<Settlement>(`earnings/events/${id}`));
  expect({
    list: promoter.commissionCents,
    file: await centsIn("promoters.csv", "Commission"),
    results: results.commissionCents,
    days: sum(results.days, (day: any) => day.commissionCents),
    events: sum(await Promise.all(sales), ({ promoters }) => sum(promoters, ({ commissionCents }) => commissionCents)),
    settlements: sum(await Promise.all(settlements), ({ commissionCents }) => commissionCents),
  }).toEqual({ list: owed, file: owed, results: owed, days: owed, events: owed, settlements: owed });
});
