import { performance } from "node:perf_hooks";
import { sql } from "kysely";
import { listProducts } from "#server/modules/shop/index.ts";
import { createFixtures } from "#testing/make.ts";
import { purchase, rush } from "./kit/buyers.ts";
import { percentile, ratioOf, readOptions, reportFailures, spread } from "./kit/figures.ts";
import { HttpConnection } from "./kit/http-client.ts";
import { startSite, type RunningSite } from "./kit/running-site.ts";

const delivery = {
  method: "ship",
  address: { name: "Bench Buyer", line1: "1 Shore Road", city: "Brooklyn", state: "NY", zip: "11231" },
};

/**
 * One hot variant with shipping and sales tax, bought from session to paid order, in turns with one hot ticket type in
 * the same run: the shop's purchases per second as a ratio to the tickets'. Then the list of twenty among thousands of
 * products, as visitors read it, and the uncached time of three filters with a text search.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, {
    buyers: "128",
    stock: "3000",
    rounds: "2",
    products: "2000",
    seconds: "4",
    connections: "64",
  });
  const site = await startSite();
  try {
    await measurePurchases(site, options);
    await fillShop(site, Number(options.products));
    await measureList(site, options);
    await measureFilters(site);
  } finally {
    await site.stop();
  }
}

async function measurePurchases(site: RunningSite, options: Record<string, string>): Promise<void> {
  const create = createFixtures(site.db);
  await sql`insert into shipping_rates (name, price_cents) values ('Ground', 700)`.execute(site.db);
  await sql`insert into tax_rates (state, rate) values ('NY', 8875)`.execute(site.db);
  const units = Number(options.stock);
  const buyers = Number(options.buyers);
  const buy = async (name: string, wish: object, count: number) => {
    const { tally, seconds } = await rush(site.baseUrl, buyers, count, (connection, own) =>
      purchase(connection, wish, own, { headers: "" }),
    );
    reportFailures(tally.failures);
    if (tally.purchases !== count) process.exitCode = 1;
    const rate = tally.purchases / seconds;
    console.log(`${name.padEnd(10)} ${rate.toFixed(0).padStart(5)}/s; ${spread(tally.purchaseMs)}`);
    return rate;
  };
  const rounds = Number(options.rounds);
  const variantId = await create.variant({ onHand: units * (rounds + 1) });
  const ticketTypeId = await create.ticketType({ capacity: units * (rounds + 1) });
  const product = { lines: [{ variantId, quantity: 1 }], delivery };
  const ticket = { lines: [{ ticketTypeId, quantity: 1 }] };
  const warm = Math.min(units, 500);
  await buy("warm up", ticket, warm);
  await buy("warm up", product, warm);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const tickets = await buy("tickets", ticket, units);
    ratios.push(ratioOf(await buy("products", product, units), tickets));
  }
  console.log(`products with shipping and tax are ${percentile(ratios, 0.5).toFixed(2)} of tickets`);
  const { rows } = await sql<{ sold: number; held: number; lines: number }>`
    select s.sold, s.held, (select count(*)::integer from variant_lines where variant_id = v.id) as lines
    from variants v join stock s on s.id = v.stock_id where v.id = ${variantId}`.execute(site.db);
  const expected = units * rounds + warm;
  console.log(`  sold ${rows[0]!.sold} of ${expected} asked for, held ${rows[0]!.held}, lines ${rows[0]!.lines}`);
  if (rows[0]!.sold !== expected || rows[0]!.held !== 0) {
    console.log("  WRONG: the books and the buyers disagree");
    process.exitCode = 1;
  }
}

/** Products with six variants each, two colors in three sizes, some of them sold out. */
async function fillShop({ db }: RunningSite, count: number): Promise<void> {
  await sql`insert into collections (slug, name) select 'line-' || n, 'Line ' || n from generate_series(1, 12) n`.execute(
    db,
  );
  await sql`
    insert into products (slug, title, tagline, kind, publication, tax_category, options, position, search_text, published_at)
    select 'bench-' || n, w || ' Tee ' || n, 'Heavyweight cotton', 'physical', 'active', 'clothing',
      '[{"name": "Color", "values": ["Black", "Bone"]}, {"name": "Size", "values": ["S", "M", "L"]}]', n,
      lower(w) || ' tee ' || n || ' heavyweight cotton black bone', clock_now() - make_interval(mins => n)
    from generate_series(1, ${count}::integer) n
    cross join lateral (select (array['Yard', 'Harbor', 'Carnival', 'Dock'])[n % 4 + 1] as w) words`.execute(db);
  await sql`
    insert into collection_products select c.id, p.id from products p join collections c on c.id % 12 = p.id % 12
    where p.slug like 'bench-%'`.execute(db);
  await sql`
    with wanted as (
      select p.id as product_id, c as color, s as size, row_number() over () as n
      from products p cross join unnest(array['Black', 'Bone']) c cross join unnest(array['S', 'M', 'L']) s
      where p.slug like 'bench-%'
    ), stocks as (
      insert into stock (kind, capacity) select 'variant', n % 40 from wanted returning id
    )
    insert into variants (product_id, stock_id, options, sku, price_cents)
    select w.product_id, s.id, array[w.color, w.size], 'BENCH-' || w.n, 2000 + w.n % 30 * 100
    from wanted w join (select id, row_number() over (order by id) as n from stocks) s using (n)`.execute(db);
  await sql`
    insert into stock_changes (variant_id, reason, units, on_hand)
    select v.id, 'opening', s.capacity, s.capacity from variants v join stock s on s.id = v.stock_id
    where v.sku like 'BENCH-%'`.execute(db);
  await sql`analyze products, variants, stock, collection_products`.execute(db);
}

async function measureList({ baseUrl }: RunningSite, options: Record<string, string>): Promise<void> {
  const path = "/api/shop/products";
  const connections = await Promise.all(
    Array.from({ length: Number(options.connections) }, () => HttpConnection.open(baseUrl)),
  );
  for (const counted of [false, true]) {
    const samples: number[] = [];
    const end = performance.now() + Number(options.seconds) * 1000;
    await Promise.all(
      connections.map(async (connection) => {
        while (performance.now() < end) {
          const before = performance.now();
          const { status } = await connection.request("GET", path, "");
          if (status !== 200) throw new Error(`${path} answered ${status}`);
          samples.push(performance.now() - before);
        }
      }),
    );
    if (!counted) continue;
    const rate = samples.length / Number(options.seconds);
    console.log(`list of 20 among ${options.products}: ${rate.toFixed(0)}/s; ${spread(samples)}`);
  }
  for (const connection of connections) connection.close();
}

/** Asks each time for another price, so that no answer is reused. */
async function measureFilters({ baseUrl, db }: RunningSite): Promise<void> {
  const queries: [string, string][] = [
    ["plain list", ""],
    ["three filters and a text search", "q=yard%20tee&color=Black&size=M&inStock=true&"],
    ["a text search that finds everything, by price", "q=tee&sort=price&"],
  ];
  const connection = await HttpConnection.open(baseUrl);
  for (const [name, query] of queries) {
    const samples: number[] = [];
    for (let round = 0; round < 60; round++) {
      const before = performance.now();
      const { status } = await connection.request("GET", `/api/shop/products?${query}maxCents=${900_000 + round}`, "");
      if (status !== 200) throw new Error(`${name} answered ${status}`);
      if (round >= 10) samples.push(performance.now() - before);
    }
    console.log(`${name}, uncached: ${spread(samples)}`);
  }
  connection.close();
  const { total } = await listProducts(db, { sort: "featured" });
  console.log(`  ${total} products on sale`);
}
