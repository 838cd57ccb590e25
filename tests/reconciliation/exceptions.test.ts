import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkInvariants } from "#db/invariants.ts";
import { moneyInvariants } from "#db/invariants/money.ts";
import { sabotage } from "#tests/kit/sabotage.ts";
import { createSite, type Client, type Site } from "#tests/kit/site.ts";
import { age, loseDelivery, loseMoney, openExceptions, repair, traces } from "./kit.ts";

let site: Site;
let admin: Client;
beforeEach(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterEach(() => site.close());

const look = () => site.app.sweep("money-exceptions");

/** An order whose money is here and whose tickets are not. */
async function unserved(capacity = 5) {
  const ticketTypeId = await site.make.ticketType({ capacity });
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId, quantity: 2 }]);
  await age(site, "10 minutes");
  await loseDelivery(site, order.id);
  return { orderId: order.id, ticketTypeId, buyer };
}

test("where all is well nothing is open, and when it was looked is told", async () => {
  expect((await admin.get("/api/admin/money/exceptions")).body).toMatchObject({ total: 0, lookedAt: null });
  const buyer = await site.as("guest");
  const ticketTypeId = await site.make.ticketType();
  await site.buy(buyer, [{ ticketTypeId, quantity: 2 }]);
  await site.buy(buyer, [{ ticketTypeId, quantity: 1 }], "decline");
  await admin.post("/api/admin/comps", {
    ticketTypeId,
    quantity: 1,
    guest: { name: "Selector Duke", email: "duke@example.com" },
    reason: "Plays",
  });
  await age(site, "10 minutes");
  await look();
  const { body } = await admin.get("/api/admin/money/exceptions");
  expect(body).toMatchObject({ total: 0, items: [] });
  expect(Date.parse(body.lookedAt)).toBeGreaterThan(Date.now() - 60_000);
});

test("money without a ticket is found once, and its tickets are delivered by one click, pressed twice at once", async () => {
  const { orderId } = await unserved();
  await look();
  await look();
  const [found, ...more] = await openExceptions(admin);
  expect(more).toEqual([]);
  expect(found).toMatchObject({
    kind: "money_without_ticket",
    order: { id: orderId, status: "expired" },
    amountCents: 5000,
    currency: "USD",
    repairs: ["deliver", "return_money", "by_hand"],
  });
  expect((await site.anon.get("/metrics")).text).toContain('site_money_exceptions{kind="money_without_ticket"} 1');
  expect((await admin.get("/api/admin/trend")).body.attention.moneyExceptions).toBe(1);

  const presses = await Promise.all([1, 2, 3].map(() => repair(admin, found!.id, "deliver")));
  expect(presses.map((press) => press.status)).toEqual([200, 200, 200]);
  expect(await traces(site, orderId)).toEqual({ tickets: 2, mails: 1, captured: 1, refunds: 0 });
  expect(await checkInvariants(site.db, moneyInvariants)).toEqual([]);
  expect(await openExceptions(admin)).toEqual([]);
  const { body: log } = await admin.get(`/api/admin/audit?kind=exception&id=${found!.id}`);
  expect(log.items).toHaveLength(1);
  expect(log.items[0]).toMatchObject({ action: "exception.repaired", after: { how: "deliver" } });
});

test("where the tickets are gone they cannot be delivered, and the money goes back instead", async () => {
  const { orderId, ticketTypeId } = await unserved(2);
  await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 1 }]);
  await look();
  const [found] = await openExceptions(admin);
  expect((await repair(admin, found!.id, "deliver")).body).toMatchObject({ code: "sold_out" });
  expect(await traces(site, orderId)).toEqual({ tickets: 0, mails: 0, captured: 1, refunds: 0 });

  await Promise.all([1, 2].map(() => repair(admin, found!.id, "return_money", "Sold out meanwhile")));
  await site.app.sweep("refunds");
  expect(await traces(site, orderId)).toEqual({ tickets: 0, mails: 1, captured: 0, refunds: 1 });
  await look();
  expect(await openExceptions(admin)).toEqual([]);
});

test("tickets that a paid order lacks are issued, and only those", async () => {
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId: await site.make.ticketType(), quantity: 3 }]);
  await age(site, "10 minutes");
  await sql`delete from tickets where id = ${order.tickets[1]!.id}`.execute(site.db);
  await look();
  const [found] = await openExceptions(admin);
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

test("tickets without money are found, and the provider's word brings the money", async () => {
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId: await site.make.ticketType(), quantity: 1 }]);
  await age(site, "10 minutes");
  await loseMoney(site, order.id);
  await look();
  const [found] = await openExceptions(admin);
  expect(found).toMatchObject({ kind: "ticket_without_money", order: { id: order.id }, detail: { tickets: 1 } });
  const asked = await repair(admin, found!.id, "ask_provider");
  expect(asked.body.resolved).toMatchObject({ how: "ask_provider" });
  expect(await traces(site, order.id)).toEqual({ tickets: 1, mails: 1, captured: 1, refunds: 0 });
  expect(await checkInvariants(site.db, moneyInvariants)).toEqual([]);
});

test("a refund that cannot be sent is told after three minutes, is tried again by a click, and settles by itself", async () => {
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
  await look();
  await repair(admin, (await openExceptions(admin))[0]!.id, "return_money", "Sold out");
  await site.app.sweep("refunds");
  await look();
  expect(await openExceptions(admin)).toEqual([]);
  await age(site, "10 minutes");
  await look();
  const [found] = await openExceptions(admin);
  expect(found).toMatchObject({ kind: "failed_refund", amountCents: 5000, repairs: ["retry_refund", "by_hand"] });
  expect(String(found!.detail["failure"])).toContain("insufficient balance");

  broken = false;
  expect((await repair(admin, found!.id, "retry_refund")).body.resolved).toMatchObject({ how: "retry_refund" });
  await site.app.sweep("refunds");
  await look();
  expect(await openExceptions(admin)).toEqual([]);
  expect((await traces(site, orderId)).refunds).toBe(1);
});

test("what is gone by itself is settled by itself; what was settled by hand stays so until it changes", async () => {
  const buyer = await site.as("guest");
  const { body: order } = await site.buy(buyer, [{ ticketTypeId: await site.make.ticketType(), quantity: 3 }]);
  await age(site, "10 minutes");
  await sql`delete from tickets where id = ${order.tickets[2]!.id}`.execute(site.db);
  await look();
  const [found] = await openExceptions(admin);
  expect((await repair(admin, found!.id, "by_hand")).status).toBe(400);
  const settled = await repair(admin, found!.id, "by_hand", "She gets in by the list");
  expect(settled.body.resolved).toMatchObject({ how: "by_hand" });
  await look();
  expect(await openExceptions(admin)).toEqual([]);

  await sql`delete from tickets where id = ${order.tickets[1]!.id}`.execute(site.db);
  await look();
  expect(await openExceptions(admin)).toMatchObject([{ detail: { missing: 2 } }]);
  await sql`update order_lines set quantity = 1, total_cents = unit_cents where order_id = ${order.id}`.execute(
    site.db,
  );
  await look();
  expect(await openExceptions(admin)).toEqual([]);
  const { body } = await admin.get("/api/admin/money/exceptions?state=resolved");
  expect(body.items.map((item: { resolved: { how: string } }) => item.resolved.how)).toEqual(["gone", "by_hand"]);
});

/**
 * A look that takes its time between finding and noting, while somebody repairs what it found: until that is done, or
 * waits for the look.
 */
async function repairDuringLook(unlocked: boolean) {
  const { orderId } = await unserved();
  await look();
  const [found] = await openExceptions(admin);
  await sql`
    create function wait_for_repair() returns boolean language plpgsql as $$ begin
      while not exists (select from money_exceptions where resolved_at is not null)
        and not exists (
          select from pg_locks where relation = 'money_exceptions'::regclass and not granted
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
  await slow.app.sweep("money-exceptions");
  await repaired;
  await slow.close();
  expect(await traces(site, orderId)).toMatchObject({ tickets: 2, mails: 1, captured: 1 });
  return openExceptions(admin);
}

test("what is repaired while somebody looks is not opened again by that look", async () => {
  expect(await repairDuringLook(false)).toEqual([]);
});

test("negative control: a look that locks nothing opens again what was repaired meanwhile", async () => {
  expect(await repairDuringLook(true)).toHaveLength(1);
});

test("a repair that does not fit is refused and changes nothing", async () => {
  const { orderId } = await unserved();
  await look();
  const [found] = await openExceptions(admin);
  expect((await repair(admin, found!.id, "retry_refund")).body).toMatchObject({ code: "state_fixed" });
  expect((await repair(admin, 999_999, "deliver")).status).toBe(404);
  expect(await traces(site, orderId)).toEqual({ tickets: 0, mails: 0, captured: 1, refunds: 0 });
});
