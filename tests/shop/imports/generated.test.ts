import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSeparatedText } from "#server/platform/tables/separated-text.ts";
import { tableLimits } from "#server/platform/tables/table.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { createFile, formats } from "./grammar.ts";
import { apply } from "./kit.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const lastId = async () =>
  (await sql<{ id: number }>`select coalesce(max(id), 0)::integer as id from products`.execute(site.db)).rows[0]!.id;
/** The products after one. */
const storedAfter = async (id: number) =>
  (
    await sql`
      select p.title, p.publication, v.options, v.sku, v.price_cents as price, v.compare_at_cents as "before",
        v.weight_grams as grams, s.capacity as units
      from products p join variants v on v.product_id = p.id join stock s on s.id = v.stock_id
      where p.id > ${id} order by (p.title || ' ' || v.sku) collate "C"`.execute(site.db)
  ).rows;

/** What an upload does, without a thread for each file. */
async function preview(text: string) {
  const { rows, unread } = readSeparatedText(text, tableLimits);
  const table = JSON.stringify({ rows, unread });
  const {
    rows: [added],
  } = await sql<{ id: number }>`
    insert into product_imports (file_name, read_table) values ('products.csv', ${table}::jsonb) returning id`.execute(
    site.db,
  );
  return admin.get(`/api/admin/product-imports/${added!.id}`);
}

/** Files of each format; another seed is another set. */
const perFormat = 20;

for (const format of formats) {
  test(`of ${perFormat} ${format} files, no product is lost or invented, and each row that is left out is named`, async () => {
    await sql`truncate products cascade`.execute(site.db);
    for (let seed = 1; seed <= perFormat; seed++) {
      const before = await lastId();
      const { text, expected, leftOutRows } = createFile(format, seed);
      const { body } = await preview(text);
      const leftOut = (body.preview!.leftOut as { rows: number[] }[]).flatMap(({ rows }) => rows);
      expect([seed, body.preview!.format, leftOut.toSorted((a, b) => a - b)]).toEqual([seed, format, leftOutRows]);
      expect((await apply(admin, body.id)).status).toBe(200);
      expect([seed, await storedAfter(before)]).toEqual([seed, expected]);
      if (seed % 10 !== 0) continue;
      const again = await preview(text);
      expect([seed, again.body.preview]).toMatchObject([seed, { created: 0, changed: 0, questions: [] }]);
    }
  });
}
