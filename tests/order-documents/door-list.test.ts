import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readPdf } from "#testing/pdf-reader.ts";
import { createSite, draft, type Client, type Site, paymentPageOf } from "#testing/site.ts";
import { guestLines } from "#server/modules/order-documents/door-list/guest-lines.ts";
import { initialOf } from "#server/modules/order-documents/rules.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin");
});
afterAll(() => site.close());

async function readList(eventId: number) {
  const answer = await site.app.server.inject({
    url: `/api/admin/events/${eventId}/door-list.pdf`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(answer.statusCode).toBe(200);
  return readPdf(answer.rawPayload);
}

test.each([
  ["Élodie", "E"],
  ["  zora", "Z"],
  ["山田", "#"],
  ["50 Cent", "#"],
  ["", "#"],
])("%s is listed under %s", (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});

test("guests are sorted by last name, and those of one order with one name and type share a line", () => {
  const guest = (name: string, more: object = {}) => {
    const orderNumber = "SG-AAAA-94QD";
    const order = { orderNumber, orderEnd: orderNumber.slice(-4) };
    return { name, typeName: "General", color: null, admittedAt: null, isFrozen: false, ...order, ...more };
  };
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 28, 22, minute));
  const lines = guestLines([
    guest("Zoë Adams", { admittedAt: at(5) }),
    guest("Ada Baptiste"),
    guest("zoë adams", { admittedAt: at(2) }),
    guest("Zoë Adams"),
    guest("Zoë Adams", { typeName: "Balcony", isFrozen: true }),
    guest("Zoë Adams", { orderNumber: "SG-BBBB-11AA", orderEnd: "11AA" }),
    guest("Émile de la Cruz"),
  ]);
  const shown = lines.map(({ name, count, typeName, orderEnd }) => `${name} ${count} ${typeName} ${orderEnd}`);
  expect(shown).toEqual([
    "Adams, Zoë 1 Balcony 94QD",
    "Adams, Zoë 1 General 11AA",
    "Adams, Zoë 3 General 94QD",
    "Baptiste, Ada 1 General 94QD",
    "de la Cruz, Émile 1 General 94QD",
  ]);
  expect(lines.map(({ admittedCount, frozenCount }) => [admittedCount, frozenCount])).toEqual([
    [0, 1],
    [0, 0],
    [2, 0],
    [0, 0],
    [0, 0],
  ]);
  expect(lines[2]!.admittedAt).toEqual(at(5));
});

test("the door list names every guest with a valid ticket and who is checked in, and never shows a code", async () => {
  const eventId = await site.create.event({ title: "Velvet Riddim" });
  const ticketTypeId = await site.create.ticketType({ eventId, name: "Main deck" });
  const buyer = await site.as("guest");
  const buyFor = async (name: string) => {
    const body = draft([{ ticketTypeId, quantity: 1 }], { buyer: { name, email: "ada@example.com" } });
    const { body: placed } = await buyer.post("/api/orders", body);
    const payment = await buyer.post(`/api/orders/${placed.id}/payment`);
    await buyer.post(`${new URL(paymentPageOf(payment)).pathname}/complete`, { outcome: "approve" });
    return (await buyer.get(`/api/orders/${placed.id}`)).body;
  };
  const orders = [await buyFor("Zora Charles"), await buyFor("Ada Baptiste"), await buyFor("Marcus Gone")];
  const code = orders[0]!.tickets[0]!.code;
  const scan = { code, eventId, deviceId: "door-device-1", scanId: crypto.randomUUID(), gate: "North" };
  expect((await (await site.as("moderator")).post("/api/scans", scan)).body.verdict).toBe("admitted");
  await sql`update tickets set status = 'canceled' where order_id = ${orders[2]!.id}`.execute(site.db);
  await sql`update tickets set frozen_since = clock_now() where order_id = ${orders[1]!.id}`.execute(site.db);

  const { text, plain } = await readList(eventId);
  expect(text).toContain("VELVET RIDDIM");
  expect(text).toContain("2 guests, 1 checked in");
  expect(text).not.toContain("Gone, Marcus");
  const [ada, zora] = [text.indexOf("Baptiste, Ada"), text.indexOf("Charles, Zora")];
  expect(ada).toBeGreaterThan(0);
  expect(ada).toBeLessThan(zora);
  expect(text.slice(ada, zora)).toContain("On hold");
  expect(text.slice(zora)).toMatch(/Main deck \w{4} \d+:\d\d.[AP]M/);
  for (const order of orders) expect(text + plain).not.toContain(order.tickets[0]!.code);
});

test("six hundred guests are spread over numbered pages, each headed by the letters on it", async () => {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId, capacity: 700, maxPerOrder: 700 });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 600 }]);
  expect(order.tickets).toHaveLength(600);
  await sql`update tickets set holder_name = chr(65 + (id % 26)::integer) || 'nne-' || id where event_id = ${eventId}`.execute(
    site.db,
  );
  const { pages, pieces, text } = await readList(eventId);
  expect(text).toContain(`Page ${pages.length} of ${pages.length}`);
  expect(
    new Set(pieces.filter(({ text: name }) => /^[A-Z]nne-\d+$/.test(name)).map(({ text: name }) => name)).size,
  ).toBe(600);
  for (const { y } of pieces) expect(y).toBeGreaterThan(15);
});

test("an event without guests has a list that says so, and an unknown event has no list", async () => {
  const { text, pages } = await readList(await site.create.event());
  expect([text.includes("0 guests, 0 checked in"), pages.length]).toEqual([true, 1]);
  expect((await admin.get("/api/admin/events/999999/door-list.pdf")).status).toBe(404);
});
