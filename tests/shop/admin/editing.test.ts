import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AdminProduct, ProductInput } from "#contract/shop/products.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { haveRead } from "#testing/meeting-point.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { place } from "../kit.ts";
import { create, editOf, createPicture, mp3, save, sendFile, shirt, single, stockRow } from "./kit.ts";

const taken = shirt();
let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  await create(admin, taken);
});
afterAll(() => site.close());

const shown = async (slug: string, on = site) => (await on.anon.get(`/api/shop/products/${slug}`)).body;

test("a product with options, pictures, collections and events is saved whole, read back the same and on sale", async () => {
  const eventId = await site.create.event();
  const { body: collection } = await admin.post("/api/admin/collections", { name: "Summer", slug: "summer" });
  const pictureIds = [await createPicture(site, "velvet-riddim"), await createPicture(site, "wet-fete")];
  const input = shirt({
    tagline: "Heavyweight cotton",
    pictureIds,
    collectionIds: [collection.id],
    eventIds: [eventId],
    sizeGuide: {
      rows: [
        ["Size", "Chest"],
        ["M", "22 in"],
      ],
      note: "Cut wide",
    },
    position: 3,
  });
  Object.assign(input.variants[1]!, {
    compareAtCents: 4000,
    costCents: 900,
    weightGrams: 240,
    lowStockAt: 2,
    maxPerOrder: 4,
    maxPerPerson: 2,
    salesStartAt: "2026-01-01T17:00:00.000Z",
    salesEndAt: "2096-01-01T17:00:00.000Z",
    preorderShipsOn: "2099-01-31",
    picture: 1,
  });
  const made = await create(admin, input);
  expect(made.variants.map(({ stock, left, hasOrders }) => ({ ...stock, left, hasOrders }))).toEqual(
    Array.from({ length: 4 }, () => ({ capacity: 5, sold: 0, held: 0, left: 5, hasOrders: false })),
  );
  const { version, ...again } = editOf(made);
  expect(again).toMatchObject({ ...input, variants: input.variants.map(({ onHand: _, ...variant }) => variant) });
  expect((await save(admin, made)).body).toEqual({ ...made, version: version + 1 });
  expect(await shown(input.slug)).toMatchObject({
    title: input.title,
    collections: [{ slug: "summer" }],
    isPreorder: false,
  });
  expect((await site.anon.get("/api/shop/products?q=summer%20bone")).body.items).toMatchObject([{ id: made.id }]);
  expect((await admin.get(`/api/admin/pictures/${pictureIds[0]}`)).body.usedBy).toMatchObject([{ kind: "product" }]);
  await expectInvariants(site.db);
});

test.each([
  ["a combination twice", { variants: [0, 0] }, "variants.1.options", /Two|twice/],
  ["a value without a variant", { variants: [0, 1] }, "options.0.values.1", "No variant has the Color “Bone”"],
  ["an option without values in a variant", { options: [] }, "variants.0.options", /needs no options/],
  [
    "a value that isn't one",
    {
      options: [
        { name: "Color", values: ["Red"] },
        { name: "Size", values: ["M"] },
      ],
    },
    "variants.0.options",
    /isn't a value of Color/,
  ],
  [
    "an option name twice",
    {
      options: [
        { name: "Size", values: ["Black", "Bone"] },
        { name: "size", values: ["M", "L"] },
      ],
    },
    "options.1.name",
    /Two options/,
  ],
  ["another product's address", { slug: taken.slug }, "slug", /already uses this address/],
  ["another product's SKU", { sku: taken.variants[0]!.sku.toLowerCase() }, "variants.0.sku", /already has the SKU/],
  ["a compare-at price that isn't higher", { compareAtCents: 3000 }, "variants.0.compareAtCents", /higher/],
  [
    "an end before the start",
    { salesStartAt: "2026-02-01T00:00:00.000Z", salesEndAt: "2026-01-01T00:00:00.000Z" },
    "variants.0.salesEndAt",
    /after they start/,
  ],
  ["a picture that isn't there", { picture: 0 }, "variants.0.picture", /no picture 1/],
  ["an unknown collection", { collectionIds: [999] }, "collectionIds", /find/],
  ["an unknown event", { eventIds: [99_999] }, "eventIds", /find/],
  ["an unknown part", { parts: [{ variantId: 99_999, quantity: 1 }] }, "variants.0.parts.0.variantId", /find/],
  ["a variant that isn't its own", { id: 99_999 }, "variants.0.id", /find/],
  ["a digital product on sale without a file", { kind: "digital" }, "fileId", /Upload/],
  ["an uneven size guide", { sizeGuide: { rows: [["Size", "Chest"], ["M"]], note: "" } }, "sizeGuide", /Row 2/],
] as [string, Record<string, unknown>, string, string | RegExp][])(
  "%s is refused at its field, and nothing is saved",
  async (_, change, path, message) => {
    const count = async () => (await sql`select from products`.execute(site.db)).rows.length;
    const before = await count();
    const input = shirt();
    const { variants: picked, sku, compareAtCents, salesStartAt, salesEndAt, picture, parts, id, ...own } = change;
    const first = Object.fromEntries(
      Object.entries({ sku, compareAtCents, salesStartAt, salesEndAt, picture, parts, id }).filter(
        ([, value]) => value !== undefined,
      ),
    );
    Object.assign(input.variants[0]!, first);
    if (picked)
      input.variants = (picked as number[]).map((index, at) => ({ ...input.variants[index]!, sku: `X-${at}` }));
    const { status, body } = await admin.post("/api/admin/products", { ...input, ...own });
    expect([status, body.code]).toEqual([400, "invalid_input"]);
    expect(body.errors).toContainEqual({
      path,
      message: message instanceof RegExp ? expect.stringMatching(message) : message,
    });
    expect(await count()).toBe(before);
  },
);

test("of two people who save the same version, the later one is refused", async () => {
  const made = await create(admin, shirt());
  const replies = await Promise.all([save(admin, made, { title: "First" }), save(admin, made, { title: "Second" })]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(replies.find(({ status }) => status === 409)!.body.code).toBe("edited_meanwhile");
});

test("two products and two variants exchange their names in one save", async () => {
  const made = await create(admin, shirt());
  const { variants } = editOf(made);
  const swapped = variants.map((variant, index) => ({ ...variant, sku: variants[(index + 1) % 4]!.sku }));
  const { body } = await save(admin, made, { variants: swapped });
  expect(body.variants.map(({ sku }) => sku)).toEqual(swapped.map(({ sku }) => sku));
});

test("a variant with orders is archived when it is removed, one without is deleted with its stock", async () => {
  const made = await create(admin, shirt());
  const [sold, unsold] = [made.variants[0]!, made.variants[1]!];
  await sql`update products set kind = 'digital' where id = ${made.id}`.execute(site.db);
  expect((await site.buy(await site.as("guest"), [{ variantId: sold.id, quantity: 1 }])).body.status).toBe("paid");
  await sql`update products set kind = 'physical' where id = ${made.id}`.execute(site.db);
  const options = [{ name: "Color", values: ["Bone"] }, made.options[1]!];
  const { body } = await save(admin, made, { options, variants: editOf(made).variants.slice(2) });
  expect(body.variants).toHaveLength(2);
  const { rows } = await sql`select id, is_archived from variants where id in (${sold.id}, ${unsold.id})`.execute(
    site.db,
  );
  expect(rows).toEqual([{ id: sold.id, is_archived: true }]);
  expect((await place(await site.as("guest"), [{ variantId: sold.id, quantity: 1 }])).body.code).toBe("not_found");
  // Its SKU and its combination can be used again.
  const again = { options: sold.options, sku: sold.sku, priceCents: 1000 };
  expect((await save(admin, body, { options: made.options, variants: [...editOf(body).variants, again] })).status).toBe(
    200,
  );
  await expectInvariants(site.db);
});

test("a bundle has no bundle in it, isn't a part of itself, and keeps its parts once it has orders", async () => {
  const { body: file } = await sendFile(site, admin, mp3());
  const digital = { kind: "digital", taxCategory: "digital" } as const;
  const part = await create(admin, single({}, { ...digital, fileId: file.id }));
  const partId = part.variants[0]!.id;
  const other = (await create(admin, single({}, { ...digital, publication: "draft" }))).variants[0]!.id;
  const shirtId = (await create(admin, single())).variants[0]!.id;
  const parts = (variantId: number) => [{ variantId, quantity: 2 }];
  const { body: second } = await sendFile(site, admin, mp3());
  const bundle = await create(
    admin,
    single({ parts: parts(partId), onHand: undefined }, { ...digital, fileId: second.id }),
  );
  const [own] = editOf(bundle).variants as [ProductInput["variants"][number]];
  expect(bundle.variants[0]).toMatchObject({ left: null, parts: [{ variantId: partId, quantity: 2 }] });
  const errorOf = async (product: AdminProduct, changes: object) =>
    (await save(admin, product, changes)).body.errors?.[0]?.message;
  const withParts = (variantId: number) => ({ variants: [{ ...own, parts: parts(variantId) }] });
  expect(await errorOf(bundle, withParts(own.id!))).toMatch(/part of itself/);
  expect(await errorOf(bundle, withParts(shirtId))).toMatch(/only have digital parts/);
  const [ofPart] = editOf(part).variants as [ProductInput["variants"][number]];
  expect(await errorOf(part, { variants: [{ ...ofPart, parts: parts(other) }] })).toMatch(/can't be a bundle itself/);
  expect(await errorOf(part, { variants: [{ ...ofPart, id: undefined }] })).toMatch(/Remove it there first/);
  const outer = await admin.post(
    "/api/admin/products",
    single({ parts: parts(bundle.variants[0]!.id) }, { ...digital, publication: "draft" }),
  );
  expect(outer.body.errors![0]!.message).toMatch(/can't have a bundle in it/);
  expect((await site.buy(await site.as("guest"), [{ variantId: own.id!, quantity: 1 }])).body.status).toBe("paid");
  expect(await stockRow(site, partId)).toMatchObject({ sold: 2 });
  expect(await errorOf(bundle, withParts(other))).toMatch(/has orders, so its parts can't change/);
  await expectInvariants(site.db);
});

test("a save raises the sale version, so an order that is being placed is priced again", async () => {
  const made = await create(admin, shirt());
  const { id } = made.variants[0]!;
  const before = (await stockRow(site, id)).version;
  await save(admin, made, { publication: "draft" });
  expect((await stockRow(site, id)).version).toBe(before + 1);
});

test("archiving takes a product off sale, and it can come back", async () => {
  const made = await create(admin, shirt());
  const { body: archived } = await save(admin, made, { publication: "archived" });
  expect((await site.anon.get(`/api/shop/products/${made.slug}`)).status).toBe(404);
  expect((await admin.get("/api/admin/products?show=archived")).body.items).toMatchObject([{ id: made.id }]);
  await save(admin, archived, { publication: "active" });
  expect((await shown(made.slug)).id).toBe(made.id);
});

test("a product is new when it first goes on sale: no later save makes it new again", async () => {
  const publishedAt = async (id: number) =>
    (await sql<{ at: Date | null }>`select published_at as at from products where id = ${id}`.execute(site.db)).rows[0]!
      .at;
  const draft = await create(admin, shirt({ publication: "draft" }));
  expect(await publishedAt(draft.id)).toBeNull();
  const { body: active } = await save(admin, draft, { publication: "active" });
  expect(await publishedAt(draft.id)).not.toBeNull();
  await sql`update products set published_at = '2023-06-01T12:00:00Z' where id = ${draft.id}`.execute(site.db);
  const { body: fixed } = await save(admin, active, { tagline: "A typo less" });
  const { body: away } = await save(admin, fixed, { publication: "archived" });
  await save(admin, away, { publication: "active" });
  expect(await publishedAt(draft.id)).toEqual(new Date("2023-06-01T12:00:00Z"));
});

test("a product's former address leads to its current one, and no other product gets it until it's free", async () => {
  const made = await create(admin, shirt());
  const { body: moved } = await save(admin, made, { slug: `${made.slug}-new` });
  expect(await shown(made.slug)).toMatchObject({ id: made.id, slug: moved.slug });
  const other = await admin.post("/api/admin/products", shirt({ slug: made.slug }));
  expect(other.body.errors).toMatchObject([{ path: "slug", message: `“${made.title}” already uses this address` }]);
  const { body: back } = await save(admin, moved, { slug: made.slug });
  expect(back.slug).toBe(made.slug);
  expect((await shown(moved.slug)).slug).toBe(made.slug);
  await expectInvariants(site.db);
});

test("negative control: without the version's check the later save overwrites the earlier one", async () => {
  const other = await createSite({ rewriteSql: sabotage([/select p\.id, p\.version/, "select p.id, 1 as version"]) });
  const boss = await other.as("admin");
  const made = await create(boss, shirt());
  const stale = { ...made, version: 1 };
  expect((await save(boss, stale, { title: "First" })).status).toBe(200);
  expect((await save(boss, stale, { title: "Second" })).status).toBe(200);
  await other.close();
});

test("negative control: without the lock two products get the same SKU, and the database refuses the second", async () => {
  const rush = async (on: Site) => {
    const boss = await on.as("admin");
    const inputs = Array.from({ length: 6 }, () => single({ sku: "SAME" }));
    const replies = await Promise.all(inputs.map((input) => boss.post("/api/admin/products", input)));
    return replies.map(({ status }) => status).toSorted();
  };
  expect(await rush(site)).toEqual([201, 400, 400, 400, 400, 400]);
  const other = await createSite({
    // Two read which SKUs are taken before either saves.
    rewriteSql: sabotage(
      ["select pg_advisory_xact_lock(hashtextextended('products', 0))", "select 1"],
      ["where lower(v.sku) = any", `where ${haveRead()} and lower(v.sku) = any`],
    ),
  });
  expect((await rush(other)).filter((status) => status === 500).length).toBeGreaterThan(0);
  await other.close();
});
