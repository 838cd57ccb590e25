import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite, type Site } from "#testing/site.ts";
import { createDigital } from "./kit.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

const list = async (query: string) => (await site.anon.get(`/api/shop/products${query}`)).body;
const slugs = ({ items }: { items: { slug: string }[] }) => items.map(({ slug }) => slug);
const detail = async (slug: string) => (await site.anon.get(`/api/shop/products/${slug}`)).body;
const day = 86_400_000;

/** A product with variants on hand at these prices. */
async function product(slug: string, offers: { priceCents: number; onHand?: number }[], more: object = {}) {
  const productId = await site.create.product({ slug, title: slug.replaceAll("-", " "), ...more });
  const ids = [];
  for (const [position, offer] of offers.entries())
    ids.push(await site.create.variant({ productId, options: [`No. ${position}`], position, ...offer }));
  return { productId, ids };
}

test("sorted by price, a product stands where the price that its card shows is", async () => {
  const collections = ["priced"];
  await product("jacket", [{ priceCents: 1500, onHand: 0 }, { priceCents: 6000 }], { collections, position: 1 });
  await product("cap", [{ priceCents: 2000 }, { priceCents: 9000 }], { collections, position: 4 });
  await product("tee", [{ priceCents: 3000 }], { collections, position: 3 });
  await product("tote", [{ priceCents: 3000 }], { collections, position: 2 });
  // Nothing of it can be bought: it stands at its lowest price.
  await product(
    "flag",
    [
      { priceCents: 2500, onHand: 0 },
      { priceCents: 7000, onHand: 0 },
    ],
    { collections, position: 5 },
  );
  const sorted = async (sort: string) => {
    const { items } = await list(`?collection=priced&sort=${sort}`);
    return items.map(({ slug, fromCents }) => [slug, fromCents]);
  };
  expect(await sorted("price")).toEqual([
    ["cap", 2000],
    ["flag", 2500],
    ["tote", 3000],
    ["tee", 3000],
    ["jacket", 6000],
  ]);
  expect(await sorted("-price")).toEqual([
    ["jacket", 6000],
    ["tote", 3000],
    ["tee", 3000],
    ["flag", 2500],
    ["cap", 2000],
  ]);
  // A price counts whether or not the variant is in stock, unless only what is in stock is asked for.
  expect(slugs(await list("?collection=priced&maxCents=1999"))).toEqual(["jacket"]);
  expect(slugs(await list("?collection=priced&maxCents=1999&inStock=true"))).toEqual([]);
  expect((await list("?collection=priced&inStock=true")).prices).toEqual({ minCents: 2000, maxCents: 9000 });
});

test("pages follow the sort without a gap or a repeat, and each says the whole count", async () => {
  for (let index = 0; index < 23; index++)
    await product(`page-${String(index).padStart(2, "0")}`, [{ priceCents: 1000 + (index % 3) * 500 }], {
      collections: ["paged"],
      position: 50 - index,
      publishedAt: new Date(Date.UTC(2026, 0, 1 + index)),
    });
  const [first, second, third] = [
    await list("?collection=paged&sort=newest"),
    await list("?collection=paged&sort=newest&page=2"),
    await list("?collection=paged&sort=newest&page=3"),
  ];
  const newest = Array.from({ length: 23 }, (_, index) => `page-${String(22 - index).padStart(2, "0")}`);
  expect([...slugs(first), ...slugs(second)]).toEqual(newest);
  expect(
    [first, second, third].map(({ items, total, page, pageSize }) => [items.length, total, page, pageSize]),
  ).toEqual([
    [20, 23, 1, 20],
    [3, 23, 2, 20],
    [0, 23, 3, 20],
  ]);
  const cheap = await list("?collection=paged&sort=price&most=9");
  expect(slugs(cheap)).toEqual(newest.filter((slug) => Number(slug.slice(5)) % 3 === 0).concat("page-22"));
});

test("a filter's counts are of products, under the other filters, with the largest first", async () => {
  const options = [
    { name: "Color", values: ["Red", "Sea", "Gold"] },
    { name: "Size", values: ["S", "L", "M"] },
  ];
  const createShirt = async (slug: string, of: [string, string, number, number][]) => {
    const productId = await site.create.product({ slug, options, collections: ["counted"], position: 70 });
    for (const [color, size, priceCents, onHand] of of)
      await site.create.variant({ productId, options: [color, size], priceCents, onHand });
  };
  await createShirt("shirt-one", [
    ["Red", "S", 1000, 5],
    ["Red", "M", 1000, 0],
    ["Sea", "M", 4000, 5],
  ]);
  await createShirt("shirt-two", [
    ["Sea", "L", 2000, 5],
    ["Sea", "S", 2000, 5],
  ]);
  await createShirt("shirt-three", [["Gold", "M", 3000, 5]]);
  const counts = async (query: string) => {
    const { sizes, colors, prices, collections, total } = await list(`?collection=counted${query}`);
    const of = (all: { value: string; count: number }[]) => all.map(({ value, count }) => `${value} ${count}`).join();
    return [of(colors), of(sizes), prices, collections.find(({ slug }) => slug === "counted")?.count, total];
  };
  const all = { minCents: 1000, maxCents: 4000 };
  expect(await counts("")).toEqual(["Sea 2,Gold 1,Red 1", "S 2,M 2,L 1", all, 3, 3]);
  expect(await counts("&color=Red,Gold")).toEqual([
    "Sea 2,Gold 1,Red 1",
    "S 1,M 2",
    { minCents: 1000, maxCents: 3000 },
    2,
    2,
  ]);
  expect(await counts("&size=M&inStock=true")).toEqual([
    "Gold 1,Sea 1",
    "S 2,M 2,L 1",
    { minCents: 3000, maxCents: 4000 },
    2,
    2,
  ]);
  expect(await counts("&minCents=2000&maxCents=3000")).toEqual(["Gold 1,Sea 1", "S 1,M 1,L 1", all, 2, 2]);
});

test("a product's page is read whole", async () => {
  const events = [];
  for (const [title, days] of [
    ["Later Fete", 9],
    ["Soon Fete", 2],
    ["Over Fete", -3],
  ] as const) {
    const startsAt = new Date(Date.now() + days * day);
    events.push(await site.create.event({ title, startsAt, endsAt: new Date(startsAt.getTime() + 3_600_000) }));
  }
  const canceled = await site.create.event();
  await sql`update events set status = 'canceled' where id = ${canceled}`.execute(site.db);
  const hidden = await site.create.event({ visibility: "draft" });
  const part = await site.create.variant({
    productId: await site.create.product({ title: "Part Cap", slug: "part-cap" }),
    onHand: 40,
  });
  const productId = await site.create.product({
    title: "Kite Hoodie",
    slug: "kite-hoodie",
    tagline: "Loopback cotton",
    description: "Cut wide.\n\nWash cold.",
    options: [{ name: "Color", values: ["Night", "Bone"] }],
    collections: ["zz-last", "aa-first"],
    eventIds: [...events, canceled, hidden],
    pictures: ["velvet-riddim", "wet-fete"],
  });
  await sql`update collections set position = 2 where slug = 'zz-last'`.execute(site.db);
  await sql`update collections set position = 1 where slug = 'aa-first'`.execute(site.db);
  const night = await site.create.variant({
    productId,
    options: ["Night"],
    sku: "KH-N",
    priceCents: 6000,
    compareAtCents: 7500,
    onHand: 4,
    maxPerOrder: 3,
    preorderShipsOn: "2099-01-31",
    position: 1,
  });
  const bone = await site.create.variant({
    productId,
    options: ["Bone"],
    sku: "KH-B",
    priceCents: 5500,
    onHand: 30,
    picture: 1,
    // Shipping by now: no longer a pre-order.
    preorderShipsOn: "2020-01-31",
    parts: [{ variantId: part, quantity: 2 }],
    position: 0,
  });
  await sql`update products set size_guide = ${JSON.stringify({
    rows: [
      ["Size", "Chest"],
      ["M", "40 in"],
    ],
    note: "Wide.",
  })}
    where id = ${productId}`.execute(site.db);
  const { pictures, related, ...shown } = await detail("kite-hoodie");
  expect(pictures.map(({ key }) => key)).toEqual(["velvet-riddim", "wet-fete"]);
  expect(related).toEqual([]);
  const variant = { currency: "USD", compareAtCents: null, salesStartAt: null, preorderShipsOn: null };
  expect(shown).toMatchObject({
    id: productId,
    slug: "kite-hoodie",
    title: "Kite Hoodie",
    tagline: "Loopback cotton",
    description: "Cut wide.\n\nWash cold.",
    kind: "physical",
    currency: "USD",
    fromCents: 5500,
    hasPrices: true,
    compareAtCents: null,
    status: "on_sale",
    left: null,
    salesStartAt: null,
    isPreorder: false,
    colors: ["Night", "Bone"],
    sizeGuide: {
      rows: [
        ["Size", "Chest"],
        ["M", "40 in"],
      ],
      note: "Wide.",
    },
    collections: [
      { slug: "aa-first", name: "AA-FIRST" },
      { slug: "zz-last", name: "ZZ-LAST" },
    ],
    parts: [{ title: "Part Cap", slug: "part-cap", quantity: 2 }],
  });
  expect(shown.variants).toEqual([
    {
      ...variant,
      id: bone,
      options: ["Bone"],
      sku: "KH-B",
      priceCents: 5500,
      status: "on_sale",
      left: null,
      maxPerOrder: 10,
      picture: 1,
    },
    {
      ...variant,
      id: night,
      options: ["Night"],
      sku: "KH-N",
      priceCents: 6000,
      compareAtCents: 7500,
      status: "on_sale",
      left: 4,
      maxPerOrder: 3,
      preorderShipsOn: "2099-01-31",
      picture: null,
    },
  ]);
  expect(shown.events.map(({ id, title, city }) => [id, title, city])).toEqual([
    [events[1], "Soon Fete", "Brooklyn"],
    [events[0], "Later Fete", "Brooklyn"],
  ]);
});

test("related products are four that can be seen: bought together most often first, then of its collections", async () => {
  const collections = ["kin"];
  const own = await product("own", [{ priceCents: 1000 }], { kind: "digital", collections, position: 200 });
  const twice = await product("twice", [{ priceCents: 1000 }], { kind: "digital", position: 209 });
  const once = await product("once", [{ priceCents: 1000 }], { kind: "digital", position: 208 });
  const gone = await product("gone", [{ priceCents: 1000 }], { kind: "digital", position: 201 });
  for (const [slug, position] of [
    ["kin-c", 207],
    ["kin-a", 205],
    ["kin-b", 206],
  ] as const)
    await product(slug, [{ priceCents: 1000 }], { kind: "digital", collections, position });
  await product("kin-draft", [{ priceCents: 1000 }], { collections, position: 202, publication: "draft" });
  await product("alone", [{ priceCents: 1000 }], { position: 203 });
  const buy = async (...others: { ids: number[] }[]) =>
    site.buy(
      await site.as("guest"),
      [own, ...others].map(({ ids }) => ({ variantId: ids[0]!, quantity: 1 })),
    );
  await buy(twice, gone);
  await buy(twice, once, gone);
  await sql`update products set publication = 'archived' where id = ${gone.productId}`.execute(site.db);
  expect(slugs({ items: (await detail("own")).related })).toEqual(["twice", "once", "kin-a", "kin-b"]);
});

test("an event's products are in the shop's order, twelve at most", async () => {
  const eventId = await site.create.event();
  for (let index = 0; index < 13; index++)
    await product(`of-event-${index}`, [{ priceCents: 1000 }], { eventIds: [eventId], position: 400 - index });
  const { items } = (await site.anon.get(`/api/events/${eventId}/products`)).body;
  expect(slugs({ items })).toEqual(Array.from({ length: 12 }, (_, index) => `of-event-${12 - index}`));
});

test("a drop, an end and what carts hold decide by the clock and the stock what a variant is", async () => {
  const hour = 3_600_000;
  const at = (hours: number) => new Date(Date.now() + hours * hour);
  const { productId, variantIds } = await createDigital(site, [5, 5, 5, 2]);
  const [soon, over, open, held] = variantIds as [number, number, number, number];
  const set = (id: number, start: Date | null, end: Date | null) =>
    sql`update variants set sales_start_at = ${start}, sales_end_at = ${end} where id = ${id}`.execute(site.db);
  await set(soon, at(1), at(2));
  await set(over, at(-2), at(-1));
  await set(open, at(-2), at(1));
  await sql`update stock set held = 2 where id = (select stock_id from variants where id = ${held})`.execute(site.db);
  const { rows } = await sql<{ slug: string }>`select slug from products where id = ${productId}`.execute(site.db);
  const { variants, status, salesStartAt, left } = await detail(rows[0]!.slug);
  expect(variants.map((variant) => [variant.id, variant.status, variant.left])).toEqual(
    expect.arrayContaining([
      [soon, "scheduled", null],
      [over, "ended", null],
      [open, "on_sale", 5],
      [held, "in_carts", null],
    ]),
  );
  expect([status, salesStartAt, left]).toEqual(["on_sale", null, 5]);
  await sql`update stock set held = 0 where id = (select stock_id from variants where id = ${held})`.execute(site.db);
});
