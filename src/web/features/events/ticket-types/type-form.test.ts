import { expect, test } from "vitest";
import { type AdminTicketType, TicketTypeInput } from "#contract/events/ticket-types.ts";
import { emptyForm, formOf, inputOf, type TypeForm } from "./type-form.ts";

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
  isStreamPass: true,
  doorColor: "#c9a24b",
  poolIds: [3],
  stock: { capacity: 200, sold: 10, held: 2 },
  available: 188,
  status: "on_sale",
  hasOrders: true,
};

test("a ticket type reads back from its form fields unchanged", () => {
  expect(TicketTypeInput.parse(inputOf(formOf(type, { kind: "by_type" })))).toEqual({
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
    isStreamPass: true,
  });
});

test("with a fee rule the field shows the organizer's share, and no fee is sent", () => {
  const input = inputOf(formOf(type, { kind: "passed_on", percentHundredths: 1000, ticketCents: 24 }));
  expect(input).toMatchObject({ priceCents: 4050, feeCents: undefined });
});

test.each<[Partial<TypeForm>, string]>([
  [{ name: " " }, "name"],
  [{ price: "a lot" }, "priceCents"],
  [{ price: "0" }, "priceCents"],
  [{ capacity: "-4" }, "capacity"],
  [{ maxPerOrder: "0" }, "maxPerOrder"],
  [{ maxPerPerson: "some" }, "maxPerPerson"],
  [{ opens: "at_time" }, "salesStartAt"],
  [{ opens: "after" }, "opensAfterId"],
])("%j has its error at its field", (change, path) => {
  const result = TicketTypeInput.safeParse(inputOf({ ...emptyForm, name: "General", price: "45", ...change }));
  expect(result.error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
});
