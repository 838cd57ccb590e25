import { expect, test } from "vitest";
import { RegisterForm } from "#contract/accounts/accounts.ts";
import { OrderDraft } from "#contract/orders/orders.ts";
import { createPeople, plain } from "../people.ts";
import { createDice } from "../seeded-random.ts";
import { demoEvents } from "./index.ts";

test.each(demoEvents.map((event) => [event.key, event] as const))("%s can be sold as defined", (_key, event) => {
  expect(event.ticketTypes.length).toBeGreaterThanOrEqual(3);
  expect(event.ticketTypes.length).toBeLessThanOrEqual(5);
  expect(event.paragraphs.length).toBeGreaterThanOrEqual(3);
  const people = event.ticketTypes.reduce((sum, type) => sum + type.sold * (type.ticketsPerUnit ?? 1), 0);
  expect(people).toBeLessThanOrEqual(event.capacity ?? people);
  for (const type of event.ticketTypes) {
    expect(type.sold).toBeLessThanOrEqual(type.capacity);
    expect(type.feeCents).toBeLessThan(Math.max(1, type.priceCents));
  }
});

test("the demo's people have names and emails that the forms accept", () => {
  for (const { name, email } of createPeople(createDice(1), 320)) {
    const draft = { lines: [{ ticketTypeId: 1, quantity: 1 }], buyer: { name, email } };
    expect(OrderDraft.parse(draft).buyer).toEqual({ name, email });
    expect(RegisterForm.shape.username.parse(plain(name))).toBe(plain(name));
  }
});
