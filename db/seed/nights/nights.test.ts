import { expect, test } from "vitest";
import { RegisterForm } from "#contract/accounts.ts";
import { OrderDraft } from "#contract/orders.ts";
import { createPeople, plain } from "../people.ts";
import { createDice } from "../seeded-random.ts";
import { demoNights } from "./index.ts";

test.each(demoNights.map((night) => [night.key, night] as const))("%s can be sold as it is written", (_key, night) => {
  expect(night.ticketTypes.length).toBeGreaterThanOrEqual(3);
  expect(night.ticketTypes.length).toBeLessThanOrEqual(5);
  expect(night.paragraphs.length).toBeGreaterThanOrEqual(3);
  const people = night.ticketTypes.reduce((sum, type) => sum + type.sold * (type.ticketsPerUnit ?? 1), 0);
  expect(people).toBeLessThanOrEqual(night.capacity ?? people);
  for (const type of night.ticketTypes) {
    expect(type.sold).toBeLessThanOrEqual(type.capacity);
    expect(type.feeCents).toBeLessThan(Math.max(1, type.priceCents));
  }
});

test("the demo's people could have typed their own names and addresses", () => {
  for (const { name, email } of createPeople(createDice(1), 320)) {
    const draft = { lines: [{ ticketTypeId: 1, quantity: 1 }], buyer: { name, email } };
    expect(OrderDraft.parse(draft).buyer).toEqual({ name, email });
    expect(RegisterForm.shape.username.parse(plain(name))).toBe(plain(name));
  }
});
