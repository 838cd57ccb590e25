import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite, draft, type Client, type Site, paymentPageOf } from "#testing/site.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

const note = "The ferry isn't running";

/** An event with three paid orders by two people, one unpaid order and a comp. */
async function soldEvent() {
  const eventId = await site.create.event({ title: "Harbor Fete" });
  const ticketTypeId = await site.create.ticketType({ eventId, capacity: 20, priceCents: 4500 });
  const ada = await site.as("guest");
  const bo = await site.as("guest");
  const order = async (who: Client, email: string, quantity: number, pay = true) => {
    const body = draft([{ ticketTypeId, quantity }], { buyer: { name: email.split("@")[0], email } });
    const placed = await who.post("/api/orders", body);
    if (!pay) return placed.body;
    const payment = await who.post(`/api/orders/${placed.body.id}/payment`);
    await who.post(`${new URL(paymentPageOf(payment)).pathname}/complete`, { outcome: "approve" });
    return (await who.get(`/api/orders/${placed.body.id}`)).body;
  };
  const paid = [
    await order(ada, "ada@example.com", 2),
    await order(ada, "ada@example.com", 1),
    await order(bo, "bo@example.com", 1),
  ];
  const open = await order(bo, "bo@example.com", 3, false);
  const guest = { name: "Selector Duke", email: "duke@example.com" };
  await admin.post("/api/admin/comps", { ticketTypeId, quantity: 1, guest, reason: "Plays" });
  return { eventId, ticketTypeId, ada, bo, paid, open };
}

const versionOf = async (id: number) => (await admin.get(`/api/admin/events/${id}`)).body.version;
async function callOff(id: number) {
  return admin.post(`/api/admin/events/${id}/cancel`, { version: await versionOf(id), note });
}
async function mailsOf(kind: string, eventId: number) {
  const { rows } = await sql<{
    to: string;
    topic: Record<string, unknown>;
    subject: string | null;
    text: string | null;
  }>`
    select to_address as "to", topic, subject, body_text as text from emails
    where kind = ${kind} and (topic ->> 'eventId')::bigint = ${eventId} order by to_address`.execute(site.db);
  return rows;
}

test("the dry run counts people, orders, tickets and money, and changes nothing", async () => {
  const { eventId } = await soldEvent();
  const { body } = await admin.get(`/api/admin/events/${eventId}/affected-buyers`);
  expect(body).toEqual({
    people: 3,
    withoutEmail: { count: 0, names: [] },
    orders: 4,
    tickets: 5,
    paid: [{ currency: "USD", cents: 4 * 4500 }],
    openOrders: 1,
  });
  expect((await site.anon.get(`/api/events/${eventId}`)).body.status).toBe("on");
  expect(await mailsOf("event_change", eventId)).toEqual([]);
});

test("canceling an event stops sales, closes check-in and notifies each person once, however often it is pressed", async () => {
  const { eventId, ticketTypeId, ada, paid } = await soldEvent();
  const version = await versionOf(eventId);
  const cancel = () => admin.post(`/api/admin/events/${eventId}/cancel`, { version, note });
  const answers = await Promise.all([cancel(), cancel(), cancel()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await cancel()).body).toMatchObject({ status: "canceled", statusNote: note });

  const mails = await mailsOf("event_change", eventId);
  expect(mails.map(({ to }) => to)).toEqual(["ada@example.com", "bo@example.com", "duke@example.com"]);
  await site.app.runJob("mail");
  const [toAda, , toDuke] = await mailsOf("event_change", eventId);
  expect(toAda!.subject).toBe("Canceled: Harbor Fete");
  expect(toAda!.text).toContain(note);
  expect(toAda!.text).toContain("about your refund");
  expect(toDuke!.text).not.toContain("refund");

  expect((await ada.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]))).body.code).toBe("sales_closed");
  const shown = (await site.anon.get(`/api/events/${eventId}`)).body;
  expect(shown).toMatchObject({ status: "canceled", statusNote: note, saleStatus: "ended", fromCents: null });
  const door = await site.as("moderator");
  const scan = { code: paid[0]!.tickets[0]!.code, eventId, deviceId: "door-device-1", scanId: randomUUID() };
  expect((await door.post("/api/scans", scan)).body.verdict).toBe("void");
  const given = await admin.post("/api/admin/comps", {
    ticketTypeId,
    quantity: 1,
    guest: { name: "Late Guest", email: "late@example.com" },
    reason: "Press",
  });
  expect(given.body.code).toBe("sales_closed");
  const { body: log } = await admin.get(`/api/admin/audit?kind=event&id=${eventId}`);
  expect(log.items.filter(({ action }: { action: string }) => action === "event.canceled")).toEqual([
    expect.objectContaining({ before: { status: "on" }, after: { status: "canceled" }, reason: note }),
  ]);
});

test("nobody can start to pay for a canceled event, and payments under way are refunded", async () => {
  const { eventId, ticketTypeId, bo, open } = await soldEvent();
  const paying = await site.as("guest");
  const { body: order } = await paying.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  const payment = await paying.post(`/api/orders/${order.id}/payment`);
  await callOff(eventId);
  expect((await bo.post(`/api/orders/${open.id}/payment`)).body.code).toBe("order_closed");

  const page = new URL(paymentPageOf(payment)).pathname;
  await paying.post(`${page}/complete`, { outcome: "approve" });
  const after = (await paying.get(`/api/orders/${order.id}`)).body;
  expect([after.paidAt, after.tickets]).toEqual([null, []]);
  const { rows } = await sql`
    select f.reason, f.amount_cents from refunds f join payments p on p.id = f.payment_id
    where p.subject_id = ${order.id}`.execute(site.db);
  expect(rows).toEqual([{ reason: "event_canceled", amount_cents: 4500 }]);
});

test("a free order placed before the cancellation can't be completed after it", async () => {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, pricing: "free", priceCents: 0, feeCents: 0 });
  const guest = await site.as("guest");
  const { body: order } = await guest.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]));
  await callOff(eventId);
  expect((await guest.post(`/api/orders/${order.id}/payment`)).body.code).toBe("order_closed");
  expect((await guest.get("/api/my-tickets")).body.items).toEqual([]);
});

test("without a new date sales pause; with one they resume, tickets stay valid, and each change is announced once", async () => {
  const { eventId, ticketTypeId, ada, paid } = await soldEvent();
  const postpone = async (more: object) =>
    admin.post(`/api/admin/events/${eventId}/postpone`, { version: await versionOf(eventId), note, ...more });
  const before = (await site.anon.get(`/api/events/${eventId}`)).body;
  expect((await postpone({})).body).toMatchObject({ status: "postponed" });
  expect((await postpone({})).status).toBe(200);
  expect((await ada.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]))).body.code).toBe("sales_closed");
  expect(await mailsOf("event_change", eventId)).toHaveLength(3);

  const newTimes = { startsAt: "2036-05-09T01:00:00.000Z", endsAt: "2036-05-09T07:00:00.000Z" };
  expect((await postpone({ newTimes })).body).toMatchObject({
    status: "on",
    startsAt: newTimes.startsAt,
    movedFrom: before.startsAt,
  });
  expect((await postpone({ newTimes })).status).toBe(200);
  const mails = await mailsOf("event_change", eventId);
  expect(mails.map(({ topic }) => topic.what).toSorted()).toEqual([
    ...Array(3).fill("moved"),
    ...Array(3).fill("postponed"),
  ]);
  await site.app.runJob("mail");
  const moved = (await mailsOf("event_change", eventId)).find(({ topic }) => topic.what === "moved")!;
  expect(moved.text).toContain("May 8, 2036");
  expect((await ada.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]))).status).toBe(201);
  const mine = (await ada.get("/api/my-tickets")).body.items;
  expect(mine.length).toBe(3);
  expect(mine[0]!.event.startsAt).toBe(newTimes.startsAt);
  expect(paid[0]!.tickets[0]!.code).toBe(mine.find(({ id }: { id: number }) => id === paid[0]!.tickets[0]!.id)!.code);
});

test("a canceled event stays canceled, and an outdated version of the event can't cancel it", async () => {
  const eventId = await site.create.event();
  const stale = await admin.post(`/api/admin/events/${eventId}/cancel`, { version: 7, note });
  expect(stale.body.code).toBe("edited_meanwhile");
  await callOff(eventId);
  const again = await admin.post(`/api/admin/events/${eventId}/postpone`, { version: await versionOf(eventId), note });
  expect(again.body.code).toBe("status_final");
});
