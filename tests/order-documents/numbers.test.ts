import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import { issueDueDocuments } from "#server/modules/order-documents/issuing/service.ts";
import { sabotage, type Sabotage } from "#testing/sabotage.ts";
import { createSite, type Site, type SiteOptions } from "#testing/site.ts";

const sites: Site[] = [];
async function openSite(options: SiteOptions = {}): Promise<Site> {
  const site = await createSite(options);
  sites.unshift(site);
  return site;
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

/** Fails the first of every three draws after it got its numbers: at least one fails however few there are. */
function failingDraws(): { rewrite: Sabotage; count: () => number } {
  let draws = 0;
  let failed = 0;
  const rewrite = sabotage([
    "clock_now()",
    () => {
      failed++;
      return "clock_now() + make_interval(secs => 1 / (p.id - p.id))";
    },
    { in: "update order_documents p set year", when: () => draws++ % 3 === 0 },
  ]);
  return { rewrite, count: () => failed };
}

/** Buys on two nodes at once while both keep drawing numbers, then draws the remaining ones. */
async function buyAndDraw(orders: number, rewriteSql: Sabotage, prepare?: (site: Site) => Promise<void>) {
  const first = await openSite({ rewriteSql });
  await prepare?.(first);
  const nodes = [first, await openSite({ rewriteSql, database: first.database })];
  const ticketTypeId = await first.create.ticketType({ capacity: orders });
  let buying = true;
  const drawing = nodes.map(async (node) => {
    while (buying) {
      await issueDueDocuments(node.db).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  });
  const buyers = await Promise.all(Array.from({ length: orders }, (_, index) => nodes[index % 2]!.as("guest")));
  await Promise.all(buyers.map((buyer, index) => nodes[index % 2]!.buy(buyer, [{ ticketTypeId, quantity: 1 }])));
  buying = false;
  await Promise.all(drawing);
  for (let tries = 0; tries < 200 && (await countDue(first)) > 0; tries++) {
    await issueDueDocuments(first.db).catch(() => undefined);
  }
  const { rows } = await sql<{ number: number; orderId: string; paidAt: Date }>`
    select p.number, order_id as "orderId", o.paid_at as "paidAt" from order_documents p join orders o on o.id = p.order_id
    where kind = 'receipt' order by p.number`.execute(first.db);
  return { site: first, rows };
}

async function countDue(site: Site): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from order_documents where number is null`.execute(site.db);
  return rows[0]!.count;
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

test("two hundred purchases at once on two nodes have receipts 1 to 200, although draws fail in between", async () => {
  const draws = failingDraws();
  const { site, rows } = await buyAndDraw(200, draws.rewrite);
  expect(rows.map(({ number }) => number)).toEqual(upTo(200));
  expect(new Set(rows.map(({ orderId }) => orderId)).size).toBe(200);
  expect(draws.count()).toBeGreaterThan(0);
  const { rows: counters } = await sql`select kind, last from order_document_counters`.execute(site.db);
  expect(counters).toEqual([{ kind: "receipt", last: 200 }]);
});

test("negative control: with a sequence instead of the counter the failed draws leave gaps", async () => {
  const draws = failingDraws();
  const fromSequence = `
    select max(n) as last from (select nextval('document_numbers')::integer as n from generate_series(1, $3::integer)) s
    where $1::text is not null and $2::smallint is not null`;
  const { rows } = await buyAndDraw(
    60,
    sabotage([/^[\s\S]*insert into order_document_counters[\s\S]*$/, () => fromSequence], draws.rewrite),
    async ({ db }) => {
      await sql`create sequence document_numbers`.execute(db);
    },
  );
  expect(rows).toHaveLength(60);
  expect(draws.count()).toBeGreaterThan(0);
  expect(rows.at(-1)!.number).toBeGreaterThan(60);
});

test("numbers follow the order of payments, whichever node draws them", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType();
  for (let count = 0; count < 4; count++) await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  await Promise.all([issueDueDocuments(site.db), issueDueDocuments(site.db), issueDueDocuments(site.db)]);
  const { rows } = await sql<{ number: number }>`
    select p.number from order_documents p join orders o on o.id = p.order_id order by o.paid_at`.execute(site.db);
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
});

test("a free order has no receipt and takes no number", async () => {
  const site = await openSite();
  const free = await site.create.ticketType({ pricing: "free", priceCents: 0, feeCents: 0 });
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId: free, quantity: 1 }]);
  expect(order.status).toBe("paid");
  expect((await buyer.get(`/api/orders/${order.id}/documents`)).body).toEqual({ items: [] });
  expect((await buyer.get(`/api/orders/${order.id}/receipt.pdf`)).status).toBe(404);
  expect(await countDue(site)).toBe(0);
});

test("an issued document can't be changed, deleted or truncated; only its addressee can be removed", async () => {
  const site = await openSite();
  await site.buy(await site.as("guest"), [{ ticketTypeId: await site.create.ticketType(), quantity: 1 }]);
  await issueDueDocuments(site.db);
  const refused = /never changes/;
  await expect(sql`update order_documents set number = 7`.execute(site.db)).rejects.toThrow(refused);
  await expect(sql`update order_documents set content = '{}'`.execute(site.db)).rejects.toThrow(refused);
  await expect(sql`update order_documents set addressee = '{"name": "Eve"}'`.execute(site.db)).rejects.toThrow(refused);
  await expect(sql`delete from order_documents`.execute(site.db)).rejects.toThrow(refused);
  await expect(sql`truncate order_documents`.execute(site.db)).rejects.toThrow(refused);
  await sql`update order_documents set addressee = null`.execute(site.db);
});

test("negative control: without the guard a number can be changed", async () => {
  const site = await openSite();
  await site.buy(await site.as("guest"), [{ ticketTypeId: await site.create.ticketType(), quantity: 1 }]);
  await issueDueDocuments(site.db);
  await sql`alter table order_documents disable trigger order_documents_rows`.execute(site.db);
  await sql`update order_documents set number = 7`.execute(site.db);
});

test("a damaged order doesn't delay other orders' documents, and gets its own once it is fixed", async () => {
  const site = await openSite();
  const ticketTypeId = await site.create.ticketType();
  const lines = [{ ticketTypeId, quantity: 1 }];
  const { body: damaged } = await site.buy(await site.as("guest"), lines);
  const asReplica = (statement: ReturnType<typeof sql>) =>
    site.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await statement.execute(tx);
    });
  await asReplica(sql`update orders set status = 'expired', paid_at = null where id = ${damaged.id}`);
  const { body: sound } = await site.buy(await site.as("guest"), lines);
  const numbered = async () => {
    await issueDueDocuments(site.db);
    const { rows } = await sql<{ id: string }>`
      select order_id as id from order_documents where number is not null order by number`.execute(site.db);
    return rows.map(({ id }) => id);
  };
  expect(await numbered()).toEqual([sound.id]);
  await asReplica(sql`update orders set status = 'paid', paid_at = clock_now() where id = ${damaged.id}`);
  expect(await numbered()).toEqual([sound.id, damaged.id]);
});
