import { sql } from "kysely";
import { expect, test } from "vitest";
import { brokenInvariants } from "#testing/invariants.ts";
import { openSites } from "#testing/open-sites.ts";
import { type Client, type Site } from "#testing/site.ts";
import { readSnapshot } from "#testing/snapshot.ts";
import { buyPaid, mailsOf, refund, scan, wish } from "./kit.ts";

const open = openSites();

const draft = { withFee: true, includesAdmitted: false, reason: "The storm", note: "We are sorry." };
const start = (admin: Client, eventId: number, more: object = {}) =>
  admin.post(`/api/admin/events/${eventId}/refunds`, { ...draft, ...more });
const readRefunds = async (admin: Client, eventId: number) =>
  (await admin.get(`/api/admin/events/${eventId}/refunds`)).body;
const step = (admin: Client, eventId: number, id: string, name: string) =>
  admin.call("POST", `/api/admin/events/${eventId}/refunds/${id}`, { step: name });

async function callOff(admin: Client, eventId: number): Promise<void> {
  const { body } = await admin.get(`/api/admin/events/${eventId}`);
  const answer = await admin.post(`/api/admin/events/${eventId}/cancel`, { version: body.version, note: "The storm" });
  if (answer.status !== 200) throw new Error(answer.text);
}

/** A canceled event with the given number of orders of two tickets. */
async function calledOff(site: Site, orders: number) {
  const admin = await site.as("admin");
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, capacity: 500 });
  const bought = [];
  for (let count = 0; count < orders; count++)
    bought.push((await buyPaid(site, [{ ticketTypeId, quantity: 2 }])).order);
  await callOff(admin, eventId);
  return { admin, eventId, ticketTypeId, orders: bought };
}

test("a single admin can refund all orders of an event: amount shown first, order by order, with progress to the end", async () => {
  const site = await open();
  const { admin, eventId, orders } = await calledOff(site, 25);
  const dry = await readRefunds(admin, eventId);
  expect(dry).toMatchObject({
    isCalledOff: true,
    needsSecond: false,
    people: 1,
    orders: 25,
    tickets: 50,
    amountCents: 125_000,
    feeCents: 10_000,
    latest: null,
  });
  const begun = await start(admin, eventId);
  expect(begun.body.latest).toMatchObject({ status: "running", of: 25, waiting: 25, done: 0 });
  expect((await start(admin, eventId)).body.code).toBe("order_closed");
  await site.app.runJob("event-refunds");
  expect((await readRefunds(admin, eventId)).latest).toMatchObject({
    status: "done",
    waiting: 0,
    pending: 25,
    doneCents: 0,
  });
  await site.app.runJob("refunds");
  expect((await readRefunds(admin, eventId)).latest).toMatchObject({
    pending: 0,
    done: 25,
    failed: 0,
    doneCents: 125_000,
  });
  expect((await admin.get(`/api/orders/${orders[0]!.id}`)).body).toMatchObject({
    status: "refunded",
    refunds: [{ madeBy: "event" }],
  });
  const mails = await mailsOf(site, "refund_made");
  expect(mails).toHaveLength(25);
  expect(mails[0]!.text).toContain("We are sorry.");
  expect((await start(admin, eventId)).body.code).toBe("already_refunded");
  expect(await brokenInvariants(site.db)).toEqual([]);
}, 60_000);

test("with two admins the second one has to approve, never the one who started it", async () => {
  const site = await open();
  const { admin, eventId } = await calledOff(site, 2);
  const second = await site.as("admin");
  const { body } = await start(admin, eventId);
  expect(body).toMatchObject({ needsSecond: true, isOwn: true, latest: { status: "proposed" } });
  const id = body.latest!.id;
  await site.app.runJob("event-refunds");
  expect((await readRefunds(second, eventId)).latest).toMatchObject({ status: "proposed", waiting: 2 });
  expect((await step(admin, eventId, id, "confirm")).body.code).toBe("second_person_needed");
  expect((await step(second, eventId, id, "confirm")).body.latest!.status).toBe("running");
  await site.app.runJob("event-refunds");
  await site.app.runJob("refunds");
  expect((await readRefunds(admin, eventId)).latest).toMatchObject({ status: "done", done: 2 });
  const { body: audit } = await admin.get(`/api/admin/audit?kind=event&id=${eventId}`);
  expect(audit.items.map((entry: { action: string }) => entry.action).slice(0, 2)).toEqual([
    "event.refunds_started",
    "event.refunds_proposed",
  ]);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("negative control: the database rejects an admin who approves their own refunds", async () => {
  const site = await open();
  const { admin, eventId } = await calledOff(site, 1);
  await site.as("admin");
  const { body } = await start(admin, eventId);
  const agree = sql`update event_refunds set confirmed_by = started_by where id = ${body.latest!.id}`.execute(site.db);
  await expect(agree).rejects.toThrow(/check constraint/);
});

test("pausing stops at once, resuming finishes, and a proposal can be withdrawn", async () => {
  const site = await open();
  const { admin, eventId } = await calledOff(site, 3);
  const { body } = await start(admin, eventId);
  expect((await step(admin, eventId, body.latest!.id, "pause")).body.latest!.status).toBe("paused");
  await site.app.runJob("event-refunds");
  expect((await readRefunds(admin, eventId)).latest).toMatchObject({ status: "paused", waiting: 3 });
  await step(admin, eventId, body.latest!.id, "resume");
  await site.app.runJob("event-refunds");
  expect((await readRefunds(admin, eventId)).latest).toMatchObject({ status: "done", waiting: 0 });
  expect((await step(admin, eventId, body.latest!.id, "resume")).body.code).toBe("order_closed");

  const other = await calledOff(site, 1);
  const proposed = await start(other.admin, other.eventId);
  await step(other.admin, other.eventId, proposed.body.latest!.id, "withdraw");
  expect((await start(other.admin, other.eventId)).body.latest!.status).toBe("proposed");
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("orders that can't be refunded are skipped with the reason, and earlier refunds are not repeated", async () => {
  const site = await open();
  const admin = await site.as("admin");
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId });
  const buy = async () => (await buyPaid(site, [{ ticketTypeId, quantity: 2 }])).order;
  const [entered, part, whole] = [await buy(), await buy(), await buy()];
  await scan(await site.as("moderator"), eventId, entered.tickets[0]!.code);
  await refund(admin, part.id, wish(2500, { ticketIds: [part.tickets[0]!.id] }));
  await callOff(admin, eventId);
  expect(await readRefunds(admin, eventId)).toMatchObject({ orders: 3, tickets: 5, admitted: 1, amountCents: 12_500 });
  await start(admin, eventId);
  await site.app.runJob("event-refunds");
  await site.app.runJob("refunds");
  const { latest } = await readRefunds(admin, eventId);
  expect(latest).toMatchObject({ status: "done", done: 2, skipped: 1, doneCents: 7500 });
  expect(latest!.troubles).toEqual([{ orderId: entered.id, number: entered.number, why: "ticket_admitted" }]);
  await start(admin, eventId, { includesAdmitted: true });
  await site.app.runJob("event-refunds");
  expect((await admin.get(`/api/orders/${entered.id}`)).body.status).toBe("refunded");
  expect((await admin.get(`/api/orders/${whole.id}`)).body.refunds).toHaveLength(1);
  expect(await brokenInvariants(site.db)).toEqual([]);
});

test("an event that isn't canceled can't be refunded all at once", async () => {
  const site = await open();
  const admin = await site.as("admin");
  const eventId = await site.create.event();
  await buyPaid(site, [{ ticketTypeId: await site.create.ticketType({ eventId }), quantity: 1 }]);
  const before = await readSnapshot(site.db);
  expect((await start(admin, eventId)).body.code).toBe("not_ready");
  expect((await readSnapshot(site.db))["public.event_refunds"]).toEqual(before["public.event_refunds"]);
});

test("interrupted work continues on another node, and four workers at once refund each order once", async () => {
  let statements = 0;
  let limit = Infinity;
  const site = await open({
    // The node dies in the middle of an order.
    watchSql: () => {
      if ((statements += 1) > limit) throw new Error("killed");
    },
  });
  const { admin, eventId } = await calledOff(site, 12);
  await start(admin, eventId);
  limit = statements + 70;
  await site.app.runJob("event-refunds").catch(() => undefined);
  limit = Infinity;
  const nodes = await Promise.all([1, 2].map(() => open({ database: site.database })));
  // A dead node's open transaction ends with its connection; until then the other nodes leave its work alone.
  const { rows: connections } = await sql<{ isGone: boolean }>`
    select pg_terminate_backend(pid, 4000) as "isGone" from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(nodes[0]!.db);
  expect(connections).toEqual(connections.map(() => ({ isGone: true })));
  const { latest: half } = await readRefunds(nodes[0]!.clientOf(admin), eventId);
  expect(half!.waiting).toBeGreaterThan(0);
  expect(half!.waiting).toBeLessThan(12);
  await Promise.all([...nodes, ...nodes].map((node) => node.app.runJob("event-refunds")));
  await nodes[0]!.app.runJob("refunds");
  const { latest } = await readRefunds(nodes[0]!.clientOf(admin), eventId);
  expect(latest).toMatchObject({ status: "done", done: 12, waiting: 0, skipped: 0, doneCents: 60_000 });
  expect(await brokenInvariants(nodes[0]!.db)).toEqual([]);
}, 60_000);
