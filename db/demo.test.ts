import { existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInvariants, invariants } from "#db/invariants.ts";
import { seedDemo, type DemoOutcome } from "#db/seed/demo.ts";
import { demoProducts } from "#db/seed/products/index.ts";
import { readConfig } from "#server/config.ts";
import { ensureAdmin, hashPassword } from "#server/modules/accounts/index.ts";
import { getEvent, listEvents } from "#server/modules/events/index.ts";
import { findVariantCards, listProducts } from "#server/modules/shop/index.ts";
import { openDatabase, type OpenDatabase, type Tx } from "#server/platform/db/database.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database.ts";

const dataDir = mkdtempSync(join(tmpdir(), "demo-test-"));
const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: "silent" });
const log = { info: () => undefined };
let database: TestDatabase;
let opened: OpenDatabase;
let outcome: DemoOutcome;
/** `DEMO_NOW=2027-03-14T07:05:00Z npm test -- db/demo` shows what the demo is on another day. */
const now = new Date(process.env.DEMO_NOW ?? Date.now());
const seed = () => seedDemo({ config, connection: database.connection, dataDir, log, now });

beforeAll(async () => {
  database = await createTestDatabase();
  opened = openDatabase(database.connection, {
    clockOffset: `${((now.getTime() - Date.now()) / 1000).toFixed(3)} seconds`,
  });
  await ensureAdmin({ db: opened.db }, { username: "admin", password: "Admin-of-demo-1" });
  // An interrupted start that left people and events half created.
  await sql`insert into demo_seed (status, last_user_before) select 'filling', max(id) from users`.execute(opened.db);
  const passwordHash = await hashPassword("Half-made-1");
  await sql`insert into users (username, display_name, role, password_hash)
    values ('half-made', 'Half Made', 'user', ${passwordHash})`.execute(opened.db);
  await sql`insert into venues (name, city, region, country) values ('Half', 'Made', 'XX', 'US')`.execute(opened.db);
  await sql`insert into collections (slug, name) values ('half-made', 'Half Made')`.execute(opened.db);
  outcome = await seed();
}, 240_000);
afterAll(async () => {
  await opened.close();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

test("an interrupted demo is wiped and created again, and earlier accounts stay", async () => {
  expect(outcome).toEqual({ filled: true, doorUsername: "door" });
  const { rows } = await sql<{ username: string }>`
    select username from users where username in ('admin', 'half-made', 'door') order by id`.execute(opened.db);
  expect(rows.map((row) => row.username)).toEqual(["admin", "door"]);
  const venues = await sql`select from venues where city = 'Made'`.execute(opened.db);
  expect(venues.rows).toHaveLength(0);
  const collections = await sql`select from collections where slug = 'half-made'`.execute(opened.db);
  expect(collections.rows).toHaveLength(0);
});

test("visitors see a stream that is coming up and a replay with all of its segments", async () => {
  const { rows } = await sql<{ status: string; access: string; segments: number }>`
    select status, access, (select count(*)::integer from stream_segments where stream_id = s.id) as segments
    from streams s where is_published order by id`.execute(opened.db);
  expect(rows).toEqual([
    { status: "scheduled", access: "tickets", segments: 0 },
    { status: "replay", access: "free", segments: 10 },
  ]);
  expect(globSync("streams/*/*.{m4s,mp4}", { cwd: dataDir })).toHaveLength(10);
});

test("a second start leaves the demo alone", async () => {
  const count = async () => (await sql<{ n: number }>`select count(*) as n from orders`.execute(opened.db)).rows[0]?.n;
  const before = await count();
  expect(await seed()).toEqual({ filled: false, doorUsername: undefined });
  expect(await count()).toBe(before);
});

test("there are fourteen upcoming and six past events, covering every status of an event and a ticket type", async () => {
  const upcoming = await listEvents(opened.db, { when: "upcoming", page: undefined });
  const past = await listEvents(opened.db, { when: "past", page: undefined });
  expect([upcoming.total, past.total]).toEqual([14, 6]);
  expect(new Set(upcoming.items.map((event) => event.saleStatus))).toEqual(
    new Set(["on_sale", "nearly_gone", "scheduled", "sold_out", "free", "ended"]),
  );
  expect(new Set(upcoming.cities.map(({ city }) => city)).size).toBeGreaterThanOrEqual(8);
  const details = await Promise.all(upcoming.items.map(({ id }) => getEvent(opened.db, id)));
  const types = details.flatMap((event) => event.ticketTypes);
  expect(new Set(types.map((type) => type.status))).toEqual(new Set(["on_sale", "scheduled", "sold_out", "ended"]));
  expect(new Set(types.map((type) => type.pricing))).toEqual(new Set(["fixed", "free", "open"]));
  expect(types.some((type) => type.nearlyGone)).toBe(true);
  expect(types.some((type) => type.available === null)).toBe(true);
  expect(types.some((type) => type.ticketsPerUnit >= 4)).toBe(true);
  const boat = details.find((event) => event.slug === "soca-on-the-hudson")!;
  const hidden = await getEvent(opened.db, boat.id, "anchor");
  expect(hidden.ticketTypes.length).toBe(boat.ticketTypes.length + 1);
  for (const event of [...upcoming.items, ...past.items]) {
    expect(existsSync(join(dataDir, `media/posters/${event.poster.key}-480.webp`))).toBe(true);
    // An event's other dates have its slug with a number, and its poster.
    expect(event.slug.replace(/-2$|-3$/, "")).toBe(event.poster.key);
  }
});

test("there is a series, a canceled event, a postponed one, a scheduled draft, and recaps of past events", async () => {
  const { items } = await listEvents(opened.db, { when: "upcoming", page: undefined });
  const shown = await Promise.all(items.map(({ id }) => getEvent(opened.db, id)));
  const find = (slug: string) => shown.find((event) => event.slug === slug)!;
  expect(find("gold-coast-brunch").otherDates.map(({ slug, status }) => [slug, status])).toEqual([
    ["gold-coast-brunch-2", "on"],
    ["gold-coast-brunch-3", "postponed"],
  ]);
  expect(find("dominoes-and-rum-2")).toMatchObject({ status: "canceled", otherDates: [] });
  const notified = await sql<{ what: string; notified: boolean }>`
    select e.status as what, bool_and(exists (select from emails m where m.kind = 'event_change'
      and m.to_address = o.buyer_email and (m.topic->>'eventId')::bigint = e.id)) as notified
    from events e join tickets t on t.event_id = e.id join orders o on o.id = t.order_id
    where e.status <> 'on' group by e.status order by 1`.execute(opened.db);
  expect(notified.rows).toEqual([
    { what: "canceled", notified: true },
    { what: "postponed", notified: true },
  ]);
  const drafts = await sql<{ slug: string }>`
    select slug from events where visibility = 'draft' and publish_at > clock_now()`.execute(opened.db);
  expect(drafts.rows).toEqual([{ slug: "soca-on-the-hudson-winter-crossing" }]);
  const faces = find("sound-clash-no-7").lineup.map(({ picture }) => picture?.key ?? null);
  expect(faces).toEqual(["act-thunder-papa", "act-empress-volta", "act-justice-blackwood", null]);
  // Three events have formatted descriptions, and the brunch has two more dates.
  expect(shown.filter(({ descriptionHtml }) => descriptionHtml?.includes("<h3>"))).toHaveLength(5);
  const gone = await listEvents(opened.db, { when: "past", page: undefined });
  const mornings = (await Promise.all(gone.items.map(({ id }) => getEvent(opened.db, id)))).filter(
    ({ recap }) => recap !== null,
  );
  expect(mornings.map(({ gallery }) => gallery.length)).toEqual([3, 3]);
  for (const { key } of mornings.flatMap(({ gallery }) => gallery))
    expect(existsSync(join(dataDir, `media/posters/${key}-960.avif`))).toBe(true);
});

test("events start in the evening of their venue's time zone", async () => {
  const { rows } = await sql<{ slug: string; time: string; day: number; crosses: boolean }>`
    select slug, to_char(starts_at at time zone time_zone, 'HH24:MI') as time,
      extract(isodow from starts_at at time zone time_zone)::int as day,
      (starts_at at time zone time_zone)::date < (ends_at at time zone time_zone)::date as crosses
    from events`.execute(opened.db);
  const events = new Map(rows.map((row) => [row.slug, row]));
  expect(events.get("jouvert-at-midnight")).toMatchObject({ time: "23:59", day: 5, crosses: true });
  expect(events.get("last-lap")).toMatchObject({ time: "21:00", day: 6, crosses: true });
  expect(events.get("sound-clash-no-7")).toMatchObject({ time: "22:00", day: 5 });
  expect(rows.every(({ day }) => day >= 5)).toBe(true);
});

test("what a promoter sets is at a quarter of an hour, or at the end of a day", async () => {
  const { rows } = await sql<{ what: string; time: string }>`
    select what, to_char(at at time zone 'America/New_York', 'HH24:MI:SS') as time from (
      select 'doors' as what, doors_at as at from events
      union all select 'end', ends_at from events
      union all select 'announcement', publish_at from events
      union all select 'sale', sales_start_at from ticket_types
      union all select 'end of a sale', sales_end_at from ticket_types
      union all select 'drop', sales_start_at from variants
      union all select 'promo code', starts_at from promo_codes
      union all select 'end of a promo code', ends_at from promo_codes
      union all select 'stream', starts_at from streams
      union all select 'claim link', ends_at from comp_batches) set_times
    where at is not null`.execute(opened.db);
  const odd = rows.filter(({ time }) => !/^(\d\d:(00|15|30|45)|23:59):00$/.test(time));
  expect(odd).toEqual([]);
  expect(rows.length).toBeGreaterThan(40);
});

test("past events have orders, payments, emails and check-ins, each at a plausible time", async () => {
  const { rows } = await sql<{
    slug: string;
    orders: number;
    tickets: number;
    admitted: number;
    early: number;
    late: number;
  }>`
    select e.slug,
      (select count(distinct order_id) from ticket_lines where event_id = e.id) as orders,
      (select count(*) from tickets where event_id = e.id) as tickets,
      (select count(*) from admissions where event_id = e.id) as admitted,
      (select count(*) from admissions where event_id = e.id and admitted_at not between e.doors_at and e.ends_at) as early,
      (select count(*) from tickets where event_id = e.id and created_at > e.starts_at) as late
    from events e where ends_at < clock_now()`.execute(opened.db);
  const past = rows.map(({ slug, orders, tickets, admitted, early, late }) => ({
    slug,
    lively: orders >= 25 && orders <= 80,
    turnout: admitted / tickets > 0.7 && admitted / tickets < 0.97,
    atWrongTime: early + late,
  }));
  expect(past).toEqual(rows.map(({ slug }) => ({ slug, lively: true, turnout: true, atWrongTime: 0 })));
  // What can't be sent goes to addresses that bounced.
  const mails = await sql<{ status: string }>`
    select distinct status from emails m where bulk_key is null
      and not (status = 'suppressed' and exists (select from suppressions s where s.email = m.to_address
        and s.cause = 'bounce'))`.execute(opened.db);
  expect(mails.rows).toEqual([{ status: "not_sent" }]);
});

test("campaigns have a past: most of their emails were sent, some addresses don't exist, and some people left", async () => {
  const { rows } = await sql<{ status: string; share: number }>`
    select status, count(*)::float8 / sum(count(*)) over () as share from emails where bulk_key is not null
    group by status order by status`.execute(opened.db);
  expect(rows.map(({ status }) => status)).toEqual(["failed", "sent", "suppressed"]);
  expect(rows.find(({ status }) => status === "sent")!.share).toBeGreaterThan(0.8);
});

test("the shop has sixteen products with pictures, covering every status that visitors see", async () => {
  const { items, total, collections } = await listProducts(opened.db, { sort: "featured" });
  expect(items.map(({ slug }) => slug)).toEqual(demoProducts.map(({ slug }) => slug));
  expect([total, collections.length]).toEqual([16, 6]);
  expect(new Set(items.map(({ status }) => status))).toEqual(new Set(["on_sale", "scheduled"]));
  expect(items.find(({ isPreorder }) => isPreorder)?.slug).toBe("road-march-track-jacket");
  for (const { picture, altPicture } of items)
    for (const key of [picture.key, altPicture!.key])
      expect(existsSync(join(dataDir, `media/posters/${key}-960.avif`))).toBe(true);
  const { rows } = await sql<{ id: number; sku: string; sold: number }>`
    select v.id, v.sku, s.sold from variants v join stock s on s.id = v.stock_id`.execute(opened.db);
  const cards = await findVariantCards(
    opened.db,
    rows.map(({ id }) => id),
  );
  const bySku = (requestedSku: string) => cards.get(rows.find(({ sku }) => sku === requestedSku)!.id)!;
  expect(bySku("SG-HOOD-BON-XL")).toMatchObject({ status: "sold_out" });
  expect(bySku("SG-CAMP-CRM-L")).toMatchObject({ status: "on_sale", left: 2 });
  expect(bySku("SG-KIT-JOUV")).toMatchObject({ status: "on_sale", compareAtCents: 5200 });
  const files = await sql<{ slug: string; bytes: number }>`
    select p.slug, f.bytes from product_files f join products p on p.id = f.product_id`.execute(opened.db);
  expect(files.rows).toEqual([{ slug: "sound-clash-mixtape", bytes: expect.closeTo(480_000, -5) as number }]);
});

test("people bought what the shop sells: shipped, picked up, downloaded, and with tickets", async () => {
  const { rows } = await sql<{ what: string; orders: number; refunded: number }>`
    with bought as (
      select o.id, o.status, coalesce(d.method, 'download') as method,
        exists (select from ticket_lines t where t.order_id = o.id) as with_tickets
      from orders o left join order_deliveries d on d.order_id = o.id
      where o.paid_at is not null and exists (select from variant_lines v where v.order_id = o.id))
    select case when with_tickets then 'with tickets' else method end as what, count(*)::integer as orders,
      (count(*) filter (where status <> 'paid'))::integer as refunded
    from bought group by 1 order by 1`.execute(opened.db);
  const counts = Object.fromEntries(rows.map(({ what, orders }) => [what, orders]));
  expect(counts["with tickets"]).toBe(13);
  expect(rows.reduce((sum, { orders }) => sum + orders, 0)).toBe(56);
  for (const what of ["ship", "pickup", "download"]) expect(counts[what]).toBeGreaterThanOrEqual(4);
  expect(rows.reduce((sum, { refunded }) => sum + refunded, 0)).toBeGreaterThanOrEqual(3);
  const { rows: shipped } = await sql<{ paid: boolean; taxed: boolean; states: number }>`
    select bool_or(o.shipping_cents > 0) and bool_or(o.shipping_cents = 0) as paid, bool_or(o.tax_cents > 0) as taxed,
      count(distinct d.state)::integer as states
    from orders o join order_deliveries d on d.order_id = o.id where d.method = 'ship'`.execute(opened.db);
  expect(shipped[0]).toEqual({ paid: true, taxed: true, states: expect.any(Number) as number });
  expect(shipped[0]!.states).toBeGreaterThanOrEqual(6);
});

test("orders of products are in every stage of their way, and one came back", async () => {
  const { rows } = await sql<{ status: string }>`select distinct status from fulfillments order by 1`.execute(
    opened.db,
  );
  const stages = ["nothing_left", "partly_shipped", "picked_up", "shipped", "to_pick_up", "to_ship"];
  expect(rows.map(({ status }) => status)).toEqual(stages);
  const { rows: back } = await sql<{ early: number; returned: number; restocked: number }>`
    select (select count(*)::integer from shipments s join orders o on o.id = s.order_id where s.made_at < o.paid_at) as early,
      (select count(*)::integer from item_returns) as returned,
      (select count(*)::integer from stock_changes where reason = 'returned') as restocked`.execute(opened.db);
  expect(back).toEqual([{ early: 0, returned: 1, restocked: 1 }]);
});

test("every invariant holds in the demo", async () => {
  expect(await checkInvariants(opened.db)).toEqual([]);
  const quick = invariants.flatMap((invariant) =>
    invariant.quick === undefined ? [] : { ...invariant, sql: invariant.quick },
  );
  expect(await checkInvariants(opened.db, quick)).toEqual([]);
});

/** Ways to break each invariant on the demo, as statements that run without triggers and foreign keys. */
const breakages: Record<string, string[][]> = Object.assign(
  {},
  ...(await Promise.all(
    globSync("breakages/*.ts", { cwd: import.meta.dirname }).map(
      async (file) =>
        ((await import(/* @vite-ignore */ `./${file}`)) as { breakages?: Record<string, string[][]> }).breakages,
    ),
  )),
);

test("each invariant has a way to break it", () => {
  expect(Object.keys(breakages).sort()).toEqual(invariants.map(({ id }) => id).sort());
});

test.each(Object.entries(breakages).flatMap(([id, ways]) => ways.map((way, index) => [id, index + 1, way] as const)))(
  "%s detects what breaks it (%i)",
  async (id, _number, statements) => {
    await insideRolledBack(async (tx) => {
      for (const statement of statements) await change(tx, statement);
      const checks = invariants
        .filter((invariant) => invariant.id === id)
        // The quick query that the running site uses sees just as much in a small table.
        .flatMap(({ quick, ...whole }) => (quick === undefined ? whole : [whole, { ...whole, sql: quick }]));
      expect((await checkInvariants(tx, checks)).map((violation) => violation.id)).toEqual(checks.map(() => id));
    });
  },
);

async function change(tx: Tx, statement: string) {
  const result = await tx.executeQuery(CompiledQuery.raw(statement));
  const writes = /^(?:update|insert|delete)/.test(statement);
  if (writes && result.numAffectedRows === 0n) throw new Error(`This statement changes nothing: ${statement}`);
}

/** Runs without the schema's constraints, which would reject most of what the queries look for. */
async function insideRolledBack(work: (tx: Tx) => Promise<void>) {
  const enough = new Error("rolled back");
  const run = opened.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await work(tx);
    throw enough;
  });
  await run.catch((error: unknown) => {
    if (error !== enough) throw error;
  });
}
