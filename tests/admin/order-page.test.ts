import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite, draft, type Client, type Site } from "#testing/site.ts";

let site: Site;
let admin: Client;
let eventId: number;
let general: number;

beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
  eventId = await site.create.event({ title: "Velvet Riddim" });
  general = await site.create.ticketType({ eventId, capacity: 50, name: "General" });
});
afterAll(() => site.close());

const read = async (id: string) => (await admin.get(`/api/admin/orders/${id}`)).body;

test("a paid order's page shows its lines, tickets, payment, mail, check-in and history", async () => {
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId: general, quantity: 2 }]);
  const scan = {
    code: order.tickets[0]!.code,
    eventId,
    deviceId: "door-device-1",
    scanId: randomUUID(),
    gate: "North",
  };
  await (await site.as("moderator")).post("/api/scans", scan);
  await site.app.runJob("mail");
  const shown = await read(order.id.toUpperCase());
  expect(shown).toMatchObject({
    id: order.id,
    number: order.number,
    status: "paid",
    comp: null,
    promoter: null,
    event: { id: eventId, title: "Velvet Riddim" },
    totalCents: 5000,
    returnedCents: 0,
    lines: [{ name: "General", quantity: 2, totalCents: 5000 }],
    payments: [{ provider: "sandbox", status: "captured", amountCents: 5000, currency: "USD" }],
    refunds: [],
    disputes: [],
    mails: [{ kind: "order_confirmation", status: "not_sent" }],
    notes: [],
  });
  expect(shown.tickets.map(({ holderName, gate, version, status }) => [holderName, gate, version, status])).toEqual([
    ["Ada Buyer", "North", 1, "valid"],
    ["Ada Buyer", null, 1, "valid"],
  ]);
  expect(shown.history.map(({ kind }) => kind).toSorted()).toEqual(["admission", "mail", "order", "order", "order"]);
  expect(shown.history.map(({ at }) => at)).toEqual(
    shown.history
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  // Admins don't see ticket codes.
  expect(JSON.stringify(shown)).not.toContain(order.tickets[0]!.code);
});

test("an unpaid order and a comp show what they are", async () => {
  const buyer = await site.as("guest");
  const { body: unpaid } = await buyer.post("/api/orders", draft([{ ticketTypeId: general, quantity: 1 }]));
  expect(await read(unpaid.id)).toMatchObject({ status: "awaiting_payment", tickets: [], payments: [], mails: [] });
  await sql`update orders set hold_expires_at = clock_now() where id = ${unpaid.id}`.execute(site.db);
  expect((await read(unpaid.id)).status).toBe("expired");

  const guest = { name: "Selector Duke", email: "duke@example.com" };
  const given = await admin.post("/api/admin/comps", { ticketTypeId: general, quantity: 1, guest, reason: "Plays" });
  const comp = await read(given.body.id);
  expect(comp).toMatchObject({ comp: { reason: "Plays", isRevoked: false }, totalCents: 0 });
  expect(comp.history.find(({ kind }) => kind === "staff")).toMatchObject({ audit: { action: "comp.issued" } });
});

test("a note is written once per key, stays visible when deleted, and every step is logged", async () => {
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId: general, quantity: 1 }]);
  const path = `/api/admin/orders/${order.id}/notes` as const;
  const key = { "idempotency-key": randomUUID() };
  const first = await admin.call("POST", path, { text: "Uses a wheelchair" }, key);
  const again = await admin.call("POST", path, { text: "Uses a wheelchair" }, key);
  expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
  await admin.post(path, { text: "Prefers an aisle seat" });
  for (const _ of [1, 2]) {
    const deleted = await admin.post(`/api/admin/order-notes/${first.body.id}/delete`, {});
    expect(deleted.body.deleted).toMatchObject({ by: expect.any(String), at: expect.any(String) });
  }
  const shown = await read(order.id);
  expect(shown.notes.map(({ text, deleted }) => [text, deleted !== null])).toEqual([
    ["Prefers an aisle seat", false],
    ["Uses a wheelchair", true],
  ]);
  const actions = shown.history.flatMap(({ audit }) => (audit ? [audit.action] : []));
  expect(actions.toSorted()).toEqual(["order.note_deleted", "order.noted", "order.noted"]);
  const nobody = "0199b2f0-0000-7000-8000-000000000000";
  expect((await admin.post(`/api/admin/orders/${nobody}/notes`, { text: "Hello" })).status).toBe(404);
  expect((await admin.post("/api/admin/order-notes/999999/delete", {})).status).toBe(404);
});

test.each(["update order_notes set text = 'Never said'", "delete from order_notes"])(
  "the table refuses: %s",
  async (statement) => {
    const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId: general, quantity: 1 }]);
    await admin.post(`/api/admin/orders/${order.id}/notes`, { text: "Said once" });
    await expect(sql.raw(statement).execute(site.db)).rejects.toThrow("a note is only ever deleted softly");
  },
);
