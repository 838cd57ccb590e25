import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "#tests/kit/invariants.ts";
import { createSite, type Client, type Site } from "#tests/kit/site.ts";
import { makeCode, makePromoter } from "#tests/promotions/kit.ts";
import { makeDigital, place } from "./kit.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const redemptionOf = async (orderId: string) => {
  const { rows } = await sql<{ ticket_count: number; promoter_id: number | null }>`
    select ticket_count, promoter_id from promotion_redemptions where order_id = ${orderId}`.execute(site.db);
  return rows[0];
};

test("a promoter and a code count the tickets of an order, not its products", async () => {
  const promoterId = await makePromoter(admin, { allocation: 3 });
  await makeCode(admin, { code: "SOCA10" });
  const variantId = (await makeDigital(site, [9])).variantIds[0]!;
  const ticketTypeId = await site.make.ticketType();
  const buyer = await site.as("guest");
  const lines = [
    { ticketTypeId, quantity: 2 },
    { variantId, quantity: 2 },
  ];
  const mixed = await place(buyer, lines, { via: "kezia" });
  expect(await redemptionOf(mixed.body.id)).toEqual({ ticket_count: 2, promoter_id: promoterId });
  // Products alone take no code's and no promoter's tickets.
  const alone = await place(buyer, [{ variantId, quantity: 1 }], { via: "kezia", promoCode: "SOCA10" });
  expect(await redemptionOf(alone.body.id)).toEqual({ ticket_count: 0, promoter_id: null });
  await expectInvariants(site.db);
});
