import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { moneyInvariants } from "#db/invariants/money.ts";
import { readAttention } from "#testing/attention.ts";
import { sabotage } from "#testing/sabotage.ts";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { age, loseDelivery, loseMoney, listOpenDiscrepancies, repair, traces } from "./kit.ts";

let site: Site;
let admin: Client;
beforeEach(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterEach(() => site.close());

const runCheck = () => site.app.runJob("discrepancies");

/** An order with money but without tickets. */
async function unserved(capacity = 5) {
  const ticketTypeId = await site.create.ticketType({ capacity });
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity: 2 }]);
  await age(site, "10 minutes");
  await loseDelivery(site, order.id);
  return { orderId: order.id, ticketTypeId, buyer };
}

test("if all is well nothing is open, and the time of the last run is shown", async () => {
  expect((await admin.get("/api/admin/money/discrepancies")).body).toMatchObject({ total: 0, checkedAt: null });
  const buyer = await site.as("guest");
  const ticketTypeId = await site.create.ticketType();
  await site.buy(buyer, [{ ticketTypeId, quantity: 2 }]);
  await site.buy(buyer, [{ ticketTypeId, quantity: 1 }], "decline");
  await admin.post("/api/admin/comps", {
    ticketTypeId,
    quantity: 1,
    guest: { name: "Selector Duke", email: "duke@example.com" },
    reason: "Plays",
  });
  await age(site, "10 minutes");
  await runCheck();
  const { body } = await admin.get("/api/admin/money/discrepancies");
  expect(body).toMatchObject({ total: 0, items: [] });
  expect(Date.parse(body.checkedAt!)).toBeGreaterThan(Date.now() - 60_000);
});

test("money without a ticket is found once, and two clicks at once deliver its tickets once", async () => {
  const { orderId } = await unserved();
  await runCheck();
  await runCheck();
  const [found, ...more] = await listOpenDiscrepancies(admin);
  expect(more).toEqual([]);
  expect(found).toMatchObject({
    kind: "money_without_ticket",
    order: { id: orderId, status: "expired" },
    amountCents: 5000,
    currency: "USD",
    repairs: ["deliver", "return_money", "by_hand"],
  });
  expect((await site.anon.get("/metrics")).text).toContain('site_open_discrepancies{kind="money_without_ticket"} 1');
  expect((await readAttention(admin)).openDiscrepancies).toBe(1);

  const presses = await Promise.all([1, 2, 3].map(() => repair(admin, found!.id, "deliver")));
  expect(presses.map((press) => press.status)).toEqual([200, 200, 200]);
  expect(await traces(site, orderId)).toEqual({ tickets: 2, mails: 1, captured: 1, refunds: 0 });
  expect(await checkInvariants(site.db, moneyInvariants)).toEqual([]);
  expect(await listOpenDiscrepancies(admin)).toEqual([]);
  const { body: log } = await admin.get(`/api/admin/audit?kind=discrepancy&id=${found!.id}`);
  expect(log.items).toHaveLength(1);
  expect(log.items[0]).toMatchObject({ action: "discrepancy.repaired", after: { how: "deliver" } });
});

test("if the tickets are sold out they can't be delivered, and the money is refunded instead", async () => {
  const { orderId, ticketTypeId } = await unserved(2);
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  await runCheck();
  const [found] = await listOpenDiscrepancies(admin);
  expect((await repair(admin, found!.id, "deliver")).body).toMatchObject({ code: "sold_out" });
  expect(await traces(site, orderId)).toEqual({ tickets: 0, mails: 0, captured: 1, refunds: 0 });

  await Promise.all([1, 2].map(() => repair(admin, found!.id, "return_money", "Sold out in the meantime")));
  await site.app.runJob("refunds");
  expect(await traces(site, orderId)).toEqual({ tickets: 0, mails: 1, captured: 0, refunds: 1 });
  await runCheck();
  expect(await listOpenDiscrepancies(admin)).toEqual([]);
});

test("only the missing tickets of a paid order are issued", async () => {
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId: await site.create.ticketType(), quantity: 3 }]);
  await age(site, "10 minutes");
  await sql`delete from tickets where id = ${order.tickets[1]!.id}`.execute(site.db);
  await runCheck();
  const [found] = await listOpenDiscrepancies(admin);
  expect(found).toMatchObject({
    kind: "money_without_ticket",
    detail: { what: "missing_tickets", missing: 1 },
    repairs: ["deliver", "by_hand"],
  });
  await repair(admin, found!.id, "deliver");
  const after = (await buyer.get(`/api/orders/${order.id}`)).body;
  const codes = after.tickets.map((ticket: { code: string }) => ticket.code);
  expect(codes).toEqual(expect.arrayContaining([order.tickets[0]!.code, order.tickets[2]!.code]));
  expect(codes).toHaveLength(3);
});

test("tickets without money are found, and the provider's status brings back the money", async () => {
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId: await site.create.ticketType(), quantity: 1 }]);
  await age(site, "10 minutes");
  await loseMoney(site, order.id);
  await runCheck();
  const [found] = await listOpenDiscrepancies(admin);
  expect(found).toMatchObject({ kind: "ticket_without_money", order: { id: order.id }, detail: { tickets: 1 } });
  const asked = await repair(admin, found!.id, "ask_provider");
  expect(asked.body.resolved).toMatchObject({ how: "ask_provider" });
  expect(await traces(site, order.id)).toEqual({ tickets: 1, mails: 1, captured: 1, refunds: 0 });
  expect(await checkInvariants(site.db, moneyInvariants)).toEqual([]);
});

test("a refund that can't be sent is reported after three minutes, can be retried with a click, and resolves itself", async () => {
  await site.close();
  let broken = true;
  site = await createSite({
    wrapProvider: (provider) => ({
      ...provider,
      refund: (refund) => (broken ? Promise.reject(new Error("insufficient balance")) : provider.refund(refund)),
    }),
  });
  admin = await site.as("admin");
  const { orderId } = await unserved(2);
  await runCheck();
  await repair(admin, (await listOpenDiscrepancies(admin))[0]!.id, "return_money", "Sold out");
  await site.app.runJob("refunds");
  await runCheck();
  expect(await listOpenDiscrepancies(admin)).toEqual([]);
  await age(site, "10 minutes");
  await runCheck();
  const [found] = await listOpenDiscrepancies(admin);
  expect(found).toMatchObject({ kind: "failed_refund", amountCents: 5000, repairs: ["retry_refund", "by_hand"] });
  expect(String(found!.detail["failure"])).toContain("insufficient balance");

  broken = false;
  expect((await repair(admin, found!.id, "retry_refund")).body.resolved).toMatchObject({ how: "retry_refund" });
  await site.app.runJob("refunds");
  await runCheck();
  expect(await listOpenDiscrepancies(admin)).toEqual([]);
  expect((await traces(site, orderId)).refunds).toBe(1);
});

test("discrepancies that go away are resolved automatically; manually resolved ones stay so until they change", async () => {
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId: await site.create.ticketType(), quantity: 3 }]);
  await age(site, "10 minutes");
  await sql`delete from tickets where id = ${order.tickets[2]!.id}`.execute(site.db);
  await runCheck();
  const [found] = await listOpenDiscrepancies(admin);
  expect((await repair(admin, found!.id, "by_hand")).status).toBe(400);
  const settled = await repair(admin, found!.id, "by_hand", "She is on the guest list");
  expect(settled.body.resolved).toMatchObject({ how: "by_hand" });
  await runCheck();
  expect(await listOpenDiscrepancies(admin)).toEqual([]);

  await sql`delete from tickets where id = ${order.tickets[1]!.id}`.execute(site.db);
  await runCheck();
  expect(await listOpenDiscrepancies(admin)).toMatchObject([{ detail: { missing: 2 } }]);
  await sql`update order_lines set quantity = 1, total_cents = unit_cents where order_id = ${order.id}`.execute(
    site.db,
  );
  await runCheck();
  expect(await listOpenDiscrepancies(admin)).toEqual([]);
  const { body } = await admin.get("/api/admin/money/discrepancies?status=resolved");
  expect(body.items.map((item) => item.resolved?.how)).toEqual(["gone", "by_hand"]);
});

/**
 * A run that pauses between finding and saving while someone repairs what it found: until the repair is done, or waits
 * for the run.
 */
async function repairDuringCheck(unlocked: boolean) {
  const { orderId } = await unserved();
  await runCheck();
  const [found] = await listOpenDiscrepancies(admin);
  await sql`
    create function wait_for_repair() returns boolean language plpgsql as $$ begin
      while not exists (select from discrepancies where resolved_at is not null)
        and not exists (
          select from pg_locks where relation = 'discrepancies'::regclass and not granted
            and database = (select oid from pg_database where datname = current_database()))
      loop perform pg_sleep(0.01); end loop;
      return true; end $$`.execute(site.db);
  let repaired: Promise<unknown> | undefined;
  const slow = await createSite({
    database: site.database,
    rewriteSql: sabotage(...(unlocked ? [[/^lock table[\s\S]*$/, "select 1"] as const] : []), [
      "where e.resolved_at",
      () => {
        repaired ??= repair(admin, found!.id, "deliver");
        return "where (select wait_for_repair()) and e.resolved_at";
      },
      { in: "set resolved_at = clock_now(), resolution = 'gone'" },
    ]),
  });
  await slow.app.runJob("discrepancies");
  await repaired;
  await slow.close();
  expect(await traces(site, orderId)).toMatchObject({ tickets: 2, mails: 1, captured: 1 });
  return listOpenDiscrepancies(admin);
}

test("a discrepancy repaired during a run is not reopened by that run", async () => {
  expect(await repairDuringCheck(false)).toEqual([]);
});

test("negative control: a run without locks reopens what was repaired in the meantime", async () => {
  expect(await repairDuringCheck(true)).toHaveLength(1);
});

test("a repair that doesn't apply is rejected and changes nothing", async () => {
  const { orderId } = await unserved();
  await runCheck();
  const [found] = await listOpenDiscrepancies(admin);
  expect((await repair(admin, found!.id, "retry_refund")).body).toMatchObject({ code: "status_final" });
  expect((await repair(admin, 999_999, "deliver")).status).toBe(404);
  expect(await traces(site, orderId)).toEqual({ tickets: 0, mails: 0, captured: 1, refunds: 0 });
});
