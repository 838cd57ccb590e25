import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readAttention } from "#testing/attention.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { place } from "../kit.ts";
import { adjust, create, createPicture, save, shirt, single } from "./kit.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin", "Ada Admin");
});
afterAll(() => site.close());

const rows = async (query: string) => (await admin.get(`/api/admin/products?${query}`)).body.items;
const titles = async (query: string) => (await rows(query)).map(({ title }) => title);

test("the list reads each product whole, in every order and filter, and its file has the same", async () => {
  const { create: make } = site;
  const tee = await make.product({
    title: "Yard Tee",
    slug: "yard-tee",
    position: 2,
    options: [{ name: "Size", values: ["M", "L"] }],
  });
  const sizes = [
    await make.variant({
      productId: tee,
      options: ["L"],
      sku: "YT-L",
      priceCents: 3500,
      onHand: 9,
      lowStockAt: 8,
      position: 1,
    }),
    await make.variant({
      productId: tee,
      options: ["M"],
      sku: "YT-M",
      priceCents: 3000,
      onHand: 4,
      lowStockAt: 4,
      position: 0,
    }),
  ];
  await make.variant({ productId: tee, options: ["S"], priceCents: 100, onHand: 50, lowStockAt: 60, isArchived: true });
  await sql`insert into product_pictures values (${tee}, 0, ${await createPicture(site, "velvet-riddim")})`.execute(
    site.db,
  );
  const mix = await make.product({ title: "álbum Mix", slug: "album", kind: "digital", position: 3 });
  const mixId = await make.variant({ productId: mix, sku: "MIX", priceCents: 1200, onHand: 1_000_000_000 });
  const cap = await make.product({ title: "Harbor Cap", slug: "cap", position: 1, publication: "draft" });
  await make.variant({ productId: cap, sku: "HC-1", priceCents: 2800, onHand: 0, lowStockAt: 1 });
  const old = await make.product({ title: "Old Tote", slug: "tote", position: 0, publication: "archived" });
  await make.variant({ productId: old, sku: "OT-1", priceCents: 2000, onHand: 3 });
  await sql`update products set kind = 'digital' where id = ${tee}`.execute(site.db);
  const buyer = await site.as("guest");
  await site.buy(buyer, [
    { variantId: sizes[0]!, quantity: 2 },
    { variantId: mixId, quantity: 1 },
  ]);
  await place(await site.as("guest"), [{ variantId: sizes[1]!, quantity: 1 }]);
  await sql`update products set kind = 'physical' where id = ${tee}`.execute(site.db);
  const base = { currency: "USD", picture: null, isLow: false, lowVariants: [] };
  const teeRow = {
    ...base,
    id: tee,
    title: "Yard Tee",
    slug: "yard-tee",
    kind: "physical",
    publication: "active",
    variantCount: 2,
    fromCents: 3000,
    // 7 of L are left, and 4 of M of which one is on hold.
    available: 10,
    isLow: true,
    lowVariants: [
      { id: sizes[1], name: "M", left: 4 },
      { id: sizes[0], name: "L", left: 7 },
    ],
    soldCount: 2,
    revenueCents: 7000,
    picture: expect.objectContaining({ key: "velvet-riddim" }),
  };
  const mixRow = {
    ...base,
    id: mix,
    title: "álbum Mix",
    slug: "album",
    kind: "digital",
    publication: "active",
    variantCount: 1,
    fromCents: 1200,
    available: null,
    soldCount: 1,
    revenueCents: 1200,
  };
  const capRow = {
    ...base,
    id: cap,
    title: "Harbor Cap",
    slug: "cap",
    kind: "physical",
    publication: "draft",
    variantCount: 1,
    fromCents: 2800,
    available: 0,
    isLow: true,
    lowVariants: [{ id: expect.any(Number), name: "", left: 0 }],
    soldCount: 0,
    revenueCents: 0,
  };
  expect(await rows("sort=position")).toEqual([capRow, teeRow, mixRow]);
  const found: [query: string, titles: string[]][] = [
    ["sort=title", ["álbum Mix", "Harbor Cap", "Yard Tee"]],
    ["sort=-title", ["Yard Tee", "Harbor Cap", "álbum Mix"]],
    ["sort=-sold", ["Yard Tee", "álbum Mix", "Harbor Cap"]],
    ["sort=available", ["Harbor Cap", "Yard Tee", "álbum Mix"]],
    ["show=active&sort=position", ["Yard Tee", "álbum Mix"]],
    ["show=draft", ["Harbor Cap"]],
    ["show=archived", ["Old Tote"]],
    ["show=low", ["Yard Tee"]],
    ["kind=digital", ["álbum Mix"]],
    ["q=yt-m", ["Yard Tee"]],
    ["q=ALBUM", ["álbum Mix"]],
    ["q=tote&show=archived", ["Old Tote"]],
    ["q=tote", []],
  ];
  for (const [query, expected] of found) expect([query, await titles(query)]).toEqual([query, expected]);
  const { text } = await admin.get("/api/admin/product-list.csv?sort=position");
  const [head, first, second, third] = text.trim().split("\r\n");
  expect(head!.replaceAll('"', "")).toBe(
    "Product,Kind,Status,Price,Currency,Variants,Stock,Low on stock,Low variants,Sold,Revenue,ID",
  );
  expect([first, second, third]).toEqual([
    `"Harbor Cap","physical","draft",28,"USD",1,0,"yes","only variant: 0",0,0,${cap}`,
    `"Yard Tee","physical","active",30,"USD",2,10,"yes","M: 4, L: 7",2,70,${tee}`,
    `"álbum Mix","digital","active",12,"USD",1,,"no","",1,12,${mix}`,
  ]);
  const options = (await admin.get("/api/admin/product-options")).body.items;
  expect(options).toEqual([
    { id: mix, title: "álbum Mix" },
    { id: cap, title: "Harbor Cap" },
    { id: old, title: "Old Tote" },
    { id: tee, title: "Yard Tee" },
  ]);
  // Both sizes are low; the draft's only variant and the archived size don't count.
  expect((await readAttention(admin)).lowStock).toBe(2);
});

test("several variants that run low share one email, which lists each with its units and leads to the list", async () => {
  const own = await createSite();
  const productId = await own.create.product({ title: "Kite Hoodie", kind: "digital" });
  const variant = (size: string, position: number, onHand: number, more: object = {}) =>
    own.create.variant({ productId, options: [size], sku: `KH-${size}`, position, onHand, lowStockAt: 2, ...more });
  await variant("L", 1, 2);
  await variant("S", 0, 1);
  await variant("XL", 2, 3);
  await variant("XXL", 3, 0, { isArchived: true });
  const other = await own.create.product({ title: "Anchor Cap" });
  await own.create.variant({ productId: other, sku: "AC-1", onHand: 0, lowStockAt: 0 });
  await own.create.variant({ productId: await own.create.product({ publication: "draft" }), onHand: 0, lowStockAt: 5 });
  const boss = await own.as("admin");
  await boss.post("/api/admin/settings", { contactEmail: "stock@example.com" });
  for (let run = 0; run < 2; run++) await own.app.runJob("low-stock");
  await own.app.runJob("mail");
  const { rows: mails } = await sql<{ to: string; subject: string; body: string }>`
    select to_address as to, subject, body_text as body from emails where kind = 'staff_low_stock'`.execute(own.db);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({ to: "stock@example.com", subject: "Low stock: 3 variants" });
  const { body } = mails[0]!;
  expect(body.match(/^.*: \d+ left\.$/gm)).toEqual([
    "Anchor Cap (AC-1): 0 left.",
    "Kite Hoodie · S (KH-S): 1 left.",
    "Kite Hoodie · L (KH-L): 2 left.",
  ]);
  expect(body).toContain("/admin?section=products&show=low");
  await own.close();
});

test("the history of one variant names what changed, by whom and with which note, and refusals say how many are free", async () => {
  const product = await create(admin, shirt());
  const [first, second] = product.variants as [(typeof product.variants)[number], (typeof product.variants)[number]];
  const packer = await site.as("admin", "Pat Packer");
  await adjust(packer, first.id, { reason: "given_away", units: -2, note: "For the DJ" });
  await adjust(admin, first.id, { reason: "returned", units: 3 });
  await adjust(admin, second.id, { reason: "received", units: 1 });
  const { items } = (await admin.get(`/api/admin/variants/${first.id}/stock`)).body;
  const entry = { id: expect.any(Number), at: expect.any(String) };
  expect(items).toEqual([
    { ...entry, reason: "returned", units: 3, onHand: 6, note: "", by: "Ada Admin" },
    { ...entry, reason: "given_away", units: -2, onHand: 3, note: "For the DJ", by: "Pat Packer" },
    { ...entry, reason: "opening", units: 5, onHand: 5, note: "", by: "Ada Admin" },
  ]);
  const refused = async (body: object) => (await adjust(admin, first.id, body)).body.message;
  expect(await refused({ reason: "damaged", units: -7 })).toBe("Only 6 can be removed: the rest is sold or on hold");
  await sql`update stock set held = 6 where id = (select stock_id from variants where id = ${first.id})`.execute(
    site.db,
  );
  expect(await refused({ reason: "damaged", units: -1 })).toBe("None can be removed: all are sold or on hold");
  expect(await refused({ reason: "counted", units: 5 })).toBe(
    "Unpaid orders have 6 on hold, so there are at least that many on hand",
  );
  await sql`update stock set held = 0 where id = (select stock_id from variants where id = ${first.id})`.execute(
    site.db,
  );
  expect(await refused({ reason: "counted", units: -1 })).toBe("Enter how many there are");
  expect(await refused({ reason: "received", units: 0 })).toBe("Enter how many units");
  expect((await adjust(admin, 999_999, { reason: "received", units: 1 })).status).toBe(404);
  const { items: log } = (await admin.get("/api/admin/audit?action=stock.changed")).body;
  expect(log[0]).toMatchObject({
    target: { kind: "product", id: String(product.id) },
    after: { sku: second.sku, reason: "received", units: 1 },
  });
});

test("the activity log has what a save changed and nothing else, and a save of the same is no entry", async () => {
  const product = await create(admin, single({ priceCents: 2000 }));
  const log = async () =>
    (await admin.get(`/api/admin/audit?kind=product&id=${product.id}`)).body.items.map(
      ({ action, before, after }: Record<string, unknown>) => ({ action, before, after }),
    );
  const { body: same } = await save(admin, product);
  expect((await log()).map(({ action }) => action)).toEqual(["product.created"]);
  await save(admin, same, { tagline: "New words", publication: "draft" });
  expect((await log())[0]).toEqual({
    action: "product.changed",
    before: { tagline: product.tagline, publication: "active" },
    after: { tagline: "New words", publication: "draft" },
  });
});

test("collections are listed whole in their order; those that an order leaves out follow as they were", async () => {
  const add = async (name: string, description = "") =>
    (await admin.post("/api/admin/collections", { name, slug: name.toLowerCase(), description })).body;
  const [road, fete, caps] = [await add("Road", "For the road"), await add("Fete"), await add("Caps")];
  await create(admin, single({}, { collectionIds: [fete.id, caps.id], publication: "draft" }));
  await create(admin, single({}, { collectionIds: [caps.id] }));
  const read = async () => (await admin.get("/api/admin/collections")).body.items;
  const order = (ids: number[]) => admin.call("PUT", "/api/admin/collections/order", { ids });
  expect((await order([caps.id])).body.items).toEqual(await read());
  const names = async () => (await read()).map(({ name }: { name: string }) => name);
  expect(await names()).toEqual(["Caps", "Road", "Fete"]);
  await order([fete.id, road.id]);
  expect(await names()).toEqual(["Fete", "Road", "Caps"]);
  const [first, second] = await read();
  expect(first).toEqual({
    id: fete.id,
    version: expect.any(Number),
    slug: "fete",
    name: "Fete",
    description: "",
    position: 1,
    productCount: 1,
  });
  const change = { name: "Road", slug: "the-road", description: "Long road", version: second!.version };
  expect((await admin.call("PUT", `/api/admin/collections/${road.id}`, change)).body).toMatchObject({
    slug: "the-road",
    description: "Long road",
    version: second!.version + 1,
  });
  const { text } = await admin.get("/api/admin/collections.csv");
  expect(text.trim().split("\r\n")[1]).toBe(`"Fete","fete","",1,1,${fete.id}`);
  const { items: log } = (await admin.get("/api/admin/audit?action=collection.changed")).body;
  expect(log[0]).toMatchObject({ before: { slug: "road", description: "For the road" }, after: { slug: "the-road" } });
});
