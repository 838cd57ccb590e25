import { sql } from "kysely";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { centsOf } from "#server/modules/shop/imports/cells.ts";
import { expectInvariants } from "#testing/invariants.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { create, shirt, single, stockRow } from "./kit.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());
beforeEach(async () => {
  await sql`truncate products, variants, stock_changes, collections cascade`.execute(site.db);
});

const load = async (csv: string, apply = true) => (await admin.post("/api/admin/products/import", { csv, apply })).body;
const exported = async (): Promise<string> => {
  const reply = await site.app.server.inject({
    url: "/api/admin/products.csv",
    headers: { authorization: `Bearer ${admin.token}` },
  });
  return reply.body;
};
const everything = async () =>
  (
    await sql`
    select p.slug, p.title, p.description, p.options, p.search_text, v.options as values, v.sku, v.price_cents,
      v.compare_at_cents, v.sales_start_at, v.preorder_ships_on
    from products p join variants v on v.product_id = p.id order by v.sku`.execute(site.db)
  ).rows;

const header = "Handle,Title,Kind,Publication,Tax category,Option 1 name,Option 1 value,SKU,Price,Cost,On hand";
const row = (n: number, more: Record<string, string> = {}) => {
  const cells = {
    handle: `cap-${Math.ceil(n / 5)}`,
    title: `Cap ${Math.ceil(n / 5)}`,
    value: `No. ${n}`,
    sku: `CAP-${n}`,
    price: "28.00",
    ...more,
  };
  return `${cells.handle},${cells.title},physical,active,clothing,Edition,${cells.value},${cells.sku},${cells.price},9.5,${n % 7}`;
};
const thousand = (change: (n: number) => Record<string, string> = () => ({})) =>
  [header, ...Array.from({ length: 1000 }, (_, at) => row(at + 1, change(at + 1)))].join("\n");

test("a thousand rows are imported at once, after a dry run that changes nothing", async () => {
  const counts = { created: 200, changed: 0, unchanged: 0, problems: [] };
  expect(await load(thousand(), false)).toEqual(counts);
  expect(await everything()).toEqual([]);
  expect(await load(thousand())).toEqual(counts);
  const rows = await everything();
  expect(rows).toHaveLength(1000);
  expect(rows[0]).toMatchObject({ slug: "cap-1", sku: "CAP-1", price_cents: 2800 });
  const { rows: stock } = await sql<{ units: number }>`select sum(capacity)::integer as units from stock`.execute(
    site.db,
  );
  expect(stock[0]!.units).toBe(
    Array.from({ length: 1000 }, (_, at) => (at + 1) % 7).reduce((sum, units) => sum + units),
  );
  expect(await load(thousand())).toEqual({ ...counts, created: 0, unchanged: 200 });
  await expectInvariants(site.db);
});

test("three broken rows of a thousand are named by row and field, and nothing is imported", async () => {
  const broken: Record<number, Record<string, string>> = {
    17: { price: "free" },
    400: { sku: "CAP-2" },
    999: { value: "No. 998" },
  };
  const { problems } = await load(thousand((n) => broken[n] ?? {}));
  expect(problems).toEqual(
    [
      { row: 18, field: "Price", message: "Enter an amount such as 45 or 45.00" },
      expect.objectContaining({ row: 18, field: "Price" }),
      { row: 401, field: "SKU", message: "“Cap 1” already has the SKU “CAP-2”" },
      { row: 1000, field: "Option 1 value", message: expect.stringContaining("twice") },
    ].filter((problem, index) => index !== 1 || problems.length === 4),
  );
  expect(await everything()).toEqual([]);
});

test("a change of price and a new variant keep everything that the file doesn't name", async () => {
  const made = await create(admin, shirt({ description: "Cut wide.\n\nWash cold." }));
  const [first] = made.variants as [(typeof made.variants)[number]];
  const csv = [
    "sku,handle,price,Option 1 value,Option 2 value",
    `${first.sku},${made.slug},31.50,Black,M`,
    `NEW-1,${made.slug},40,Bone,XL`,
  ].join("\r\n");
  expect(await load(csv)).toEqual({ created: 0, changed: 1, unchanged: 0, problems: [] });
  const { body } = await admin.get(`/api/admin/products/${made.id}`);
  expect(body).toMatchObject({
    title: made.title,
    description: made.description,
    options: [{}, { values: ["M", "L", "XL"] }],
  });
  expect(body.variants).toHaveLength(5);
  expect(body.variants[0]).toMatchObject({ id: first.id, priceCents: 3150, stock: { capacity: 5 } });
  expect(body.variants[4]).toMatchObject({ sku: "NEW-1", priceCents: 4000, stock: { capacity: 0 } });
  expect((await stockRow(site, first.id)).capacity).toBe(5);
});

test.each([
  ['Handle,SKU\n"cap,A', [{ row: 2, field: "row" }]],
  ["Handle,SKU,Price,Title\n,A,2,Cap", [{ row: 2, field: "Handle" }]],
  ["Handle,SKU,Price,Title\n\ncap,A,2,", [{ row: 3, field: "Title" }]],
  ["Handle,SKU,Price,Title\ncap,A,2,Cap\ncap,B,2,Hat", [{ row: 3, field: "Title" }]],
  ["Handle,SKU,Price,Title,Collections\ncap,A,2,Cap,none", [{ row: 2, field: "Collections" }]],
  ["Handle,SKU,Price,Title,Parts\ncap,A,2,Cap,B x 2", [{ row: 2, field: "Parts" }]],
  ["Handle,SKU,Price,Title,Sales start\ncap,A,2,Cap,tomorrow", [{ row: 2, field: "Sales start" }]],
  ["Handle,SKU,Price,Title,Kind\ncap,A,2,Cap,vinyl", [{ row: 2, field: "Kind" }]],
] as [string, object[]][])("what can't be read is named: %j", async (csv, expected) => {
  const { problems } = await load(csv);
  expect(problems).toMatchObject(expected);
  expect(await everything()).toEqual([]);
});

test("a file without the columns that it needs is refused", async () => {
  const { status, body } = await admin.post("/api/admin/products/import", { csv: "Handle,Price\ncap,2", apply: true });
  expect([status, body.errors]).toEqual([400, [{ path: "csv", message: "The first row must name the column SKU" }]]);
  expect(await everything()).toEqual([]);
});

test.each([
  ["45", 4500],
  ["45.5", 4550],
  ["$1,250.05", 125_005],
  ["0.29", 29],
  ["19.99", 1999],
  ["1,25", undefined],
  ["-3", undefined],
  ["4.999", undefined],
  ["", undefined],
])("the amount %j is %s cents", (text, cents) => {
  expect(centsOf(text)).toBe(cents);
});

test("a spreadsheet runs nothing that a file has in it", async () => {
  await create(admin, single({}, { title: '=HYPERLINK("http://x")', tagline: "+1 cap", description: "@SUM(A1)" }));
  const csv = await exported();
  expect(csv).toContain(`"'=HYPERLINK(""http://x"")","'+1 cap","'@SUM(A1)"`);
  expect(await load(csv)).toMatchObject({ unchanged: 1, problems: [] });
});

const text = (min: number, max: number) =>
  fc
    .string({ unit: fc.constantFrom(..."ab Z9=+-@'\"|,;%éß\u00a0"), minLength: min, maxLength: max })
    .map((drawn) => `x${drawn}`)
    .chain((drawn) => fc.constantFrom(drawn, `=${drawn}`, `'=${drawn}`, `''+${drawn}`, `'${drawn}`));

test("what is exported can be imported again and changes nothing", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        title: text(1, 40).filter((drawn) => drawn.trim().length >= 2),
        tagline: text(0, 40),
        description: text(0, 60).map((drawn) => `${drawn}\n\n${drawn}\r\nend`),
        values: fc.uniqueArray(text(0, 12), {
          minLength: 1,
          maxLength: 4,
          selector: (value) => value.trim().toLowerCase(),
        }),
        priceCents: fc.integer({ min: 1, max: 99_999_999 }),
        compareAt: fc.boolean(),
        salesStartAt: fc.option(
          fc.date({ min: new Date("2020-01-01"), max: new Date("2090-01-01"), noInvalidDate: true }),
        ),
        lowStockAt: fc.option(fc.integer({ min: 0, max: 1000 })),
      }),
      async ({ values, priceCents, compareAt, salesStartAt, lowStockAt, ...texts }) => {
        await sql`truncate products, variants, stock_changes cascade`.execute(site.db);
        const names = values.map((value) => value.trim().replace(/\s+/g, " "));
        await create(
          admin,
          shirt({
            ...texts,
            options: [{ name: "Edition", values: names }],
            variants: names.map((value, index) => ({
              options: [value],
              sku: `SKU-${index}`,
              priceCents,
              compareAtCents: compareAt ? priceCents + 1 : undefined,
              salesStartAt: salesStartAt?.toISOString(),
              lowStockAt: lowStockAt ?? undefined,
            })),
          }),
        );
        const before = await everything();
        expect(await load(await exported())).toEqual({ created: 0, changed: 0, unchanged: 1, problems: [] });
        expect(await everything()).toEqual(before);
      },
    ),
    { numRuns: 40 },
  );
});
