import { expect, test } from "vitest";
import type { EventDetail, TicketType } from "#contract/events/events.ts";
import { paths } from "#web/lib/paths.ts";
import { linesOf, totalOf } from "#web/features/tickets/picks.ts";
import { changeSince, checkoutAddress, readCheckoutQuery, wantedLines } from "./checkout-query.ts";

const type = (id: number, change: Partial<TicketType> = {}) =>
  ({
    id,
    status: "on_sale",
    pricing: "fixed",
    priceCents: 4500,
    minimumCents: null,
    available: 50,
    minPerOrder: 1,
    maxPerOrder: 8,
    ...change,
  }) as TicketType;

const event = {
  id: 7,
  title: "Soca & Rum, No. 7",
  currency: "USD",
  ticketTypes: [
    type(1),
    type(2, { priceCents: 2000 }),
    type(3, { pricing: "open", priceCents: 0, minimumCents: 1000 }),
  ],
} as EventDetail;

const search = (address: string) => new URL(address, "http://site").searchParams;

test("the selection reads back completely from the URL", () => {
  const picks = { 1: { quantity: 2 }, 3: { quantity: 1, amountCents: 1550 } };
  const address = checkoutAddress(event, linesOf(event.ticketTypes, picks), { accessCode: "CREW", promo: "SOCA10" });
  expect(Object.fromEntries(search(address))).toEqual({
    eventId: "7",
    title: event.title,
    amount: "10550",
    currency: "USD",
    tickets: "1:2,3:1",
    amounts: "3:1550",
    accessCode: "CREW",
    promo: "SOCA10",
  });
  expect(readCheckoutQuery(search(address))).toEqual({
    eventId: 7,
    title: event.title,
    amountCents: 10_550,
    picks,
    accessCode: "CREW",
    promo: "SOCA10",
  });
});

test.each([["eventId=abc"], ["eventId=-1"], ["eventId=0"], ["tickets=1:2"], [""]])(
  "the query %j names no event",
  (query) => {
    expect(readCheckoutQuery(new URLSearchParams(query))).toBeUndefined();
  },
);

test.each([
  ["1:2,,x:1,2:-3,3:0,4:1.5,5:2", { 1: { quantity: 2 }, 5: { quantity: 2 } }],
  ["1:9999999999", {}],
  ["__proto__:1", {}],
])("in the tickets %j only pairs of numbers count", (tickets, picks) => {
  expect(readCheckoutQuery(new URLSearchParams({ eventId: "7", tickets }))?.picks).toEqual(picks);
});

test.each([
  ["tickets=1:2&amount=9000", [[1, 2]]],
  ["tickets=1:99", [[1, 8]]],
  ["tickets=9:1", []],
  ["amount=9000", [[1, 2]]],
  ["amount=2000", [[2, 1]]],
  ["amount=999", []],
  ["amount=450000", []],
  ["", []],
])("the query %j selects %j", (query, wanted) => {
  const read = readCheckoutQuery(new URLSearchParams(`eventId=7&${query}`));
  expect(read && wantedLines(event, read).map(({ type: { id }, quantity }) => [id, quantity])).toEqual(wanted);
});

test("the server's prices count, not the URL's", () => {
  const read = readCheckoutQuery(new URLSearchParams("eventId=7&tickets=1:2&amount=1&amounts=1:1"));
  expect(read && totalOf(wantedLines(event, read))).toBe(9000);
});

test.each([
  ["tickets=1:2&amount=9000", undefined],
  ["tickets=1:2", undefined],
  ["tickets=1:2&amount=8000", { isShort: false, promisedCents: 8000 }],
  ["tickets=1:99&amount=445500", { isShort: true, promisedCents: 445_500 }],
  ["tickets=1:2,9:1", { isShort: true, promisedCents: undefined }],
])("for %j the buyer sees %j", (query, change) => {
  const read = readCheckoutQuery(new URLSearchParams(`eventId=7&${query}`));
  expect(read && changeSince(read, wantedLines(event, read))).toEqual(change);
});

test("an order on hold has its own URL", () => {
  expect(paths.heldOrder("0b8a")).toBe("/checkout?order=0b8a");
});
