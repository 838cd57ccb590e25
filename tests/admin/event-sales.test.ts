import { createRequire } from "node:module";
import { afterAll, beforeAll, expect, test } from "vitest";
import { maxSheetRows, writeSheet } from "#server/platform/sheet.ts";
import { installMovingClock } from "#testing/moving-clock.ts";
import { createSite, draft, type Client, type Site, paymentPageOf } from "#testing/site.ts";

let site: Site;
let admin: Client;
let eventId: number;
let general: number;
let table: number;
let promoterId: number;

beforeAll(async () => {
  site = await createSite();
  // All sales fall on one day, even around midnight.
  await installMovingClock(site.database, { isFrozen: true });
  admin = await site.as("admin");
  eventId = await site.create.event({ title: "Velvet Riddim" });
  general = await site.create.ticketType({ eventId, name: "General", capacity: 50, position: 0 });
  table = await site.create.ticketType({
    eventId,
    name: "Table",
    ticketsPerUnit: 4,
    priceCents: 20_000,
    feeCents: 1_000,
    position: 1,
  });
  const code = await admin.post("/api/admin/promo-codes", {
    code: "TENOFF",
    discount: { kind: "percent", percent: 10 },
    eventId,
  });
  expect([code.status, code.text]).toEqual([201, expect.any(String)]);
  const promoter = await admin.post("/api/admin/promoters", {
    name: "Marva",
    linkCode: "marva",
    commission: { kind: "none" },
  });
  expect([promoter.status, promoter.text]).toEqual([201, expect.any(String)]);
  promoterId = promoter.body.id;
  await buy("=HYPERLINK(1)", [{ ticketTypeId: general, quantity: 2 }]);
  await buy("Coded", [{ ticketTypeId: general, quantity: 1 }], { promoCode: "TENOFF" });
  await buy("Sent", [{ ticketTypeId: table, quantity: 1 }], { via: "marva" });
  const guest = { name: "Selector Duke", email: "duke@example.com" };
  await admin.post("/api/admin/comps", { ticketTypeId: general, quantity: 2, guest, reason: "Plays" });
  await (await site.as("guest")).post("/api/orders", draft([{ ticketTypeId: general, quantity: 5 }]));
});
afterAll(() => site.close());

async function buy(name: string, lines: { ticketTypeId: number; quantity: number }[], more: object = {}) {
  const buyer = await site.as("guest");
  const body = { ...draft(lines, { buyer: { name, email: "ada@example.com" } }), ...more };
  const placed = await buyer.post("/api/orders", body);
  expect([placed.status, placed.text]).toEqual([201, expect.any(String)]);
  const payment = await buyer.post(`/api/orders/${placed.body.id}/payment`);
  await buyer.post(`${new URL(paymentPageOf(payment)).pathname}/complete`, { outcome: "approve" });
}

test("an event's sales add up by type, day, code and promoter; comps and unpaid orders don't count", async () => {
  const { body } = await admin.get(`/api/admin/box-office/events/${eventId}/sales`);
  expect(body.total).toEqual({
    orders: 3,
    tickets: 7,
    cents: 5000 + 2250 + 20_000,
    discountCents: 250,
    feeCents: expect.any(Number),
    refundedCents: 0,
    compTickets: 2,
  });
  expect(body.types).toMatchObject([
    { id: general, orders: 2, tickets: 3, cents: 7250, discountCents: 250, compTickets: 2 },
    { id: table, orders: 1, tickets: 4, cents: 20_000, compTickets: 0 },
  ]);
  expect(body.codes).toEqual([{ code: "TENOFF", orders: 1, tickets: 1, cents: 2250, discountCents: 250 }]);
  expect(body.promoters).toMatchObject([{ id: promoterId, name: "Marva", orders: 1, tickets: 4, cents: 20_000 }]);
  expect(body.days).toMatchObject([{ orders: 3, tickets: 7, cents: 27_250 }]);
  const { body: event } = await admin.get(`/api/admin/box-office/events/${eventId}`);
  expect(event.paidCents).toBe(body.total.cents);
});

test("an event without sales has no days, and zeros for its types", async () => {
  const empty = await site.create.event();
  await site.create.ticketType({ eventId: empty });
  const { body } = await admin.get(`/api/admin/box-office/events/${empty}/sales`);
  expect([body.days, body.codes, body.promoters, body.total.cents]).toEqual([[], [], [], 0]);
  expect(body.types).toMatchObject([{ orders: 0, tickets: 0, cents: 0 }]);
});

test("an event's lists can be filtered by order source; lists of all events at once can't", async () => {
  const count = async (path: string) => (await admin.get<{ total: number }>(`/api/admin/${path}`)).body.total;
  const of = (list: string, query: string) => count(`${list}?eventId=${eventId}&${query}`);
  expect(await Promise.all(["kind=sold", "kind=comp", "code=tenoff"].map((query) => of("tickets", query)))).toEqual([
    7, 2, 1,
  ]);
  expect(await of("tickets", `promoterId=${promoterId}`)).toBe(4);
  expect(await of("orders", "kind=comp")).toBe(1);
  expect(await of("orders", "code=TENOFF")).toBe(1);
  expect(await of("orders", `promoterId=${promoterId}`)).toBe(1);
  expect(await of("orders", "code=NOBODYS")).toBe(0);
  for (const list of ["tickets", "orders"]) {
    const { status, body } = await admin.get(`/api/admin/${list}?code=TENOFF`);
    expect([status, body.code, body.errors![0]!.path]).toEqual([400, "invalid_input", "code"]);
  }
});

const { unzipSync, strFromU8 } = createRequire(import.meta.url)("fflate") as {
  unzipSync(file: Uint8Array): Record<string, Uint8Array>;
  strFromU8(bytes: Uint8Array): string;
};
const partsOf = (file: Buffer) =>
  Object.fromEntries(Object.entries(unzipSync(file)).map(([name, bytes]) => [name, strFromU8(bytes)]));

test("the workbook has every row, numbers as numbers, and no text that a spreadsheet would run", async () => {
  const answer = await site.app.server.inject({
    url: `/api/admin/orders.xlsx?eventId=${eventId}&sort=createdAt`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(answer.headers["content-disposition"]).toMatch(
    /^attachment; filename="[\w-]+-\d{4}-\d{2}-\d{2}-orders\.xlsx"$/,
  );
  expect(answer.headers["content-type"]).toContain("spreadsheetml");
  const parts = partsOf(answer.rawPayload);
  const sheet = parts["xl/worksheets/sheet1.xml"]!;
  expect(sheet.match(/<row /g)).toHaveLength(1 + 5);
  expect(sheet).not.toContain("<f>");
  expect(Object.values(parts).join("")).toContain("=HYPERLINK(1)");
  expect(sheet).toMatch(/<c [^>]*><v>200<\/v><\/c>/);
  const tickets = await site.app.server.inject({
    url: `/api/admin/tickets.xlsx?eventId=${eventId}`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  expect(partsOf(tickets.rawPayload)["xl/worksheets/sheet1.xml"]!.match(/<row /g)).toHaveLength(1 + 9);
});

test("a workbook with more rows than the limit is refused before it is written", async () => {
  const rows = Array.from({ length: 1000 }, (_, row) => row);
  let pages = 0;
  async function* endless() {
    for (; ; pages++) yield rows.map((row) => [row]);
  }
  await expect(writeSheet("rows", { header: ["Row"], pages: endless() })).rejects.toMatchObject({ code: "too_large" });
  expect(pages).toBe(maxSheetRows / 1000);
});
