import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "kysely";
import { findVariantCards } from "#server/modules/shop/index.ts";
import { createSite, type Site } from "#testing/site.ts";
import { place } from "./kit.ts";

let site: Site;
let eventId: number;
const inOneHour = () => new Date(Date.now() + 3_600_000);
const oneHourAgo = () => new Date(Date.now() - 3_600_000);

const colorAndSize = [
  { name: "Color", values: ["Black", "Bone"] },
  { name: "Size", values: ["M", "L"] },
];

beforeAll(async () => {
  site = await createSite();
  const { create } = site;
  eventId = await create.event({ title: "Soca Supper" });
  const tee = await create.product({
    title: "Yard Tee",
    slug: "yard-tee",
    options: colorAndSize,
    position: 1,
    collections: ["summer", "tees"],
    eventIds: [eventId],
    pictures: ["velvet-riddim", "wet-fete"],
    publishedAt: new Date("2026-03-01"),
  });
  await create.variant({ productId: tee, options: ["Black", "M"], onHand: 3, compareAtCents: 4000, position: 1 });
  await create.variant({ productId: tee, options: ["Black", "L"], onHand: 0, position: 2 });
  await create.variant({
    productId: tee,
    options: ["Bone", "L"],
    onHand: 20,
    priceCents: 3500,
    picture: 1,
    position: 3,
  });
  await create.variant({ productId: tee, options: ["Bone", "M"], isArchived: true, priceCents: 100 });
  const cap = await create.product({
    title: "Harbor Cap",
    slug: "harbor-cap",
    options: [{ name: "Color", values: ["Black"] }],
    position: 2,
    collections: ["summer"],
    publishedAt: new Date("2026-05-01"),
  });
  await create.variant({
    productId: cap,
    options: ["Black"],
    priceCents: 2800,
    onHand: 40,
    preorderShipsOn: "2099-01-31",
  });
  const drop = await create.product({
    title: "Carnival Drop",
    slug: "carnival-drop",
    position: 3,
    publishedAt: new Date("2026-04-01"),
  });
  await create.variant({ productId: drop, priceCents: 9000, onHand: 2, salesStartAt: inOneHour() });
  const mix = await create.product({
    title: "Road Mix",
    slug: "road-mix",
    kind: "digital",
    position: 4,
    publishedAt: new Date("2026-02-01"),
  });
  await create.variant({ productId: mix, priceCents: 1200, onHand: 5, salesEndAt: oneHourAgo() });
  await create.variant({
    productId: await create.product({
      title: "Draft Tee",
      slug: "draft-tee",
      publication: "draft",
      collections: ["secret"],
    }),
  });
  await create.variant({
    productId: await create.product({
      title: "Old Tee",
      slug: "old-tee",
      publication: "archived",
      eventIds: [eventId],
    }),
  });
});
afterAll(() => site.close());

const list = async (query: string) => (await site.anon.get(`/api/shop/products${query}`)).body;
const slugs = ({ items }: { items: { slug: string }[] }) => items.map(({ slug }) => slug);

test.each([
  ["", ["yard-tee", "harbor-cap", "carnival-drop", "road-mix"]],
  ["?sort=newest", ["harbor-cap", "carnival-drop", "yard-tee", "road-mix"]],
  ["?sort=price", ["road-mix", "harbor-cap", "yard-tee", "carnival-drop"]],
  ["?sort=-price", ["carnival-drop", "yard-tee", "harbor-cap", "road-mix"]],
  ["?collection=summer", ["yard-tee", "harbor-cap"]],
  ["?collection=unknown", []],
  ["?q=tee", ["yard-tee"]],
  ["?q=YARD%20black", ["yard-tee"]],
  ["?q=summer%20cap", ["harbor-cap"]],
  ["?q=100%25", []],
  ["?color=Black", ["yard-tee", "harbor-cap"]],
  ["?color=Black,Bone&size=L", ["yard-tee"]],
  // A product fits by one variant: black in L is sold out, and what is in stock in L is bone.
  ["?color=Black&size=L&inStock=true", []],
  ["?color=Bone&size=L&inStock=true", ["yard-tee"]],
  // Bone in M is archived.
  ["?color=Bone&size=M", []],
  ["?inStock=true", ["yard-tee", "harbor-cap"]],
  ["?minCents=3000&maxCents=3000", ["yard-tee"]],
  ["?maxCents=2800", ["harbor-cap", "road-mix"]],
  ["?minCents=9001", []],
  ["?q=tee&collection=tees&color=Bone&minCents=3500&inStock=true", ["yard-tee"]],
  ["?page=2", []],
])("the shop narrowed down by %s shows %j", async (query, expected) => {
  const found = await list(query);
  expect(slugs(found)).toEqual(expected);
  expect(found).toMatchObject({ total: query === "?page=2" ? 4 : expected.length, pageSize: 20 });
});

test("the options of each filter are counted under all other filters", async () => {
  const all = await list("");
  expect(all.collections.map(({ slug, count }) => [slug, count])).toEqual([
    ["summer", 2],
    ["tees", 1],
  ]);
  expect(all.sizes).toEqual([
    { value: "M", count: 1 },
    { value: "L", count: 1 },
  ]);
  expect(all.colors).toEqual([
    { value: "Black", count: 2 },
    { value: "Bone", count: 1 },
  ]);
  expect(all.prices).toEqual({ minCents: 1200, maxCents: 9000 });
  const large = await list("?size=L&inStock=true");
  expect(large.sizes).toEqual([
    { value: "M", count: 1 },
    { value: "L", count: 1 },
  ]);
  expect(large.colors).toEqual([{ value: "Bone", count: 1 }]);
  expect(large.prices).toEqual({ minCents: 3500, maxCents: 3500 });
  expect((await list("?q=nothing")).prices).toBeNull();
});

test("a card says what can be bought, and tells how many are left only if they are few", async () => {
  const [tee, cap, drop, mix] = (await list("")).items;
  expect(tee).toMatchObject({
    status: "on_sale",
    fromCents: 3000,
    hasPrices: true,
    compareAtCents: 4000,
    left: null,
    colors: ["Black", "Bone"],
    picture: { key: "velvet-riddim" },
    altPicture: { key: "wet-fete" },
    isPreorder: false,
  });
  expect(cap).toMatchObject({ status: "on_sale", isPreorder: true, left: null, altPicture: null });
  expect(drop).toMatchObject({ status: "scheduled", left: null, salesStartAt: expect.any(String) });
  expect(mix).toMatchObject({ status: "ended", kind: "digital" });
});

test("a product's page has each variant with its own status, price and picture", async () => {
  const { body, status } = await site.anon.get("/api/shop/products/yard-tee");
  expect(status).toBe(200);
  expect(body.variants).toMatchObject([
    { options: ["Black", "M"], status: "on_sale", left: 3, priceCents: 3000, compareAtCents: 4000, picture: null },
    { options: ["Black", "L"], status: "sold_out", left: null },
    { options: ["Bone", "L"], status: "on_sale", left: null, priceCents: 3500, picture: 1 },
  ]);
  expect(body).toMatchObject({
    options: colorAndSize,
    collections: [{ slug: "summer" }, { slug: "tees" }],
    parts: [],
    events: [{ id: eventId, title: "Soca Supper", city: "Brooklyn" }],
    related: [{ slug: "harbor-cap" }],
  });
  const pre = await site.anon.get("/api/shop/products/harbor-cap");
  expect(pre.body.variants[0]).toMatchObject({ preorderShipsOn: "2099-01-31" });
});

test.each(["draft-tee", "old-tee", "unknown"])("%s isn't shown", async (slug) => {
  expect((await site.anon.get(`/api/shop/products/${slug}`)).status).toBe(404);
});

test("an event's products are those on sale, and none of a draft event", async () => {
  expect(slugs((await site.anon.get(`/api/events/${eventId}/products`)).body)).toEqual(["yard-tee"]);
  const hidden = await site.create.event({ visibility: "draft" });
  await site.create.variant({
    productId: await site.create.product({ eventIds: [hidden], publication: "active", position: 9000 }),
  });
  expect((await site.anon.get(`/api/events/${hidden}/products`)).body.items).toEqual([]);
});

test("what is on hold reads as in carts, and an expired hold as free before any job has cleared it", async () => {
  const productId = await site.create.product({ slug: "last-print", kind: "digital", position: 9001 });
  const variantId = await site.create.variant({ productId, onHand: 1 });
  const status = async () => (await site.anon.get("/api/shop/products/last-print")).body.variants[0];
  expect(await status()).toMatchObject({ status: "on_sale", left: 1 });
  const placed = await place(await site.as("guest"), [{ variantId, quantity: 1 }]);
  expect(placed.status).toBe(201);
  expect(await status()).toMatchObject({ status: "in_carts", left: null });
  await sql`update holds set expires_at = clock_now() - interval '1 second' where holder_id = ${placed.body.id}`.execute(
    site.db,
  );
  expect(await status()).toMatchObject({ status: "on_sale", left: 1 });
});

test("of a bundle there are as many as its scarcest part allows", async () => {
  const shirt = await site.create.variant({ onHand: 9 });
  const cap = await site.create.variant({ onHand: 4 });
  const productId = await site.create.product({ slug: "road-pack", position: 9002 });
  const parts = [
    { variantId: shirt, quantity: 3 },
    { variantId: cap, quantity: 1 },
  ];
  await site.create.variant({ productId, onHand: 50, parts });
  const pack = async () => (await site.anon.get("/api/shop/products/road-pack")).body;
  expect(await pack()).toMatchObject({ left: 3, parts: [{ quantity: 3 }, { quantity: 1 }] });
  await sql`update stock set capacity = 2 where id = (select stock_id from variants where id = ${shirt})`.execute(
    site.db,
  );
  expect(await pack()).toMatchObject({ status: "sold_out", left: null });
});

test("what was bought together comes first among related products", async () => {
  const first = await site.create.product({ slug: "mix-one", kind: "digital", collections: ["mixes"], position: 9003 });
  const second = await site.create.product({
    slug: "mix-two",
    kind: "digital",
    collections: ["mixes"],
    position: 9004,
  });
  const third = await site.create.product({ slug: "mix-three", kind: "digital", position: 9005 });
  const [a, , c] = await Promise.all([first, second, third].map((productId) => site.create.variant({ productId })));
  await site.buy(await site.as("guest"), [
    { variantId: a!, quantity: 1 },
    { variantId: c!, quantity: 1 },
  ]);
  const { body } = await site.anon.get("/api/shop/products/mix-one");
  expect(slugs({ items: body.related })).toEqual(["mix-three", "mix-two"]);
});

test("a long list has pages of twenty, and reading it takes as many statements as a short one", async () => {
  const statements: string[] = [];
  const watched = await createSite({ watchSql: (text) => statements.push(text) });
  const readAll = async () => {
    statements.length = 0;
    const { body } = await watched.anon.get("/api/shop/products");
    return { body, count: statements.filter((text) => /^\s*(\/\*.*\*\/)?\s*(with|select)/.test(text)).length };
  };
  await watched.create.variant();
  const short = await readAll();
  for (let index = 0; index < 24; index++) await watched.create.variant();
  const long = await readAll();
  expect([short.body.items.length, long.body.items.length, long.body.total]).toEqual([1, 20, 25]);
  expect(long.count).toBe(short.count);
  expect((await watched.anon.get("/api/shop/products?page=2")).body.items).toHaveLength(5);
  await watched.close();
});

test("variants by themselves say what they are of, and those that aren't sold are left out", async () => {
  const detail = (await site.anon.get("/api/shop/products/yard-tee")).body;
  const [black, , bone] = detail.variants;
  const draft = await site.create.variant({ productId: await site.create.product({ publication: "draft" }) });
  const cards = await findVariantCards(site.db, [black!.id, bone!.id, draft, 999_999]);
  expect([...cards.keys()].toSorted()).toEqual([black!.id, bone!.id]);
  expect(cards.get(black!.id)).toMatchObject({ title: "Yard Tee", slug: "yard-tee", left: 3, available: 3 });
  expect(cards.get(black!.id)!.poster.key).toBe("velvet-riddim");
  expect(cards.get(bone!.id)).toMatchObject({ options: ["Bone", "L"], left: null, available: 20 });
  expect(cards.get(bone!.id)!.poster.key).toBe("wet-fete");
});
