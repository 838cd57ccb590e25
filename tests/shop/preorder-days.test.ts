import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAttention } from "#testing/attention.ts";
import { installMovingClock } from "#testing/moving-clock.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { rate, setDelivery, ship } from "#tests/delivery/kit.ts";

// A pre-order ends on its day in the brand's time zone, wherever that says so.

let site: Site;
let admin: Client;
let slug: string;
let variant: number;
beforeAll(async () => {
  site = await createSite();
  await installMovingClock(site.database, { isFrozen: true });
  await at("2026-03-01T12:00:00Z");
  admin = await site.as("admin");
  await setDelivery(admin, [rate()]);
  const productId = await site.create.product();
  slug = (await sql<{ slug: string }>`select slug from products where id = ${productId}`.execute(site.db)).rows[0]!
    .slug;
  variant = await site.create.variant({ productId, preorderShipsOn: "2026-03-10", onHand: 50 });
  await buy();
});
afterAll(() => site.close());

const at = (instant: string) => sql`update test_clock.shift set by = ${instant}::timestamptz - since`.execute(site.db);
const buy = async () => site.buy(await site.as("guest"), [{ variantId: variant, quantity: 1 }], "approve", ship());

test.each([
  ["America/New_York", "2026-03-10T03:59:00Z", true],
  ["America/New_York", "2026-03-10T04:00:00Z", false],
  // It's still the ninth in Los Angeles, and the tenth in Port of Spain already.
  ["America/Los_Angeles", "2026-03-10T06:59:00Z", true],
  ["America/Los_Angeles", "2026-03-10T07:00:00Z", false],
  ["America/Port_of_Spain", "2026-03-10T04:00:00Z", false],
  ["Australia/Sydney", "2026-03-09T12:59:00Z", true],
  ["Australia/Sydney", "2026-03-09T13:00:00Z", false],
])("in %s at %s it is a pre-order: %s", async (defaultTimeZone, instant, isPreorder) => {
  await at("2026-03-01T12:00:00Z");
  expect((await admin.post("/api/admin/settings", { defaultTimeZone })).status).toBe(200);
  await at(instant);
  admin = await site.as("admin");
  const shown = (await site.anon.get(`/api/shop/products/${slug}`)).body;
  expect(shown.variants[0]!.preorderShipsOn).toBe(isPreorder ? "2026-03-10" : null);
  const { body: order } = await buy();
  const { rows } = await sql<{ day: string | null }>`
    select preorder_ships_on::text as day from variant_lines where order_id = ${order.id}`.execute(site.db);
  expect(rows[0]!.day).toBe(isPreorder ? "2026-03-10" : null);
  // The first order waits for its day; this one doesn't after it.
  expect((await readAttention(admin)).ordersToShip ?? 0).toBe(isPreorder ? 0 : await countShippable());
  await sql`delete from fulfillments where order_id = ${order.id}`.execute(site.db);
});

async function countShippable(): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from fulfillments`.execute(site.db);
  return rows[0]!.n;
}
