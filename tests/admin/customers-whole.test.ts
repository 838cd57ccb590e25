import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite, type Client, type Site } from "#testing/site.ts";
import { refund, wish } from "#tests/refunds/kit.ts";

let site: Site;
let admin: Client;
beforeAll(async () => {
  site = await createSite();
  admin = await site.as("admin", "Ada Admin");
});
afterAll(() => site.close());

const event = (title: string, day: string, more: object = {}) =>
  site.create.event({
    title,
    startsAt: new Date(`2031-06-${day}T22:00:00Z`),
    endsAt: new Date(`2031-06-${day}T23:30:00Z`),
    ...more,
  });
async function buy(who: Client, buyer: object, ticketTypeId: number, at: string, quantity = 1) {
  const { body } = await site.buy(who, [{ ticketTypeId, quantity }], "approve", { buyer });
  expect(body.status).toBe("paid");
  await sql`update orders set created_at = ${at}::timestamptz, paid_at = ${at}::timestamptz where id = ${body.id}`.execute(
    site.db,
  );
  return body;
}
const list = async (query: string) => (await admin.get(`/api/admin/customers?${query}`)).body;
const get = async (id: string) => (await admin.get(`/api/admin/customers/${id}`)).body;
const addNote = (who: Client, id: string, text: string) =>
  who.post(`/api/admin/customers/${id}/notes`, { text }, { "idempotency-key": randomUUID() });
const [march, april, may] = [
  "2026-03-01T12:00:00.000Z",
  "2026-04-01T12:00:00.000Z",
  "2026-05-01T12:00:00.000Z",
] as const;

test("customers are read whole: net spend by currency, orders, events, first and last order, and their account", async () => {
  const soca = await site.create.ticketType({ eventId: await event("Soca", "07"), priceCents: 2500, feeCents: 200 });
  const toronto = await site.create.ticketType({
    eventId: await event("Toronto", "08", { currency: "CAD" }),
    priceCents: 9000,
    feeCents: 0,
  });
  const maya = { name: "Maya Chen", email: "maya@example.com" };
  const guest = await site.as("guest");
  const first = await buy(guest, maya, soca, march, 2);
  await buy(guest, maya, toronto, april);
  const last = await buy(await site.as("guest"), { ...maya, name: "Maya C. Chen" }, soca, may);
  await refund(admin, first.id, wish(2500, { ticketIds: [first.tickets[0]!.id] }));
  const member = await site.as("user", "Omar Member");
  await sql`update users set email = 'omar@example.com' where id = ${member.id}`.execute(site.db);
  const own = await buy(member, { name: "Omar R", email: "other@example.com" }, soca, april);
  const comp = {
    ticketTypeId: soca,
    quantity: 1,
    guest: { name: "Free Fay", email: "fay@example.com" },
    reason: "Press",
  };
  const { body: free } = await admin.post("/api/admin/comps", comp, { "idempotency-key": "fay" });
  await sql`update orders set created_at = ${march}::timestamptz where id = ${free.id}`.execute(site.db);
  const rows = [
    {
      id: last.id,
      name: "Maya C. Chen",
      email: "maya@example.com",
      isConfirmed: false,
      account: null,
      spend: [
        { currency: "CAD", cents: 9000 },
        { currency: "USD", cents: 2 * 2500 - 2500 + 2500 },
      ],
      orderCount: 3,
      eventCount: 2,
      firstOrderAt: march,
      lastOrderAt: may,
    },
    {
      id: own.id,
      name: "Omar R",
      email: "omar@example.com",
      isConfirmed: true,
      account: { id: member.id, name: "Omar Member" },
      spend: [{ currency: "USD", cents: own.totalCents }],
      orderCount: 1,
      eventCount: 1,
      firstOrderAt: april,
      lastOrderAt: april,
    },
    {
      id: free.id,
      name: "Free Fay",
      email: "fay@example.com",
      isConfirmed: false,
      account: null,
      spend: [],
      orderCount: 1,
      eventCount: 1,
      firstOrderAt: march,
      lastOrderAt: march,
    },
  ];
  expect(await list("")).toMatchObject({ items: rows, total: 3 });
  expect((await list("")).items).toEqual(rows);
  expect((await list("sort=lastOrderAt")).items).toEqual(rows.toReversed());
  expect((await list("kind=account")).items).toEqual([rows[1]]);
  expect((await list("kind=guest")).items).toEqual([rows[0], rows[2]]);
  expect((await list(`q=${first.number}`)).items).toEqual([rows[0]]);
  expect((await list("q=chen%20maya")).items).toEqual([rows[0]]);
  expect((await list("q=omar%40example.com")).items).toEqual([rows[1]]);
  expect((await list("q=free&kind=account")).items).toEqual([]);
  const { text } = await admin.get("/api/admin/customers.csv");
  const [head, ...lines] = text.trim().split("\r\n");
  expect(head!.replaceAll('"', "")).toBe(
    "Customer,Email,Email confirmed,Account,Net spend,Orders,Events,First order,Last order,Account ID,Latest order ID",
  );
  expect(lines.map((line) => line.split(",").slice(0, 7).join(","))).toEqual([
    '"Maya C. Chen","maya@example.com","no",,"90.00 CAD; 50.00 USD",3,2',
    `"Omar R","omar@example.com","yes","Omar Member","${(own.totalCents / 100).toFixed(2)} USD",1,1`,
    '"Free Fay","fay@example.com","no",,"",1,1',
  ]);
  expect(lines[1]).toMatch(new RegExp(`,${member.id},"${own.id}"$`));
  const search = (await admin.get("/api/admin/search?q=example")).body;
  const hitsOf = (q: string) =>
    admin
      .get(`/api/admin/search?q=${encodeURIComponent(q)}`)
      .then(({ body }) => body.groups.find(({ kind }) => kind === "customers")?.hits);
  expect(search.groups).toBeDefined();
  expect(await hitsOf("maya@example.com")).toMatchObject([
    {
      path: `/admin?section=customers&id=${last.id}`,
      title: "Maya C. Chen",
      detail: "maya@example.com (unconfirmed) · 3 orders",
    },
  ]);
  expect(await hitsOf("omar@example.com")).toMatchObject([{ title: "Omar R", detail: "omar@example.com · 1 order" }]);
});

test("a customer's tickets are listed with the latest event first, each with its order, holder, status and check-in", async () => {
  const early = await event("Early Fete", "10");
  const late = await event("Late Fete", "20", { timeZone: "America/Los_Angeles" });
  const floor = await site.create.ticketType({ eventId: early, name: "Floor" });
  const deck = await site.create.ticketType({ eventId: late, name: "Deck" });
  const buyer = { name: "Tess Holder", email: "tess@example.com" };
  const guest = await site.as("guest");
  const older = await buy(guest, buyer, floor, march, 2);
  const newer = await buy(guest, buyer, deck, april);
  await buy(await site.as("guest"), { name: "Else", email: "else@example.com" }, deck, may);
  const [first, second] = older.tickets;
  const scan = { code: first!.code, eventId: early, deviceId: "door-device-1", scanId: randomUUID() };
  expect((await (await site.as("moderator")).post("/api/scans", scan)).body.verdict).toBe("admitted");
  await refund(admin, older.id, wish(2500, { ticketIds: [second!.id] }));
  const ticket = (id: unknown, order: { id: string; number: string }, more: object) => ({
    id,
    holderName: "Tess Holder",
    status: "valid",
    admittedAt: null,
    order: { id: order.id, number: order.number },
    ...more,
  });
  const earlyEvent = {
    id: early,
    title: "Early Fete",
    startsAt: "2031-06-10T22:00:00.000Z",
    timeZone: "America/New_York",
  };
  const lateEvent = {
    id: late,
    title: "Late Fete",
    startsAt: "2031-06-20T22:00:00.000Z",
    timeZone: "America/Los_Angeles",
  };
  for (const { id } of [older, newer]) {
    const customer = await get(id);
    expect(customer).toMatchObject({ id: newer.id, ticketCount: 3, orderCount: 2, eventCount: 2 });
    expect(customer.tickets).toEqual([
      ticket(newer.tickets[0]!.id, newer, { typeName: "Deck", event: lateEvent }),
      ticket(first!.id, older, { typeName: "Floor", event: earlyEvent, admittedAt: expect.any(String) }),
      ticket(second!.id, older, { typeName: "Floor", event: earlyEvent, status: "refunded" }),
    ]);
  }
});

test("notes say who wrote and who deleted them, once, the latest first, and are this customer's only", async () => {
  const ticketTypeId = await site.create.ticketType();
  const guest = await site.as("guest");
  const order = await buy(guest, { name: "Nia Noted", email: "nia@example.com" }, ticketTypeId, march);
  const other = await buy(guest, { name: "Oz Other", email: "oz@example.com" }, ticketTypeId, march);
  const second = await site.as("admin", "Ben Second");
  const { body: early } = await addNote(admin, order.id, "Called about parking");
  const { body: late } = await addNote(second, order.id, "Brings a wheelchair");
  await addNote(admin, other.id, "Another customer");
  const remove = (who: Client) => who.post(`/api/admin/customer-notes/${early.id}/delete`, {});
  expect((await remove(second)).body.deleted).toEqual({ at: expect.any(String), by: "Ben Second" });
  const again = await remove(admin);
  expect([again.status, again.body.deleted!.by]).toEqual([200, "Ben Second"]);
  const read = { at: expect.any(String) };
  expect((await get(order.id)).notes).toEqual([
    { ...read, id: late.id, text: "Brings a wheelchair", by: "Ben Second", deleted: null },
    {
      ...read,
      id: early.id,
      text: "Called about parking",
      by: "Ada Admin",
      deleted: { at: expect.any(String), by: "Ben Second" },
    },
  ]);
  expect((await get(other.id)).notes.map(({ text }) => text)).toEqual(["Another customer"]);
  const { items } = (await admin.get("/api/admin/audit?action=customer_note.deleted")).body;
  expect(items).toMatchObject([{ staff: { name: "Ben Second" }, target: { id: String(early.id) } }]);
  expect((await admin.post("/api/admin/customer-notes/999999/delete", {})).status).toBe(404);
  expect((await addNote(admin, randomUUID(), "Nobody")).status).toBe(404);
});
