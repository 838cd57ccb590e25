import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { haveRead } from "#testing/meeting-point.ts";
import { dropStockCheck, forgetful, sabotage, unguarded, unlocked, withoutRowLocks } from "#testing/sabotage.ts";
import type { Client, Site, SiteOptions } from "#testing/site.ts";
import { books, checkInvariants, createCode, createPromoter, pay, place, createTestSites } from "./kit.ts";
import { saveLatest } from "#testing/save-latest.ts";

const { open, later, close } = createTestSites();
afterEach(close);

const buyersOf = (sites: Site[], count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => sites[index % sites.length]!.as("guest")));

/** Buyers on two nodes, each for one of three ticket types, compete for a code that so many orders can use. */
async function rushForCode(
  count: number,
  totalLimit = 10,
  options: SiteOptions = {},
  prepare: (site: Site) => Promise<void> = async () => {},
) {
  const { site, admin } = await open(options);
  await prepare(site);
  const second = await open({ ...options, database: site.database });
  const eventId = await site.create.event();
  const types = await Promise.all([1, 2, 3].map(() => site.create.ticketType({ eventId, capacity: 500 })));
  await createCode(admin, { totalLimit });
  const buyers = await buyersOf([site, second.site], count);
  const answers = await Promise.all(
    buyers.map((buyer, index) =>
      place(buyer, [{ ticketTypeId: types[index % 3]!, quantity: 2 }], { promoCode: "SOCA10" }),
    ),
  );
  return { site, admin, buyers, answers, placed: answers.filter(({ status }) => status === 201) };
}

test("two hundred buyers at once for a code with ten redemptions: exactly ten get the discount", async () => {
  const { site, buyers, answers, placed } = await rushForCode(200);
  expect(placed).toHaveLength(10);
  expect(new Set(placed.map(({ body }) => body.discountCents))).toEqual(new Set([500]));
  for (const { status, body } of answers.filter((answer) => !placed.includes(answer))) {
    expect([status, body.code, body.message]).toEqual([409, "code_invalid", "This code has no uses left"]);
  }
  expect(await books(site, "promo")).toEqual({ capacity: 10, held: 10, sold: 0 });
  await Promise.all(
    placed.map(({ body }) => pay(buyers[answers.findIndex((answer) => answer.body.id === body.id)]!, body.id)),
  );
  expect(await books(site, "promo")).toEqual({ capacity: 10, held: 0, sold: 10 });
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("negative control: without row locks and the table's check constraint the same rush overuses the code", async () => {
  const { placed } = await rushForCode(40, 1, { rewriteSql: unlocked() }, (site) => dropStockCheck(site.db));
  expect(placed.length).toBeGreaterThan(1);
});

/** One account, or many guests with one email, tries a code twenty times at once, on two nodes and for four types. */
async function rushOfOne(as: "account" | "e-mail", options: SiteOptions = {}, personLimit = 2) {
  const { site, admin } = await open(options);
  const second = await open({ ...options, database: site.database });
  const types = await Promise.all([1, 2, 3, 4].map(() => site.create.ticketType()));
  await createCode(admin, { personLimit });
  const one = await site.as("guest");
  const buyers = await buyersOf([site, second.site], 20);
  const buyerOf = (index: number): Client =>
    as === "e-mail" ? buyers[index]! : index % 2 ? second.site.clientOf(one) : one;
  const answers = await Promise.all(
    buyers.map((_, index) =>
      place(buyerOf(index), [{ ticketTypeId: types[index % 4]!, quantity: 1 }], {
        promoCode: "SOCA10",
        ...(as === "e-mail" ? { buyer: { name: "Ada", email: "Ada@Example.com" } } : {}),
      }),
    ),
  );
  return { site, answers, placed: answers.filter(({ status }) => status === 201) };
}

test.each(["account", "e-mail"] as const)(
  "one person, identified by %s, can redeem a code twice but not three times, however many orders come at once",
  async (as) => {
    const { site, answers, placed } = await rushOfOne(as);
    expect(placed).toHaveLength(2);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(new Set(refused.map(({ body }) => body.message))).toEqual(
      new Set(["You've reached the limit for this code"]),
    );
    expect(await checkInvariants(site.db)).toEqual([]);
  },
);

test("negative control: without the locks one person redeems it more often", async () => {
  // Two orders count before either is placed.
  const together = sabotage(withoutRowLocks(), [
    /(select count\(\*\)::integer from orders o\s+where)/,
    `$1 ${haveRead()} and`,
  ]);
  const { placed } = await rushOfOne("account", { rewriteSql: together }, 1);
  expect(placed.length).toBeGreaterThan(1);
});

test("negative control: without the count one person redeems it as often as they like", async () => {
  const { placed } = await rushOfOne("e-mail", { rewriteSql: forgetful() });
  expect(placed.length).toBeGreaterThan(2);
});

test("a redemption is released when its order is canceled or expires, and can be used again", async () => {
  const { site, admin } = await open();
  const ticketTypeId = await site.create.ticketType();
  const lines = [{ ticketTypeId, quantity: 1 }];
  await createCode(admin, { totalLimit: 1, personLimit: 1 });
  const buyer = await site.as("guest");
  const first = await place(buyer, lines, { promoCode: "SOCA10" });
  expect((await place(await site.as("guest"), lines, { promoCode: "SOCA10" })).body.code).toBe("code_invalid");
  await buyer.call("DELETE", `/api/orders/${first.body.id}`);
  expect(await books(site, "promo")).toEqual({ capacity: 1, held: 0, sold: 0 });

  const second = await place(buyer, lines, { promoCode: "SOCA10" });
  expect(second.status).toBe(201);
  const future = await later(site);
  const third = await place(future.clientOf(buyer), lines, { promoCode: "SOCA10" });
  expect([third.status, third.body.discountCents]).toEqual([201, 250]);
  await pay(future.clientOf(buyer), third.body.id);
  expect(await books(site, "promo")).toEqual({ capacity: 1, held: 0, sold: 1 });
  expect((await buyer.get(`/api/orders/${second.body.id}`)).body.status).toBe("expired");
  expect(await checkInvariants(future.db)).toEqual([]);
});

test("a limit that is lowered while orders use the code never drops below its redemptions", async () => {
  const { site, admin } = await open();
  const second = await open({ database: site.database });
  const ticketTypeId = await site.create.ticketType({ capacity: 500 });
  const id = await createCode(admin, { totalLimit: 60 });
  const cut = (totalLimit: number) =>
    saveLatest(second.site.db, second.admin, ["promo-codes", id], {
      code: "SOCA10",
      discount: { kind: "percent", percent: 10 },
      totalLimit,
    });
  const buyers = await buyersOf([site, second.site], 80);
  const [answers, cuts] = await Promise.all([
    Promise.all(buyers.map((buyer) => place(buyer, [{ ticketTypeId, quantity: 1 }], { promoCode: "SOCA10" }))),
    Promise.all([50, 40, 30, 20, 10, 5].map(cut)),
  ]);
  const placed = answers.filter(({ status }) => status === 201).length;
  const { capacity, held } = await books(site, "promo");
  expect(held).toBe(placed);
  expect(capacity).toBeGreaterThanOrEqual(placed);
  const kept = cuts.filter(({ status }) => status === 200).map(({ body }) => body.totalLimit);
  expect([60, ...kept]).toContain(capacity);
  for (const { body } of cuts.filter(({ status }) => status !== 200)) {
    expect([body.code, body.errors![0]!.path]).toEqual(["over_limit", "totalLimit"]);
  }
  const under = await cut(Math.max(1, placed - 1));
  expect([under.status, under.body.code]).toEqual([409, "over_limit"]);
  expect((await cut(placed)).status).toBe(200);
  const late = await site.as("guest");
  expect((await place(late, [{ ticketTypeId, quantity: 1 }], { promoCode: "SOCA10" })).body.code).toBe("code_invalid");
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("negative control: without its condition the limit can drop below the redemptions", async () => {
  const { site, admin } = await open({ rewriteSql: unguarded() });
  await dropStockCheck(site.db);
  const ticketTypeId = await site.create.ticketType();
  const id = await createCode(admin, { totalLimit: 3 });
  for (const _ of [1, 2, 3]) {
    await place(await site.as("guest"), [{ ticketTypeId, quantity: 1 }], { promoCode: "SOCA10" });
  }
  const draft = { code: "SOCA10", discount: { kind: "percent", percent: 10 }, totalLimit: 1 };
  expect((await saveLatest(site.db, admin, ["promo-codes", id], draft)).status).toBe(200);
  expect(await books(site, "promo")).toEqual({ capacity: 1, held: 3, sold: 0 });
  expect((await checkInvariants(site.db)).map((violation) => violation.id)).toContain("I-08");
});

/** Buyers on two nodes use a committee's promoter link with an allocation of so many tickets. */
async function rushForLink(
  allocation: number,
  options: SiteOptions = {},
  prepare: (site: Site) => Promise<void> = async () => {},
) {
  const { site, admin } = await open(options);
  await prepare(site);
  const second = await open({ ...options, database: site.database });
  const types = await Promise.all([1, 2].map(() => site.create.ticketType({ capacity: 200 })));
  await createPromoter(admin, { allocation });
  const buyers = await buyersOf([site, second.site], 60);
  const answers = await Promise.all(
    buyers.map((buyer, index) => place(buyer, [{ ticketTypeId: types[index % 2]!, quantity: 1 }], { via: "KEZIA" })),
  );
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from promotion_redemptions`.execute(
    site.db,
  );
  return { site, answers, credited: rows[0]!.count };
}

test("sixty buyers through one promoter link for seven tickets: everyone can buy, seven count for the promoter", async () => {
  const { site, answers, credited } = await rushForLink(7);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(credited).toBe(7);
  expect(await books(site, "promoter")).toEqual({ capacity: 7, held: 7, sold: 0 });
  expect(await checkInvariants(site.db)).toEqual([]);
});

test("negative control: without row locks and the table's check constraint more count than were allocated", async () => {
  const { credited } = await rushForLink(1, { rewriteSql: unlocked() }, (site) => dropStockCheck(site.db));
  expect(credited).toBeGreaterThan(1);
});

test("what others order under an email with a code doesn't use up the code for the account that has confirmed it", async () => {
  const { site, admin } = await open();
  const ticketTypeId = await site.create.ticketType();
  await createCode(admin, { personLimit: 1 });
  const ada = await site.as("user");
  await sql`update users set email = 'ada@example.com' where id = ${ada.id}`.execute(site.db);
  const redeem = (buyer: Client) =>
    place(buyer, [{ ticketTypeId, quantity: 1 }], {
      promoCode: "SOCA10",
      buyer: { name: "Ada", email: "ada@example.com" },
    });
  expect((await redeem(await site.as("guest"))).status).toBe(201);
  expect((await redeem(await site.as("guest"))).body.code).toBe("code_invalid");
  const quote = { lines: [{ ticketTypeId, quantity: 1 }], promoCode: "SOCA10" };
  expect((await ada.post("/api/orders/quote", quote)).status).toBe(200);
  expect((await redeem(ada)).status).toBe(201);
  expect((await redeem(ada)).body.code).toBe("code_invalid");
  expect((await ada.post("/api/orders/quote", quote)).body.code).toBe("code_invalid");
});
