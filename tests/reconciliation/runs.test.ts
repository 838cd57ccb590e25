import { sql } from "kysely";
import { afterEach, expect, test } from "vitest";
import type { ProviderMoney } from "#server/modules/payments/index.ts";
import { createSite, type Client, type Site, type SiteOptions } from "#testing/site.ts";
import { age, loseMoney, listOpenDiscrepancies, repair, traces } from "./kit.ts";

const sites: Site[] = [];
async function openSite(options: SiteOptions = {}): Promise<Site> {
  const site = await createSite(options);
  sites.unshift(site);
  return site;
}
afterEach(async () => {
  for (const site of sites.splice(0)) await site.close();
});

/** Orders that were paid a while ago. */
async function trade(site: Site, count: number) {
  const ticketTypeId = await site.create.ticketType({ capacity: count + 5 });
  const buyer = await site.as("guest");
  const orders: string[] = [];
  for (let n = 0; n < count; n++) {
    const { body } = await site.buy(n % 4 === 0 ? await site.as("guest") : buyer, [{ ticketTypeId, quantity: 1 }]);
    orders.push(body.id);
  }
  return orders;
}

/** The same, including the times when refunds were done. */
async function ageAll(site: Site, interval: string): Promise<void> {
  await age(site, interval);
  await sql`update refunds set done_at = done_at - ${interval}::interval`.execute(site.db);
}

async function compare(site: Site, admin: Client) {
  const begun = await admin.post("/api/admin/money/reconciliation-runs", {});
  expect(begun.status).toBe(202);
  await site.app.runJob("reconciliation");
  const { body } = await admin.get("/api/admin/money/reconciliation-runs");
  return body.items.find((item: { id: number }) => item.id === begun.body.id);
}

test("if the ledger and the provider's list match there are no differences, and charges and refunds are counted", async () => {
  const site = await openSite();
  const admin = await site.as("admin");
  const [first] = await trade(site, 5);
  await sql`
    insert into refunds (id, payment_id, amount_cents, reason)
    select gen_random_uuid(), id, 500, 'requested' from payments where subject_id = ${first}`.execute(site.db);
  await site.app.runJob("refunds");
  await ageAll(site, "1 hour");
  const result = await compare(site, admin);
  expect(result).toMatchObject({ charges: 5, refunds: 1, disputes: 0, differences: 0, error: null, progress: 1 });
  expect(await listOpenDiscrepancies(admin)).toEqual([]);
});

test("charges missing in our ledger and charges missing in the provider's list are both reported, once", async () => {
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
    insert into sandbox.sessions (ref, merchant_ref, amount_cents, currency, description, status, return_url, cancel_url,
                                  expires_at, approved_at)
    values ('sbx_foreign', gen_random_uuid(), 700, 'USD', 'foreign', 'approved', '', '', clock_now(),
            clock_now() - interval '1 hour')`.execute(site.db);
  expect(await compare(site, admin)).toMatchObject({ charges: 5, differences: 4 });
  expect(await compare(site, admin)).toMatchObject({ differences: 4 });
  const found = (await listOpenDiscrepancies(admin)).filter(({ kind }) => kind === "provider_mismatch");
  const summary = found.map(({ order, detail, repairs }) => [order?.id ?? null, detail["what"], repairs[0]]);
  expect(summary).toHaveLength(4);
  expect(summary).toEqual(
    expect.arrayContaining([
      [lost, "status", "ask_provider"],
      [unlisted, "unknown_there", "ask_provider"],
      [dearer, "amount", "by_hand"],
      [null, "unknown_here", "by_hand"],
    ]),
  );
  expect(others).toHaveLength(2);

  // The provider's status brings the lost money back into the ledger; what it doesn't know stays open.
  const mended = found.find(({ order }) => order?.id === lost)!;
  expect((await repair(admin, mended.id, "ask_provider")).body.resolved).toMatchObject({ how: "ask_provider" });
  expect(await traces(site, lost!)).toEqual({ tickets: 1, mails: 1, captured: 1, refunds: 0 });
  const stuck = found.find(({ order }) => order?.id === unlisted)!;
  expect((await repair(admin, stuck.id, "ask_provider")).body.resolved).toBeNull();
  await repair(admin, stuck.id, "by_hand", "The bank has it");
  expect(await compare(site, admin)).toMatchObject({ differences: 3 });
  expect((await listOpenDiscrepancies(admin)).map(({ detail }) => detail["what"]).toSorted()).toEqual([
    "amount",
    "unknown_here",
  ]);
});

test("each night has one reconciliation run however many nodes there are, and an interrupted run continues", async () => {
  let breakAfter = Infinity;
  let read = 0;
  const wrapProvider: SiteOptions["wrapProvider"] = (provider) => ({
    ...provider,
    async *listMoney(span): AsyncIterable<ProviderMoney> {
      for await (const line of provider.listMoney(span)) {
        if (++read > breakAfter) throw new Error("the connection broke");
        yield line;
      }
    },
  });
  const site = await openSite({ wrapProvider });
  const admin = await site.as("admin");
  await trade(site, 4);
  const { rows } = await sql<{ hours: number }>`
    select 28 - extract(hour from clock_now() at time zone 'UTC')::integer as hours`.execute(site.db);
  const atNight = { database: site.database, clockOffset: `${rows[0]!.hours} hours`, wrapProvider };
  const [one, other] = [await openSite(atNight), await openSite(atNight)];
  breakAfter = 2;
  await one.app.runJob("reconciliation");
  const list = async () => (await admin.get("/api/admin/money/reconciliation-runs")).body;
  expect(await list()).toMatchObject({ total: 1, items: [{ doneAt: null, error: "Error: the connection broke" }] });
  // Its lease has to expire before another node can take it.
  await other.app.runJob("reconciliation");
  expect((await list()).items[0]!.doneAt).toBeNull();
  breakAfter = Infinity;
  await sql`update reconciliation_runs set leased_until = clock_now()`.execute(site.db);
  await Promise.all([one, other].map((node) => node.app.runJob("reconciliation")));
  await one.app.runJob("reconciliation");
  expect(await list()).toMatchObject({ total: 1, items: [{ charges: 4, differences: 0, error: null }] });
});

test("starting a run while one is in progress returns that one", async () => {
  const site = await openSite();
  const admin = await site.as("admin");
  await trade(site, 1);
  const [one, other] = await Promise.all([1, 2].map(() => admin.post("/api/admin/money/reconciliation-runs", {})));
  expect(one!.body.id).toBe(other!.body.id);
  expect((await admin.get("/api/admin/audit?kind=reconciliation_run")).body.total).toBe(1);
});
