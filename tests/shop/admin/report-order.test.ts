import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { installMovingClock } from "#testing/moving-clock.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { createCode } from "#tests/promotions/kit.ts";
import { place } from "../kit.ts";

let site: Site;
let admin: Client;
let soca: number;
let zouk: number;
let ids: { tee: number; cap: number; mix: number; tote: number };
let products: Record<keyof typeof ids, number>;

/**
 * March 1: 4 tees at $30 with 10% off, 1 cap at $90. March 2: 2 caps, 1 mix at $10. March 3: 1 cap of March 1 is refunded.
 * The tote sold nothing. An order that nobody paid and one in another currency don't count.
 */
beforeAll(async () => {
  site = await createSite();
  await installMovingClock(site.database, { isFrozen: true });
  admin = await site.as("admin");
  soca = await site.create.event({ title: "Soca Supper" });
  zouk = await site.create.event({ title: "Zouk Brunch" });
  const createOf = async (title: string, more: Parameters<Site["create"]["variant"]>[0], eventIds: number[] = []) => {
    const productId = await site.create.product({ title, kind: "digital", taxCategory: "digital", eventIds });
    return [productId, await site.create.variant({ productId, onHand: 20, ...more })] as const;
  };
  const tee = await createOf("Yard Tee", { priceCents: 3000, costCents: 1000, sku: "YT" }, [soca, zouk]);
  const cap = await createOf("Harbor Cap", { priceCents: 9000, sku: "HC" }, [zouk]);
  const mix = await createOf("Road Mix", { priceCents: 1000, costCents: 0, sku: "RM" });
  const tote = await createOf("Market Tote", { priceCents: 2000, costCents: 700, sku: "MT" });
  products = { tee: tee[0], cap: cap[0], mix: mix[0], tote: tote[0] };
  ids = { tee: tee[1], cap: cap[1], mix: mix[1], tote: tote[1] };
  await createCode(admin, { code: "TEN", discount: { kind: "percent", percent: 10 } });
  const buy = async (lines: { variantId: number; quantity: number }[], at: string, more: object = {}) => {
    const { body } = await site.buy(await site.as("guest"), lines, "approve", more);
    expect(body.status).toBe("paid");
    await sql`update orders set paid_at = ${at}::timestamptz where id = ${body.id}`.execute(site.db);
    return body;
  };
  await buy([{ variantId: ids.tee, quantity: 4 }], "2026-03-01T17:00:00Z", { promoCode: "TEN" });
  const first = await buy([{ variantId: ids.cap, quantity: 1 }], "2026-03-01T18:00:00Z");
  await buy(
    [
      { variantId: ids.cap, quantity: 2 },
      { variantId: ids.mix, quantity: 1 },
    ],
    "2026-03-02T17:00:00Z",
  );
  await place(await site.as("guest"), [{ variantId: ids.tote, quantity: 5 }]);
  const foreign = await buy([{ variantId: ids.tote, quantity: 3 }], "2026-03-02T17:00:00Z");
  await sql`update orders set currency = 'CAD' where id = ${foreign.id}`.execute(site.db);
  const wish = { withFee: true, returnsStock: true, reason: "Asked", amountCents: 9000 };
  expect((await admin.post(`/api/admin/orders/${first.id}/refunds`, wish)).status).toBe(201);
  await sql`update order_refunds set created_at = '2026-03-03T17:00:00Z'`.execute(site.db);
});
afterAll(() => site.close());

const read = async (query: string) => (await admin.get(`/api/admin/reports/products?timeZone=UTC&${query}`)).body;
const span = "from=2026-03-01&to=2026-03-03";
const sums = (more: object) => ({
  units: 0,
  grossCents: 0,
  discountCents: 0,
  refundCents: 0,
  netCents: 0,
  costCents: 0,
  marginCents: null,
  marginPercent: null,
  unitsWithoutCost: 0,
  ...more,
});
const teeSums = sums({
  units: 4,
  grossCents: 12_000,
  discountCents: 1200,
  netCents: 10_800,
  costCents: 4000,
  marginCents: 6800,
  marginPercent: 63,
});
const capSums = sums({ units: 2, grossCents: 27_000, refundCents: 9000, netCents: 18_000, unitsWithoutCost: 2 });
const mixSums = sums({ units: 1, grossCents: 1000, netCents: 1000, marginCents: 1000, marginPercent: 100 });

test("products, variants and events are listed whole, the best-selling first, and days in order", async () => {
  const report = await read(span);
  expect(report).toMatchObject({ from: "2026-03-01", to: "2026-03-03", timeZone: "UTC", currency: "USD" });
  expect(report.total).toEqual(
    sums({
      units: 7,
      grossCents: 40_000,
      discountCents: 1200,
      refundCents: 9000,
      netCents: 29_800,
      costCents: 4000,
      // Of what has a known cost: $108 and $10.
      marginCents: 7800,
      marginPercent: 66.1,
      unitsWithoutCost: 2,
    }),
  );
  expect(report.days).toEqual([
    { day: "2026-03-01", units: 5, netCents: 19_800 },
    { day: "2026-03-02", units: 3, netCents: 19_000 },
    { day: "2026-03-03", units: -1, netCents: -9000 },
  ]);
  expect(report.products).toEqual([
    { id: products.cap, title: "Harbor Cap", ...capSums },
    { id: products.tee, title: "Yard Tee", ...teeSums },
    { id: products.mix, title: "Road Mix", ...mixSums },
  ]);
  expect(report.variants.map(({ id, sku, title, netCents }) => [id, sku, title, netCents])).toEqual([
    [ids.cap, "HC", "Harbor Cap", 18_000],
    [ids.tee, "YT", "Yard Tee", 10_800],
    [ids.mix, "RM", "Road Mix", 1000],
  ]);
  expect(report.variants[1]).toMatchObject({ productId: products.tee, ...teeSums });
  // A product of two events counts for each.
  expect(report.events.map(({ id, title, units, netCents }) => [id, title, units, netCents])).toEqual([
    [zouk, "Zouk Brunch", 6, 28_800],
    [soca, "Soca Supper", 4, 10_800],
  ]);
});

test("a part of the days has what happened in them: a refund counts on its own day", async () => {
  const only = async (day: string) => {
    const { total, products: rows } = await read(`from=${day}&to=${day}`);
    return [total.units, total.netCents, total.refundCents, rows.map(({ title }) => title)];
  };
  expect(await only("2026-03-01")).toEqual([5, 19_800, 0, ["Yard Tee", "Harbor Cap"]]);
  expect(await only("2026-03-02")).toEqual([3, 19_000, 0, ["Harbor Cap", "Road Mix"]]);
  expect(await only("2026-03-03")).toEqual([-1, -9000, 9000, ["Harbor Cap"]]);
  expect(await only("2026-03-04")).toEqual([0, 0, 0, []]);
});

test("what is in stock is listed with the most valuable first, and each file has its figures", async () => {
  const { inventory } = await read(span);
  const row = (
    id: number,
    productId: number,
    title: string,
    sku: string,
    units: number,
    cost: number | null,
    price: number,
  ) => ({
    id,
    productId,
    title,
    sku,
    units,
    unitCostCents: cost,
    costCents: cost === null ? null : units * cost,
    priceCents: units * price,
  });
  expect(inventory.variants).toEqual([
    row(ids.tee, products.tee, "Yard Tee", "YT", 16, 1000, 3000),
    row(ids.tote, products.tote, "Market Tote", "MT", 17, 700, 2000),
    row(ids.mix, products.mix, "Road Mix", "RM", 19, 0, 1000),
    row(ids.cap, products.cap, "Harbor Cap", "HC", 18, null, 9000),
  ]);
  expect(inventory).toMatchObject({
    units: 16 + 17 + 19 + 18,
    costCents: 16_000 + 11_900,
    priceCents: 48_000 + 34_000 + 19_000 + 162_000,
    unitsWithoutCost: 18,
  });
  const file = async (by: string) => {
    const reply = await admin.get(`/api/admin/reports/products.csv?timeZone=UTC&by=${by}&${span}`);
    return reply.text.trim().replaceAll('"', "").split("\r\n");
  };
  const figures = "Units,Full price,Discounts,Refunds,Revenue,Cost,Margin,Margin %,Units without cost";
  expect(await file("product")).toEqual([
    `Product,${figures}`,
    "Harbor Cap,2,270,0,90,180,0,,,2",
    "Yard Tee,4,120,12,0,108,40,68,63,0",
    "Road Mix,1,10,0,0,10,0,10,100,0",
  ]);
  expect((await file("variant"))[2]).toBe("Yard Tee,YT,4,120,12,0,108,40,68,63,0");
  expect((await file("event")).slice(0, 2)).toEqual([`Event,${figures}`, expect.stringMatching(/^Zouk Brunch,6,/)]);
  expect((await file("inventory"))[1]).toBe("Yard Tee,YT,16,10,160,480");
});
