import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { confirmAddress } from "#testing/confirmed-address.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectInvariants } from "#testing/invariants.ts";
import { dropStockCheck, unguarded } from "#testing/sabotage.ts";
import { readAttention } from "#testing/attention.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { createDigital, place } from "../kit.ts";
import { adjust, create, single, stockRow } from "./kit.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const one = async (onHand: number, more: object = {}, on = site) =>
  (await createDigital(on, [onHand], more)).variantIds[0]!;
const history = async (id: number) => (await admin.get(`/api/admin/variants/${id}/stock`)).body.items;

test("units are received, counted and written off, and the history says who did it when", async () => {
  const id = await one(5);
  await site.buy(await site.as("guest"), [{ variantId: id, quantity: 2 }]);
  expect((await adjust(admin, id, { reason: "received", units: 10, note: "Box 3" })).body).toMatchObject({
    id,
    stock: { capacity: 15, sold: 2, held: 0 },
    left: 13,
  });
  expect((await adjust(admin, id, { reason: "counted", units: 12 })).body.stock.capacity).toBe(14);
  expect((await adjust(admin, id, { reason: "damaged", units: -1 })).body.stock.capacity).toBe(13);
  const items = await history(id);
  expect(items.map((item: Record<string, unknown>) => [item.reason, item.units, item.onHand, item.note])).toEqual([
    ["damaged", -1, 11, ""],
    ["counted", -1, 12, ""],
    ["received", 10, 13, "Box 3"],
    ["opening", 5, 5, ""],
  ]);
  expect(items[0]!.by).not.toBeNull();
  expect(items.at(-1)!.by).toBeNull();
  const { body: log } = await admin.get("/api/admin/audit?action=stock.changed");
  expect(log.items[0]!.after).toMatchObject({ reason: "damaged", units: -1 });
  await expectInvariants(site.db);
});

test("stock never falls below what is sold and on hold", async () => {
  const id = await one(5);
  await site.buy(await site.as("guest"), [{ variantId: id, quantity: 2 }]);
  await place(await site.as("guest"), [{ variantId: id, quantity: 1 }]);
  const refused = await adjust(admin, id, { reason: "damaged", units: -3 });
  expect(refused.body).toMatchObject({
    code: "capacity_taken",
    message: "Only 2 can be removed: the rest is sold or on hold",
  });
  expect((await adjust(admin, id, { reason: "counted", units: 0 })).body.code).toBe("capacity_taken");
  expect((await adjust(admin, id, { reason: "received", units: 0 })).body.code).toBe("invalid_input");
  expect(await stockRow(site, id)).toMatchObject({ capacity: 5, sold: 2, held: 1 });
  expect(await history(id)).toHaveLength(1);
});

test("the same key receives units once, also when it is sent twice at once", async () => {
  const id = await one(0);
  const key = randomUUID();
  const sent = await Promise.all([1, 2, 3].map(() => adjust(admin, id, { reason: "received", units: 4 }, key)));
  expect(sent.map(({ body }) => body.stock.capacity)).toEqual([4, 4, 4]);
  expect((await adjust(admin, id, { reason: "received", units: 9 }, key)).body.code).toBe("idempotency_key_reused");
  expect((await stockRow(site, id)).capacity).toBe(4);
});

/** Buyers and staff want the same units at once. */
async function rush(on: Site) {
  const boss = await on.as("admin");
  const id = await one(10, {}, on);
  const buyers = await Promise.all(Array.from({ length: 10 }, () => on.as("guest")));
  await Promise.all([
    ...buyers.map((buyer) => place(buyer, [{ variantId: id, quantity: 1 }])),
    ...Array.from({ length: 10 }, () => adjust(boss, id, { reason: "damaged", units: -1 })),
  ]);
  return stockRow(on, id);
}

test("in a rush of buyers and write-offs no unit is promised that isn't there", async () => {
  const { capacity, held, sold } = await rush(site);
  expect(capacity - held - sold).toBe(0);
  await expectInvariants(site.db);
});

test("negative control: without the guard units are written off that someone holds", async () => {
  const other = await createSite({ rewriteSql: unguarded() });
  await dropStockCheck(other.db);
  const id = await one(2, {}, other);
  await place(await other.as("guest"), [{ variantId: id, quantity: 2 }]);
  await adjust(await other.as("admin"), id, { reason: "damaged", units: -1 });
  const { capacity, held } = await stockRow(other, id);
  expect(held).toBeGreaterThan(capacity);
  await other.close();
});

test("staff get one email for each dip below the threshold, and the overview counts what is low", async () => {
  const own = await createSite();
  const boss = await own.as("admin");
  await boss.post("/api/admin/settings", { contactEmail: "stock@example.com" });
  const id = await one(3, { lowStockAt: 2 }, own);
  const sell = async (quantity: number) => own.buy(await own.as("guest"), [{ variantId: id, quantity }]);
  const mails = async () => {
    await own.app.runJob("low-stock");
    await own.app.runJob("mail");
    const { rows } = await sql<{ to_address: string; subject: string; body_text: string }>`
      select to_address, subject, body_text from emails where kind = 'staff_low_stock' order by id`.execute(own.db);
    return rows;
  };
  expect(await mails()).toEqual([]);
  // What is only held may come back.
  const buyer = await own.as("guest");
  await place(buyer, [{ variantId: id, quantity: 1 }]);
  expect(await mails()).toEqual([]);
  await own.buy(buyer, [{ variantId: id, quantity: 1 }]);
  const [mail] = await mails();
  expect(mail).toMatchObject({
    to_address: "stock@example.com",
    subject: expect.stringMatching(/^Low stock: Yard Tee/),
  });
  expect(mail!.body_text).toContain(": 2 left.");
  expect(mail!.body_text).toContain("/admin?section=products&id=");
  expect((await readAttention(boss)).lowStock).toBe(1);
  expect((await boss.get("/api/admin/products?show=low")).body.items).toMatchObject([
    { isLow: true, lowVariants: [{ id, left: 2 }] },
  ]);
  await sql`update holds set expires_at = clock_now() - interval '1 second' where status = 'active'`.execute(own.db);
  await own.app.runJob("holds");
  await sell(1);
  expect(await mails()).toHaveLength(1);
  await adjust(boss, id, { reason: "received", units: 5 });
  expect(await mails()).toHaveLength(1);
  expect((await readAttention(boss)).lowStock).toBeUndefined();
  await sell(5);
  expect(await mails()).toHaveLength(2);
  // The count and the list behind it mean the same: products on sale.
  await sql`update products set publication = 'draft'`.execute(own.db);
  expect((await readAttention(boss)).lowStock).toBeUndefined();
  expect((await boss.get("/api/admin/products?show=low")).body.items).toEqual([]);
  await own.close();
});

test("what doesn't run out takes no units until someone counts it", async () => {
  const product = await create(
    admin,
    single({ onHand: undefined }, { kind: "digital", taxCategory: "digital", publication: "draft" }),
  );
  const { id, left } = product.variants[0]!;
  expect(left).toBeNull();
  expect((await adjust(admin, id, { reason: "received", units: 5 })).body.code).toBe("invalid_input");
  expect((await adjust(admin, id, { reason: "counted", units: 50 })).body).toMatchObject({ left: 50 });
  await expectInvariants(site.db);
});

test("someone who waits for a sold-out variant is told when staff receive units", async () => {
  const id = await one(0);
  await confirmAddress(site, "marva@example.com");
  await site.anon.call("POST", `/api/shop/variants/${id}/back-in-stock`, { email: "marva@example.com" });
  await adjust(admin, id, { reason: "received", units: 1 });
  await site.app.runJob("back-in-stock");
  const { rows } = await sql`select from emails where kind = 'back_in_stock'`.execute(site.db);
  expect(rows).toHaveLength(1);
});
