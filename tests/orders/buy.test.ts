import { afterAll, beforeAll, expect, test } from "vitest";
import { createSite, draft, type Site } from "#testing/site.ts";

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site.close());

test("a guest buys two tickets, finds them, and the scanner admits each one once", async () => {
  const eventId = await site.create.event();
  const ticketTypeId = await site.create.ticketType({ eventId });
  const guest = await site.as("guest");

  const { status, body: order } = await site.buy(guest, [{ ticketTypeId, quantity: 2 }]);
  expect(status).toBe(200);
  expect(order).toMatchObject({ status: "paid", totalCents: 5000, feeCents: 400 });
  expect(order.tickets).toHaveLength(2);

  const mine = await guest.get("/api/my-tickets");
  expect(mine.body.items.map((ticket: { code: string }) => ticket.code).toSorted()).toEqual(
    order.tickets.map((ticket) => ticket.code).toSorted(),
  );

  const door = await site.as("moderator");
  for (const ticket of order.tickets) {
    const scan = (scanId: string) => ({ code: ticket.code, eventId, deviceId: "door-device-1", scanId });
    const first = await door.post("/api/scans", scan(crypto.randomUUID()));
    expect(first.body.verdict).toBe("admitted");
    const second = await door.post("/api/scans", scan(crypto.randomUUID()));
    expect(second.body).toMatchObject({ verdict: "already_admitted", firstAdmittedAt: first.body.firstAdmittedAt });
  }
});

test("the same Idempotency-Key returns the same order byte for byte, and a different body is rejected", async () => {
  const ticketTypeId = await site.create.ticketType();
  const guest = await site.as("guest");
  const key = { "idempotency-key": "one-key" };
  const first = await guest.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]), key);
  const second = await guest.post("/api/orders", draft([{ ticketTypeId, quantity: 1 }]), key);
  expect(second.status).toBe(201);
  expect(second.text).toBe(first.text);
  const other = await guest.post("/api/orders", draft([{ ticketTypeId, quantity: 2 }]), key);
  expect(other.status).toBe(422);
});
