import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Order } from "#contract/orders/orders.ts";
import { installMovingClock } from "#testing/moving-clock.ts";
import { createSite, draft, type Client, type Site, paymentPageOf } from "#testing/site.ts";
import { refund, wish } from "#tests/refunds/kit.ts";

let site: Site;
let admin: Client;
let eventId: number;
let general: number;
let table: number;
let orders: Order[];

beforeAll(async () => {
  site = await createSite();
  // No day ends between a sale and what counts it.
  await installMovingClock(site.database, { isFrozen: true });
  admin = await site.as("admin");
  eventId = await site.create.event({ title: "Velvet Riddim", capacity: 60 });
  general = await site.create.ticketType({ eventId, capacity: 50, name: "General", position: 0 });
  table = await site.create.ticketType({
    eventId,
    capacity: 5,
    name: "Table",
    ticketsPerUnit: 4,
    position: 1,
    priceCents: 20_000,
  });
  const buy = async (name: string, lines: { ticketTypeId: number; quantity: number }[], pay = true) => {
    const buyer = await site.as("guest");
    const body = draft(lines, {
      buyer: { name, email: `${name.split(" ")[0]!.toLowerCase().replace(/\W/g, "")}@example.com` },
    });
    const placed = await buyer.post("/api/orders", body);
    if (!pay) return placed.body;
    const payment = await buyer.post(`/api/orders/${placed.body.id}/payment`);
    await buyer.post(`${new URL(paymentPageOf(payment)).pathname}/complete`, { outcome: "approve" });
    return (await buyer.get(`/api/orders/${placed.body.id}`)).body;
  };
  orders = [
    await buy("Zora Bright", [{ ticketTypeId: general, quantity: 2 }]),
    await buy('=HYPERLINK("http://x")', [{ ticketTypeId: general, quantity: 1 }]),
    await buy("Anselm Joseph", [{ ticketTypeId: table, quantity: 1 }]),
    await buy("Left Unpaid", [{ ticketTypeId: general, quantity: 3 }], false),
  ];
  const guest = { name: "Selector Duke", email: "duke@example.com" };
  await admin.post("/api/admin/comps", { ticketTypeId: general, quantity: 2, guest, reason: "Plays" });
  const door = await site.as("moderator");
  const scan = {
    code: orders[0]!.tickets[0]!.code,
    eventId,
    deviceId: "door-device-1",
    scanId: randomUUID(),
    gate: "North",
  };
  await door.post("/api/scans", scan);
});
afterAll(() => site.close());

test("an event's numbers add up: sold, held, left, checked in and revenue, per type and in total", async () => {
  const { body } = await admin.get(`/api/admin/box-office/events/${eventId}`);
  expect(body).toMatchObject({
    title: "Velvet Riddim",
    sold: 7,
    comps: 2,
    held: 3,
    withheld: 0,
    left: 48,
    capacity: 60,
    ticketCount: 9,
    admittedCount: 1,
    paidCents: 27_500,
  });
  expect(body.types).toMatchObject([
    {
      name: "General",
      sold: 3,
      comps: 2,
      held: 3,
      left: 42,
      capacity: 50,
      available: 42,
      ticketCount: 5,
      admittedCount: 1,
    },
    { name: "Table", sold: 4, held: 0, left: 16, capacity: 20, available: 4, ticketCount: 4, admittedCount: 0 },
  ]);
  const { body: list } = await admin.get("/api/admin/box-office/events?q=velvet%20brooklyn");
  expect(list.items).toMatchObject([{ id: eventId, sold: 7, held: 3, admittedCount: 1 }]);
});

test("an expired hold holds nothing, even before it is cleared", async () => {
  await site.db.transaction().execute(async (tx) => {
    await sql`update holds set expires_at = clock_now() - interval '1 second' where status = 'active'`.execute(tx);
    await sql`update orders set hold_expires_at = clock_now() - interval '1 second' where status = 'awaiting_payment'`.execute(
      tx,
    );
  });
  const { body } = await admin.get(`/api/admin/box-office/events/${eventId}`);
  expect([body.held, body.types[0]!.held, body.types[0]!.available]).toEqual([0, 0, 45]);
  const { body: expired } = await admin.get(`/api/admin/orders?eventId=${eventId}&status=expired`);
  expect(expired.items).toMatchObject([{ buyer: { name: "Left Unpaid" }, status: "expired" }]);
});

const holders = async (query: string) => {
  const { body } = await admin.get(`/api/admin/tickets?eventId=${eventId}&${query}`);
  return body.items.map((ticket: { holderName: string }) => ticket.holderName);
};

test("search finds attendees by name, email, order and status, in the requested order", async () => {
  expect(await holders("q=zora&sort=name")).toEqual(["Zora Bright", "Zora Bright"]);
  expect(await holders(`q=${orders[2]!.number}`)).toHaveLength(4);
  expect(await holders("q=duke@example")).toEqual(["Selector Duke", "Selector Duke"]);
  expect(await holders("status=in")).toEqual(["Zora Bright"]);
  expect(await holders("status=expected")).toHaveLength(8);
  expect(await holders("status=void")).toEqual([]);
  expect(await holders(`ticketTypeId=${table}`)).toHaveLength(4);
  expect((await holders("sort=-name"))[0]).toBe("Zora Bright");
  expect((await holders("sort=-admittedAt"))[0]).toBe("Zora Bright");
  const { body } = await admin.get(`/api/admin/tickets?eventId=${eventId}&status=in`);
  expect(body.items[0]).toMatchObject({ gate: "North", isComp: false, typeName: "General", status: "valid" });
});

test("list pages neither repeat nor lose a row", async () => {
  const many = await site.create.ticketType({ eventId: await site.create.event(), capacity: 60 });
  const buyer = await site.as("guest");
  for (let round = 0; round < 6; round++) await site.buy(buyer, [{ ticketTypeId: many, quantity: 10 }]);
  const pages = await Promise.all(
    [1, 2, 3, 4].map(async (page) => (await admin.get(`/api/admin/tickets?ticketTypeId=${many}&page=${page}`)).body),
  );
  expect(pages.map((page) => [page.items.length, page.total, page.page, page.pageSize])).toEqual([
    [25, 60, 1, 25],
    [25, 60, 2, 25],
    [10, 60, 3, 25],
    [0, 60, 4, 25],
  ]);
  expect(new Set(pages.flatMap((page) => page.items.map((item: { ticketId: number }) => item.ticketId))).size).toBe(60);
});

test("the CSV has every matching row, and no cell that a spreadsheet would run", async () => {
  const answer = await admin.get(`/api/admin/tickets.csv?eventId=${eventId}&sort=name`);
  expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
  expect(answer.headers["content-disposition"]).toMatch(
    /^attachment; filename="[\w-]+-\d{4}-\d{2}-\d{2}-attendees\.csv"$/,
  );
  const lines = answer.text.trim().split("\r\n");
  expect(lines).toHaveLength(1 + 9);
  expect(lines.some((line) => line.includes(`"'=HYPERLINK(""http://x"")"`))).toBe(true);
  expect(lines.some((line) => /(^|,)"=/.test(line))).toBe(false);
  const zora = lines.find((line) => line.includes("Zora") && line.includes('"checked in"'))!;
  expect(zora).toMatch(/"\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}","North","no"/);
});

test("search finds orders by buyer, email, number, status and person", async () => {
  const numbers = async (query: string) => {
    const { body } = await admin.get(`/api/admin/orders?${query}`);
    return body.items.map((order: { number: string }) => order.number);
  };
  expect(await numbers(`eventId=${eventId}&status=paid&sort=total`)).toHaveLength(4);
  expect((await numbers(`eventId=${eventId}&sort=-total`))[0]).toBe(orders[2]!.number);
  expect(await numbers(`q=${orders[1]!.number.toLowerCase()}`)).toEqual([orders[1]!.number]);
  const { body } = await admin.get(`/api/admin/orders?q=${orders[2]!.number}`);
  expect(body.items[0]).toMatchObject({ what: "1 × Table", ticketCount: 4, totalCents: 20_000, isComp: false });
  expect(await numbers(`personId=${body.items[0]!.buyer.id}`)).toEqual([orders[2]!.number]);
});

test("a person's tickets and orders include those of their confirmed email", async () => {
  const member = await site.as("user");
  expect((await admin.get(`/api/admin/tickets?personId=${member.id}`)).body.total).toBe(0);
  await sql`update users set email = 'anselm@example.com' where id = ${member.id}`.execute(site.db);
  expect((await admin.get(`/api/admin/tickets?personId=${member.id}`)).body.total).toBe(4);
  expect((await admin.get(`/api/admin/orders?personId=${member.id}`)).body.items[0]!.number).toBe(orders[2]!.number);
});

test("today's figures count paid orders, and comps separately", async () => {
  const { body } = await admin.get("/api/admin/figures");
  expect(body.today.comps).toBe(2);
  expect(body.today.money).toEqual([{ currency: "USD", cents: expect.any(Number) }]);
  expect(body.today.money[0]!.cents).toBe(27_500 + 6 * 25_000);
  expect([body.today.orders, body.today.tickets]).toEqual([9, 67]);
  await sql`update emails set status = 'failed' where id = (select min(id) from emails)`.execute(site.db);
  expect((await admin.get("/api/admin/figures")).body.mails.failed).toBe(1);
});

test("a guest whose ticket was refunded isn't expected", async () => {
  const elsewhere = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId: elsewhere, priceCents: 2500 });
  const { body: order } = await site.buy(await site.as("guest"), [{ ticketTypeId, quantity: 2 }]);
  const found = async (status: string): Promise<number> =>
    (await admin.get(`/api/admin/tickets?eventId=${elsewhere}&status=${status}`)).body.total;
  expect([await found("expected"), await found("void")]).toEqual([2, 0]);
  const given = await refund(admin, order.id, wish(2500, { ticketIds: [order.tickets[0]!.id] }));
  expect(given.status).toBe(201);
  expect([await found("expected"), await found("void")]).toEqual([1, 1]);
});
