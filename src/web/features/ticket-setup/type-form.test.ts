import { expect, test } from "vitest";
import type { AdminTicketType } from "#contract/ticket-types.ts";
import { emptyForm, formOf, readForm } from "./type-form.ts";

const type: AdminTicketType = {
  id: 4,
  version: 1,
  name: "Second tier",
  description: "",
  pricing: "fixed",
  priceCents: 4550,
  feeCents: 500,
  minimumCents: null,
  ticketsPerUnit: 4,
  minPerOrder: 1,
  maxPerOrder: 6,
  maxPerPerson: 8,
  salesStartAt: "2026-11-29T03:00:00.000Z",
  salesEndAt: null,
  opensAfterId: null,
  openedAt: null,
  accessCode: "INNER",
  isHidden: true,
  doorColor: "#c9a24b",
  poolIds: [3],
  stock: { capacity: 200, sold: 10, held: 2 },
  available: 188,
  status: "on_sale",
  hasOrders: true,
};

test("a ticket type reads back from its form fields unchanged", () => {
  const { input, fieldErrors } = readForm(formOf(type, { kind: "by_type" }));
  expect(fieldErrors).toEqual({});
  expect(input).toEqual({
    name: "Second tier",
    pricing: "fixed",
    priceCents: 4550,
    feeCents: 500,
    capacity: 200,
    ticketsPerUnit: 4,
    minPerOrder: 1,
    maxPerOrder: 6,
    maxPerPerson: 8,
    salesStartAt: "2026-11-29T03:00:00.000Z",
    accessCode: "INNER",
    doorColor: "#c9a24b",
    poolIds: [3],
    isHidden: true,
  });
});

test("with a fee rule the field shows the organizer's share, and no fee is sent", () => {
  const { input } = readForm(formOf(type, { kind: "passed_on", percentHundredths: 1000, ticketCents: 24 }));
  expect(input).toMatchObject({ priceCents: 4050 });
  expect(input).not.toHaveProperty("feeCents");
});

test.each([
  [{ name: " " }, "name"],
  [{ price: "a lot" }, "priceCents"],
  [{ price: "0" }, "priceCents"],
  [{ capacity: "-4" }, "capacity"],
  [{ maxPerOrder: "0" }, "maxPerOrder"],
  [{ maxPerPerson: "some" }, "maxPerPerson"],
  [{ opens: "at_time" as const }, "salesStartAt"],
  [{ opens: "after" as const }, "opensAfterId"],
])("%j has its error at its field", (change, path) => {
  expect(Object.keys(readForm({ ...emptyForm, name: "General", price: "45", ...change }).fieldErrors)).toEqual([path]);
});
