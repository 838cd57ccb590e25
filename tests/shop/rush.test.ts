import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { summarize, tally } from "#testing/crowd.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { moveClock, installMovingClock } from "#testing/moving-clock.ts";
import { dropStockCheck, sabotage, unlocked } from "#testing/sabotage.ts";
import { createSite, type Client, type OrderLines, type Site, type SiteOptions } from "#testing/site.ts";
import { createDigital, place, stockOf } from "./kit.ts";

const sites: Site[] = [];

async function openSite(options: SiteOptions = {}): Promise<Site> {
  const site = await createSite(options);
  sites.unshift(site);
  return site;
}

afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

const buyersOf = (site: Site, count: number) => Promise.all(Array.from({ length: count }, () => site.as("guest")));

/** Everybody buys at once; returns how many were told what. */
async function rush(site: Site, buyers: Client[], linesOf: (index: number) => OrderLines) {
  const answers = await Promise.all(buyers.map((buyer, index) => site.buy(buyer, linesOf(index))));
  const told = tally(answers.map(summarize));
  const { paid = 0, "nothing left": refused = 0 } = told;
  expect(paid + refused, JSON.stringify(told)).toBe(buyers.length);
  return told;
}

const soldOf = (site: Site, variantIds: number[]) => Promise.all(variantIds.map((id) => stockOf(site, id)));

test("five hundred buyers at once for fifty units of five variants: exactly those are sold", async () => {
  const site = await openSite();
  const { variantIds } = await createDigital(site, [10, 10, 10, 10, 10]);
  const buyers = await buyersOf(site, 500);
  const told = await rush(site, buyers, (index) => [{ variantId: variantIds[index % 5]!, quantity: 1 }]);
  expect(told).toEqual({ paid: 50, "nothing left": 450 });
  expect(await soldOf(site, variantIds)).toEqual(variantIds.map(() => ({ held: 0, sold: 10 })));
  await expectInvariants(site.db);
});

test("carts that mix the same variants in any order, some twice, sell each unit once", async () => {
  const site = await openSite();
  const [first, second] = (await createDigital(site, [40, 40])).variantIds as [number, number];
  const buyers = await buyersOf(site, 120);
  const a = { variantId: first, quantity: 1 };
  const b = { variantId: second, quantity: 1 };
  const carts = [
    [a, b, a],
    [b, a],
    [b, b, a],
  ];
  await rush(site, buyers, (index) => carts[index % 3]!);
  // What is left is too little for one of the carts, and buyers of single units find all of it.
  const late = await site.as("guest");
  for (const line of [a, b]) while ((await site.buy(late, [line])).status === 200);
  expect(await soldOf(site, [first, second])).toEqual([
    { held: 0, sold: 40 },
    { held: 0, sold: 40 },
  ]);
  await expectInvariants(site.db);
});

test("two bundles and a variant that share a part never sell more of it than there is, and all of it", async () => {
  const site = await openSite();
  const [shirt, mix] = (await createDigital(site, [30, 1000])).variantIds as [number, number];
  const pair = [
    { variantId: shirt, quantity: 2 },
    { variantId: mix, quantity: 1 },
  ];
  const [small] = (await createDigital(site, [1000], { parts: [{ variantId: shirt, quantity: 1 }] })).variantIds;
  const [large] = (await createDigital(site, [1000], { parts: pair })).variantIds;
  const buyers = await buyersOf(site, 150);
  await rush(site, buyers, (index) => [{ variantId: [shirt, small!, large!][index % 3]!, quantity: 1 }]);
  const late = await site.as("guest");
  while ((await site.buy(late, [{ variantId: shirt, quantity: 1 }])).status === 200);
  expect(await stockOf(site, shirt)).toEqual({ held: 0, sold: 30 });
  await expectInvariants(site.db);
});

test("negative control: a bundle that forgets its parts leaves them unsold", async () => {
  const forget = sabotage(["where b.variant_id = v.id) as draws", "where false) as draws"]);
  const site = await openSite({ rewriteSql: forget });
  const [shirt] = (await createDigital(site, [3])).variantIds as [number];
  const [bundle] = (await createDigital(site, [1000], { parts: [{ variantId: shirt, quantity: 1 }] })).variantIds;
  const told = await rush(site, await buyersOf(site, 8), () => [{ variantId: bundle!, quantity: 1 }]);
  expect(told).toEqual({ paid: 8 });
  await expect(expectInvariants(site.db)).rejects.toThrow("I-80");
});

/** Two nodes in one process; orders from both, each for so many units of every variant, compete for the same stock. */
async function rushOverTwoNodes(options: SiteOptions, { units = [1], onHand = 7, withoutCheck = false } = {}) {
  const first = await openSite(options);
  if (withoutCheck) await dropStockCheck(first.db);
  const second = await openSite({ ...options, database: first.database });
  const { variantIds } = await createDigital(
    first,
    units.map(() => onHand),
  );
  const buyers = await Promise.all(Array.from({ length: 60 }, (_, index) => (index % 2 ? first : second).as("guest")));
  const lines = variantIds.flatMap((variantId, index) =>
    Array.from({ length: units[index]! }, () => ({ variantId, quantity: 1 })),
  );
  const answers = await Promise.all(buyers.map((buyer) => place(buyer, lines)));
  return { told: tally(answers.map(summarize)), stock: await soldOf(first, variantIds) };
}

test("sixty buyers at once on two nodes can't oversell seven units", async () => {
  const told = { awaiting_payment: 7, "nothing left": 53 };
  expect(await rushOverTwoNodes({})).toEqual({ told, stock: [{ held: 7, sold: 0 }] });
});

test("sixty mixed carts at once on two nodes, each with one variant twice, can't oversell it", async () => {
  const stock = [
    { held: 6, sold: 0 },
    { held: 3, sold: 0 },
  ];
  const told = { awaiting_payment: 3, "nothing left": 57 };
  expect(await rushOverTwoNodes({}, { units: [2, 1] })).toEqual({ told, stock });
});

for (const [name, units] of [
  ["the same rush oversells", [1]],
  ["mixed carts oversell", [2, 1]],
] as const) {
  test(`negative control: without row locks and the table's check constraint ${name}`, async () => {
    const onHand = units[0];
    const more = { units: [...units], onHand, withoutCheck: true };
    const { stock } = await rushOverTwoNodes({ rewriteSql: unlocked() }, more);
    expect(stock[0]!.held).toBeGreaterThan(onHand);
  });
}

/** A drop with some units that opens in ten minutes by the database's clock, and people who wait for it. */
async function openDrop(options: SiteOptions = {}) {
  const site = await openSite(options);
  await installMovingClock(site.database);
  const opensAt = new Date(Date.now() + 600_000);
  const [variantId] = (await createDigital(site, [20], { salesStartAt: opensAt, maxPerOrder: 1 })).variantIds as [
    number,
  ];
  return { site, variantId };
}

test("a drop refuses everyone before it opens, and sells exactly its units to the five hundred who wait", async () => {
  const { site, variantId } = await openDrop();
  const buyers = await buyersOf(site, 500);
  const early = await Promise.all(buyers.slice(0, 50).map((buyer) => place(buyer, [{ variantId, quantity: 1 }])));
  expect(new Set(early.map(({ body }) => body.code))).toEqual(new Set(["sales_closed"]));
  expect(await stockOf(site, variantId)).toEqual({ held: 0, sold: 0 });

  await moveClock(site.database, 601);
  const told = await rush(site, buyers, () => [{ variantId, quantity: 1 }]);
  expect(told).toEqual({ paid: 20, "nothing left": 480 });
  expect(await stockOf(site, variantId)).toEqual({ held: 0, sold: 20 });
  await expectInvariants(site.db);
});

test("negative control: without the check of its start a drop sells before it opens", async () => {
  const early = sabotage(["when v.sales_start_at > clock_now() then 'scheduled'", "when false then 'scheduled'"]);
  const { site, variantId } = await openDrop({ rewriteSql: early });
  expect((await place(await site.as("guest"), [{ variantId, quantity: 1 }])).status).toBe(201);
});

/** One account places twelve orders at once for a variant that each person may have two of. */
async function rushOfOne(options: SiteOptions = {}) {
  const site = await openSite(options);
  const [variantId] = (await createDigital(site, [50], { maxPerPerson: 2 })).variantIds as [number];
  const buyer = await site.as("user");
  const answers = await Promise.all(Array.from({ length: 12 }, () => place(buyer, [{ variantId, quantity: 1 }])));
  return { site, variantId, placed: answers.filter(({ status }) => status === 201).length };
}

test("a person's limit holds however many of their orders arrive at once", async () => {
  const { site, variantId, placed } = await rushOfOne();
  expect(placed).toBe(2);
  expect(await stockOf(site, variantId)).toEqual({ held: 2, sold: 0 });
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from variant_lines`.execute(site.db);
  expect(rows[0]!.n).toBe(2);
});

test("negative control: without a count of what a person already has, the limit doesn't hold", async () => {
  const forget = sabotage(["h.status in ('active', 'consumed') and o.status <> 'refunded'", "false"]);
  expect((await rushOfOne({ rewriteSql: forget })).placed).toBeGreaterThan(2);
});
