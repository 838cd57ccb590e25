import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ImportPreview } from "#contract/shop/imports.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { workbookOf } from "#testing/workbook.ts";
import { create, shirt, single } from "../admin/kit.ts";
import { apply, fileOf, upload } from "./kit.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());
beforeEach(async () => {
  await sql`truncate products, variants, stock_changes, collections, product_imports cascade`.execute(site.db);
});

const preview = async (file: string | Buffer): Promise<ImportPreview & { id: number }> => {
  const { status, body } = await upload(admin, file);
  expect([status, body.message]).toEqual([201, undefined]);
  return { id: body.id, ...body.preview! };
};
const stored = async () =>
  (
    await sql<Record<string, unknown>>`
      select p.slug, p.title, p.publication, p.kind, v.options, v.sku, v.price_cents as price, v.compare_at_cents as "before",
        v.cost_cents as cost, v.weight_grams as grams, s.capacity as units
      from products p join variants v on v.product_id = p.id join stock s on s.id = v.stock_id
      order by p.id, v.position`.execute(site.db)
  ).rows;
const everything = async () =>
  JSON.stringify(
    (
      await sql`
        select p.*, v.*, (select array_agg(collection_id) from collection_products c where c.product_id = p.id) as collections
        from products p join variants v on v.product_id = p.id order by v.id`.execute(site.db)
    ).rows,
  );

describe.each(["shopify.csv", "woocommerce.csv", "square.csv"])("%s", (name) => {
  test("is looked at without a change, imported once, and changes nothing again", async () => {
    const { id, created, hosts, questions } = await preview(fileOf(name));
    expect([await stored(), created > 0, questions]).toEqual([[], true, []]);
    const decisions = { collections: ["Tees", "Mugs"], hosts: hosts.map(({ host }) => host) };
    const applied = await apply(admin, id, decisions);
    expect([applied.status, applied.body.preview]).toEqual([200, null]);
    const after = await everything();
    const pictures = applied.body.pictures;
    expect((await apply(admin, id, decisions)).body.pictures).toEqual(pictures);
    expect(await everything()).toBe(after);
    const again = await preview(fileOf(name));
    expect(again).toMatchObject({ created: 0, changed: 0, unchanged: created, products: [], hosts: [], questions: [] });
    await apply(admin, again.id, decisions);
    expect(await everything()).toBe(after);
    await expectInvariants(site.db);
  });
});

test("a Shopify export becomes products with variants, and says what it left out and changed", async () => {
  const { id, ...shown } = await preview(fileOf("shopify.csv"));
  expect(shown).toMatchObject({ format: "shopify", created: 3, leftOutRows: 2 });
  expect(shown.leftOut).toEqual([
    { rows: [8], field: "Gift Card", message: "Gift cards can't be imported" },
    { rows: [9], field: "Variant Price", message: "Enter an amount such as 45 or 45.00" },
  ]);
  expect(shown.remarks).toEqual(
    expect.arrayContaining([
      { rows: [3], field: "Variant Inventory Qty", message: expect.stringContaining("-3 units on hand became 0") },
      { rows: [6], field: "Variant SKU", message: expect.stringContaining("“JVT MUG/1” became JVT-MUG-1") },
      { rows: [7], field: "Status", message: expect.stringContaining("Imported as a draft") },
    ]),
  );
  expect(shown.hosts).toEqual([{ host: "cdn.shopify.com", pictures: 4 }]);
  expect(shown.collections).toContainEqual({ name: "Tees", products: 1, isSuggested: true });
  await apply(admin, id);
  expect(await stored()).toMatchObject([
    {
      slug: "fete-creme-tee",
      title: "Fête Crème Tee",
      publication: "active",
      sku: "FETE-CRM-M",
      price: 4500,
      before: 6000,
      cost: 1150,
      grams: 210,
      units: 12,
    },
    { options: ["Cream", "L"], sku: "FETE-CRM-L", before: null, units: 0 },
    { options: ["Black", "M"], sku: "FETE-CREME-TEE-BLACK-M", before: null, cost: null, units: 0 },
    { slug: "jouvert-mug", publication: "draft", sku: "JVT-MUG-1", price: 1400, units: 0 },
    { slug: "mixtape", publication: "draft", kind: "digital", price: 999 },
  ]);
  expect((await sql`select from product_import_pictures`.execute(site.db)).rows).toEqual([]);
});

test("a WooCommerce export becomes a product with two variants and simple ones", async () => {
  const { id, leftOut, created } = await preview(fileOf("woocommerce.csv"));
  expect([created, leftOut.flatMap(({ rows }) => rows)]).toEqual([4, [6, 7, 9]]);
  await apply(admin, id);
  expect(await stored()).toMatchObject([
    { slug: "jouvert-mug", sku: "MUG-1", units: 25 },
    { slug: "road-hoodie", options: ["S"], sku: "ROAD-H-S", price: 7000, before: 8500, grams: 680 },
    { options: ["M"], sku: "ROAD-HOODIE-M", price: 8500, before: null, units: 0 },
    { slug: "soca-mixtape", kind: "digital" },
    { slug: "flag-pin", publication: "draft" },
  ]);
});

test("a Square item library becomes products, without the row that has no fixed price", async () => {
  const { id, leftOut } = await preview(fileOf("square.csv"));
  expect(leftOut).toEqual([{ rows: [5], field: "Price", message: expect.stringContaining("no fixed price") }]);
  await apply(admin, id);
  expect(await stored()).toMatchObject([
    { slug: "carnival-tee", options: ["S"], units: 7 },
    { options: ["M"], price: 4000, before: 4500, units: 0 },
    { slug: "rum-cake", options: ["Small"] },
    { options: ["Medium"], sku: "RUM-CAKE-MEDIUM" },
    { slug: "flag", price: 125_050, publication: "archived" },
  ]);
});

const own = (...rows: string[]) => ["Handle,Title,SKU,Price,Option 1 name,Option 1 value", ...rows].join("\n");

test.each([
  ["00123", "123"],
  ["1E5", "100000"],
  ["123456789012", "1.23457E+11"],
  ["MAR1", "1-Mar"],
])(
  "the SKU %s that Excel rewrote as %s is asked about, and never a second variant by itself",
  async (sku, rewritten) => {
    const product = await create(admin, single({ sku }));
    const csv = `Handle,Title,SKU,Price\n${product.slug},${product.title},${rewritten},31`;
    const { id, questions } = await preview(csv);
    expect(questions).toEqual([{ row: 2, sku: rewritten, looksLike: { sku, title: product.title, options: [] } }]);
    const unanswered = await apply(admin, id);
    expect([unanswered.status, unanswered.body.errors]).toEqual([
      400,
      [{ path: "skus", message: `Row 2: choose whether “${rewritten}” is the SKU ${sku}` }],
    ]);
    await apply(admin, id, { skus: [{ row: 2, isSame: true }] });
    expect(await stored()).toMatchObject([{ sku, price: 3100 }]);
  },
);

test("an SKU that only looks rewritten is a new variant when staff say so", async () => {
  const tee = shirt();
  const product = await create(
    admin,
    shirt({
      options: [{ name: "Size", values: ["M"] }],
      variants: [{ ...tee.variants[0]!, options: ["M"], sku: "00123" }],
    }),
  );
  const { id, questions } = await preview(own(`${product.slug},${product.title},123,31,Size,L`));
  expect(questions).toHaveLength(1);
  await apply(admin, id, { skus: [{ row: 2, isSame: false }] });
  expect((await stored()).map(({ sku }) => sku)).toEqual(["00123", "123"]);
});

test("an SKU that lost its digits is left out if no variant looks like it", async () => {
  const { leftOut } = await preview("Handle,Title,SKU,Price\ncap,Cap,1.23E+11,30");
  expect(leftOut).toEqual([{ rows: [2], field: "SKU", message: expect.stringContaining("Excel shortened this SKU") }]);
});

test.each([
  ["45,00", "Write 45,00 as 45.00"],
  ["1.250,5", "Write 1.250,5 as 1250.50"],
])("the amount %s is left out with the form that is meant", async (price, message) => {
  const { leftOut, created } = await preview(`Handle,Title,SKU,Price\nroad-hoodie,Road Hoodie,ROAD-H,"${price}"`);
  expect([created, leftOut]).toEqual([0, [{ rows: [2], field: "Price", message }]]);
});

test("a day as Excel writes it in the US has the month first", async () => {
  const { id, leftOut } = await preview(
    "Handle,Title,SKU,Price,Ships on\nroad-hoodie,Road Hoodie,ROAD-H,85,12/5/2026\ncap,Cap,CAP,30,25/12/2026",
  );
  expect(leftOut).toEqual([
    { rows: [3], field: "Ships on", message: "Write 25/12/2026 with the month first, as 12/25/2026, or as 2026-12-25" },
  ]);
  await apply(admin, id);
  const { rows } = await sql`select preorder_ships_on::text as day from variants`.execute(site.db);
  expect(rows).toEqual([{ day: "2026-12-05" }]);
});

test("a file that Excel saved in Windows-1252 keeps its accents", async () => {
  const { products } = await preview(fileOf("windows-1252.csv"));
  expect(products.map(({ title }) => title)).toEqual(["Fête Crème Tee", "J'ouvert Café Cup"]);
});

test("a file with semicolons, a byte order mark and a decimal comma names the cell and the form", async () => {
  expect((await preview(fileOf("decimal-comma.csv"))).leftOut).toEqual([
    { rows: [2], field: "Price", message: "Write 85,50 as 85.50" },
  ]);
});

test("a file with a sep= line is read", async () => {
  expect(await preview(fileOf("sep-line.csv"))).toMatchObject({
    created: 1,
    leftOut: [],
    products: [{ title: "Road Hoodie" }],
  });
});

test("an Excel workbook is read, its dates and numbers too", async () => {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  const header = ["Handle", "Title", "SKU", "Price", "Ships on", "On hand"].map(cell).join("");
  const xml = `<row r="1">${header}</row><row r="2">${cell("hoodie")}${cell("Road Hoodie")}<c><v>123</v></c><c><v>85.5</v></c><c s="1"><v>46361</v></c><c><v>12</v></c></row>`;
  const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
  const { id, created } = await preview(Buffer.from(workbookOf({ sheets: [{ xml }], styles })));
  expect(created).toBe(1);
  await apply(admin, id);
  expect(await stored()).toMatchObject([{ sku: "123", price: 8550, units: 12 }]);
  const { rows } = await sql`select preorder_ships_on::text as day from variants`.execute(site.db);
  expect(rows).toEqual([{ day: "2026-12-05" }]);
});

test("a description with several lines and semicolons doesn't change what separates the columns", async () => {
  const html = "<p>One&nbsp;&amp;</p>\n<p>Two&nbsp;&amp;</p>\n<p>Three&nbsp;&amp;</p>";
  const csv = `Handle,Title,Body (HTML),Variant SKU,Variant Price\ncap,Cap,"${html}",CAP-1,30`;
  expect(await preview(csv)).toMatchObject({ format: "shopify", created: 1, leftOut: [] });
});

test("a line whose quotation mark is never closed is left out by its number", async () => {
  const { created, leftOut } = await preview('Handle,Title,SKU,Price\ncap,Cap,CAP-1,30\nhat,"Hat,HAT-1,30');
  expect([created, leftOut]).toEqual([
    1,
    [{ rows: [3], field: "row", message: expect.stringContaining("never closed") }],
  ]);
});

test("a wrong variant is left out, and the product's others are imported", async () => {
  const { id, leftOut } = await preview(
    own("tee,Tee,TEE-S,30,Size,S", "tee,,TEE-M,free,,M", "tee,,TEE-L,30,,L", "cap,C,CAP,30,,", "cap,,CAP-2,30,,"),
  );
  expect(leftOut).toEqual([
    { rows: [3], field: "Price", message: "Enter an amount such as 45 or 45.00" },
    expect.objectContaining({ rows: [5, 6], field: "Title" }),
  ]);
  await apply(admin, id);
  expect((await stored()).map(({ sku }) => sku)).toEqual(["TEE-S", "TEE-L"]);
});

test("a file from another shop keeps what staff decided here", async () => {
  const { id } = await preview(fileOf("shopify.csv"));
  await apply(admin, id);
  const { rows } = await sql<{ id: number }>`select id from products where slug = 'fete-creme-tee'`.execute(site.db);
  const { body: product } = await admin.get(`/api/admin/products/${rows[0]!.id}`);
  await sql`update products set slug = 'creme-tee', tax_category = 'media' where id = ${product.id}`.execute(site.db);
  await sql`insert into product_slugs (slug, product_id) values ('fete-creme-tee', ${product.id})`.execute(site.db);
  expect(await preview(fileOf("shopify.csv"))).toMatchObject({ created: 0, changed: 0 });
});

test("what changes is named by its columns", async () => {
  const product = await create(admin, single({ sku: "CAP-1" }));
  const { products, changed } = await preview(`Handle,Title,SKU,Price\n${product.slug},New name,CAP-1,99`);
  expect([changed, products]).toEqual([
    1,
    [
      {
        title: "New name",
        handle: product.slug,
        isNew: false,
        variants: 1,
        newVariants: 0,
        fields: ["Title", "Price"],
      },
    ],
  ]);
});

test("new collections are proposed, created if staff choose them, and used by their name later", async () => {
  const csv = "Handle,Title,Variant SKU,Variant Price,Type,Tags\ntee,Tee,TEE,30,Tees,summer";
  const { id, collections } = await preview(csv);
  expect(collections).toEqual([
    { name: "Tees", products: 1, isSuggested: true },
    { name: "summer", products: 1, isSuggested: false },
  ]);
  await apply(admin, id, { collections: ["Tees"] });
  const { rows } = await sql`
    select c.slug, c.name from collection_products x join collections c on c.id = x.collection_id`.execute(site.db);
  expect(rows).toEqual([{ slug: "tees", name: "Tees" }]);
  expect(await preview(csv)).toMatchObject({ changed: 0, collections: [{ name: "summer" }] });
});

test("a file without products is refused with what to choose instead", async () => {
  const { status, body } = await upload(admin, "Name,Email\nMarva Pierre,marva@example.com");
  expect([status, body.message]).toEqual([400, expect.stringContaining("We can't find products in this file")]);
  expect((await sql`select from product_imports`.execute(site.db)).rows).toEqual([]);
});

test("a file that nobody imports is deleted after a day", async () => {
  const { id } = await preview(fileOf("square.csv"));
  await sql`update product_imports set created_at = clock_now() - interval '25 hours'`.execute(site.db);
  await site.app.runJob("forgotten-imports");
  expect((await admin.get(`/api/admin/product-imports/${id}`)).status).toBe(404);
  expect((await apply(admin, id)).status).toBe(404);
});

test("of two who import the same file at once, one does", async () => {
  const { id } = await preview(fileOf("square.csv"));
  const replies = await Promise.all([apply(admin, id), apply(admin, id)]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
  expect(await stored()).toHaveLength(5);
  const { rows } = await sql`select from audit_log where action = 'product_import.uploaded'`.execute(site.db);
  expect(rows.length).toBeGreaterThan(0);
  await expectInvariants(site.db);
});
