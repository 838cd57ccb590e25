import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import type { ProviderMoney } from "#server/modules/payments/index.ts";
import { createSite, type Client, type Site, type SiteOptions } from "#tests/kit/site.ts";
import { age, loseMoney, openExceptions, repair, traces } from "./kit.ts";

const sites: Site[] = [];
async function openSite(options: SiteOptions = {}): Promise<Site> {
  const site = await createSite(options);
  sites.unshift(site);
  return site;
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

/** Orders that were paid a while ago, one of them given back since. */
async function trade(site: Site, count: number) {
  const ticketTypeId = await site.make.ticketType({ capacity: count + 5 });
  const buyer = await site.as("guest");
  const orders: string[] = [];
  for (let n = 0; n < count; n++) {
    const { body } = await site.buy(n % 4 === 0 ? await site.as("guest") : buyer, [{ ticketTypeId, quantity: 1 }]);
    orders.push(body.id);
  }
  return orders;
}

/** The same for when refunds were done. */
async function ageAll(site: Site, interval: string): Promise<void> {
  await age(site, interval);
  await sql`update refunds set done_at = done_at - ${interval}::interval`.execute(site.db);
}

async function compare(site: Site, admin: Client) {
  const begun = await admin.post("/api/admin/money/comparisons", {});
  expect(begun.status).toBe(202);
  await site.app.sweep("money-comparison");
  const { body } = await admin.get("/api/admin/money/comparisons");
  return body.items.find((item: { id: number }) => item.id === begun.body.id);
}

test("books and list that say the same differ in nothing, charges and refunds counted", async () => {
  const site = await openSite();
  const admin = await site.as("admin");
  const [first] = await trade(site, 5);
  await sql`
    insert into refunds (id, payment_id, amount_cents, reason)
    select gen_random_uuid(), id, 500, 'requested' from payments where subject_id = ${first}`.execute(site.db);
  await site.app.sweep("refunds");
  await ageAll(site, "1 hour");
  const result = await compare(site, admin);
  expect(result).toMatchObject({ charges: 5, refunds: 1, disputes: 0, differences: 0, error: null, progress: 1 });
  expect(await openExceptions(admin)).toEqual([]);
});

test("what the provider lists and we lost, and what we have and it does not list, are both told and not twice", async () => {
  const site = await openSite();
  const admin = await site.as("admin");
  const [lost, unlisted, dearer, ...others] = await trade(site, 5);
  await ageAll(site, "1 hour");
  await loseMoney(site, lost!);
  await sql`
    delete from sandbox.sessions where merchant_ref = (select id from payments where subject_id = ${unlisted})`.execute(
    site.db,
  );
  await sql`
    update sandbox.sessions set amount_cents = 9900
    where merchant_ref = (select id from payments where subject_id = ${dearer})`.execute(site.db);
  await sql`
    insert into sandbox.sessions (ref, merchant_ref, amount_cents, currency, description, state, return_url, cancel_url,
                                  expires_at, approved_at)
    values ('sbx_foreign', gen_random_uuid(), 700, 'USD', 'foreign', 'approved', '', '', clock_now(),
            clock_now() - interval '1 hour')`.execute(site.db);
  expect(await compare(site, admin)).toMatchObject({ charges: 5, differences: 4 });
  expect(await compare(site, admin)).toMatchObject({ differences: 4 });
  const found = (await openExceptions(admin)).filter(({ kind }) => kind === "provider_mismatch");
  const told = found.map(({ order, detail, repairs }) => [order?.id ?? null, detail["what"], repairs[0]]);
  expect(told).toHaveLength(4);
  expect(told).toEqual(
    expect.arrayContaining([
      [lost, "state", "ask_provider"],
      [unlisted, "unknown_there", "ask_provider"],
      [dearer, "amount", "by_hand"],
      [null, "unknown_here", "by_hand"],
    ]),
  );
  expect(others).toHaveLength(2);

  // The provider's word brings the lost money back into the books; what it does not know stays open.
  const mended = found.find(({ order }) => order?.id === lost)!;
  expect((await repair(admin, mended.id, "ask_provider")).body.resolved).toMatchObject({ how: "ask_provider" });
  expect(await traces(site, lost!)).toEqual({ tickets: 1, mails: 1, captured: 1, refunds: 0 });
  const stuck = found.find(({ order }) => order?.id === unlisted)!;
  expect((await repair(admin, stuck.id, "ask_provider")).body.resolved).toBeNull();
  await repair(admin, stuck.id, "by_hand", "The bank has it");
  expect(await compare(site, admin)).toMatchObject({ differences: 3 });
  expect((await openExceptions(admin)).map(({ detail }) => detail["what"]).toSorted()).toEqual([
    "amount",
    "unknown_here",
  ]);
});

test("each night has one comparison however many nodes look, and one that is broken off goes on", async () => {
  let breakAfter = Infinity;
  let read = 0;
  const wrapProvider: SiteOptions["wrapProvider"] = (provider) => ({
    ...provider,
    async *listMoney(span): AsyncIterable<ProviderMoney> {
      for await (const line of provider.listMoney(span)) {
        if (++read > breakAfter) throw new Error("the line is cut");
        yield line;
      }
    },
  });
  const site = await openSite({ wrapProvider });
  const admin = await site.as("admin");
  await trade(site, 4);
  const { rows } = await sql<{ hours: number }>`
    select 28 - extract(hour from clock_now() at time zone 'UTC')::integer as hours`.execute(site.db);
  const night = { database: site.database, clockOffset: `${rows[0]!.hours} hours`, wrapProvider };
  const [one, other] = [await openSite(night), await openSite(night)];
  breakAfter = 2;
  await one.app.sweep("money-comparison");
  const list = async () => (await admin.get("/api/admin/money/comparisons")).body;
  expect(await list()).toMatchObject({ total: 1, items: [{ doneAt: null, error: "Error: the line is cut" }] });
  // Its lease has to be over before another takes it.
  await other.app.sweep("money-comparison");
  expect((await list()).items[0].doneAt).toBeNull();
  breakAfter = Infinity;
  await sql`update money_comparisons set leased_until = clock_now()`.execute(site.db);
  await Promise.all([one, other].map((node) => node.app.sweep("money-comparison")));
  await one.app.sweep("money-comparison");
  expect(await list()).toMatchObject({ total: 1, items: [{ charges: 4, differences: 0, error: null }] });
});

test("asking twice while one is under way answers that one", async () => {
  const site = await openSite();
  const admin = await site.as("admin");
  await trade(site, 1);
  const [one, other] = await Promise.all([1, 2].map(() => admin.post("/api/admin/money/comparisons", {})));
  expect(one!.body.id).toBe(other!.body.id);
  expect((await admin.get("/api/admin/audit?kind=comparison")).body.total).toBe(1);
});
