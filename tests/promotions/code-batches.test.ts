import { sql } from "kysely";
import { expect, test } from "vitest";
import { brokenInvariants } from "#testing/invariants.ts";
import { openSites } from "#testing/open-sites.ts";
import { draft, type Client, type Site } from "#testing/site.ts";

const openSite = openSites();
async function open() {
  const site = await openSite();
  const eventId = await site.create.event();
  const [general, balcony] = [
    await site.create.ticketType({ eventId, priceCents: 2000, feeCents: 0, name: "General" }),
    await site.create.ticketType({ eventId, priceCents: 3000, feeCents: 0, name: "Balcony" }),
  ];
  return { site, admin: await site.as("admin"), eventId, general, balcony };
}

const create = (who: Client, count: number, more = {}, headers?: Record<string, string>) =>
  who.post(
    "/api/admin/promo-codes/batches",
    { prefix: "Soca", count, discount: { kind: "percent", percent: 50 }, ...more },
    headers,
  );

const readCodes = async (site: Site) =>
  (await sql<{ code: string }>`select code from promo_codes order by id`.execute(site.db)).rows.map(({ code }) => code);

test("codes of a batch are different, readable, for one order each, and listed and downloaded together", async () => {
  const { site, admin, eventId, general, balcony } = await open();
  await admin.post("/api/admin/promo-codes", { code: "OTHER", discount: { kind: "percent", percent: 5 } });
  const made = await create(admin, 500, { eventId, ticketTypeIds: [general], note: "Street team" });
  expect([made.status, made.body.count]).toEqual([201, 500]);
  const codes = (await readCodes(site)).slice(1);
  expect(new Set(codes).size).toBe(500);
  for (const code of codes) expect(code).toMatch(/^Soca-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  expect(codes.join("").replaceAll("Soca-", "")).not.toMatch(/[01OILSBU58V]/);
  const { body } = await admin.get(`/api/admin/promo-codes?batch=${made.body.batchId}`);
  expect(body.total).toBe(500);
  expect(body.items[0]).toMatchObject({ totalLimit: 1, note: "Street team", ticketTypes: [{ id: general }] });
  const { text } = await admin.get(`/api/admin/promo-codes.csv?batch=${made.body.batchId}`);
  expect(text.match(/"Soca-[^"]+"/g)).toHaveLength(500);
  expect(text).not.toContain("OTHER");

  const pay = async (promoCode: string, ticketTypeId: number) => {
    const guest = await site.as("guest");
    return (await guest.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }], { promoCode }))).body;
  };
  expect(await pay(codes[7]!.toLowerCase(), general)).toMatchObject({ discountCents: 1000 });
  expect((await pay(codes[7]!, general)).code).toBe("code_invalid");
  expect((await pay(codes[8]!, balcony)).code).toBe("code_invalid");
  const { body: log } = await admin.get("/api/admin/audit?action=promo_code.batch_created");
  expect(log.items).toMatchObject([{ target: { id: made.body.batchId }, after: { prefix: "Soca", count: 500 } }]);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("ten thousand codes are created once, however often the request is sent", async () => {
  const { site, admin } = await open();
  const key = { "idempotency-key": "once" };
  const replies = await Promise.all([1, 2, 3].map(() => create(admin, 10_000, {}, key)));
  expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  const { rows } = await sql`
    select count(*)::int as codes, count(distinct stock_id)::int as stocks, count(distinct upper(code))::int as texts
    from promo_codes`.execute(site.db);
  expect(rows).toEqual([{ codes: 10_000, stocks: 10_000, texts: 10_000 }]);
  expect((await create(admin, 10_001)).status).toBe(400);
});

test("all codes of a batch are created or none: an unknown event or type leaves nothing", async () => {
  const { site, admin, eventId, general } = await open();
  const other = await site.create.ticketType({ eventId: await site.create.event() });
  expect((await create(admin, 5, { eventId: 999_999 })).status).toBe(404);
  expect((await create(admin, 5, { eventId, ticketTypeIds: [general, other] })).status).toBe(404);
  expect((await create(admin, 5, { startsAt: "2031-01-02T00:00:00Z", endsAt: "2031-01-01T00:00:00Z" })).status).toBe(
    400,
  );
  expect((await create(await site.as("moderator"), 5)).status).toBe(403);
  const { rows } = await sql`
    select (select count(*)::int from promo_codes) as codes, (select count(*)::int from stock where kind = 'promo') as stock`.execute(
    site.db,
  );
  expect(rows).toEqual([{ codes: 0, stock: 0 }]);
});
