import { expect, test } from "vitest";
import type { DeskTicketType } from "#contract/ticket-types.ts";
import { emptyForm, formOf, readForm } from "./type-form.ts";

const type: DeskTicketType = {
  id: 4,
  version: 1,
  name: "Second release",
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
  standing: { capacity: 200, sold: 10, held: 2 },
  available: 188,
  status: "on_sale",
  hasOrders: true,
};

test("a type goes into its fields and comes out of them as it was", () => {
  const { input, faults } = readForm(formOf(type, { kind: "by_type" }));
  expect(faults).toEqual({});
  expect(input).toEqual({
    name: "Second release",
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

test("under a rule for fees the field has what the house wants, and no share is sent", () => {
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
])("%j is said to be wrong at its field", (change, path) => {
  expect(Object.keys(readForm({ ...emptyForm, name: "General", price: "45", ...change }).faults)).toEqual([path]);
});
