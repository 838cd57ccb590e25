import { expect, test } from "vitest";
import { OrderStatus } from "#contract/orders.ts";
import { pauseBeforeLook, standingOf } from "./standing.ts";

const paymentStatuses = [
  null,
  "starting",
  "open",
  "processing",
  "declined",
  "expired",
  "captured",
  "refunding",
  "refunded",
] as const;

test.each([
  ["paid", "captured", "You are in"],
  ["paid", null, "You are in"],
  ["partially_refunded", "captured", "You are in"],
  ["refunded", "refunded", "Refunded"],
  ["paying", "open", "Checking your payment"],
  ["paying", "starting", "Checking your payment"],
  ["paying", "processing", "Checking your payment"],
  ["paying", "declined", "The bank declined"],
  ["paying", "captured", "Payment received"],
  ["awaiting_payment", null, "Not paid yet"],
  ["awaiting_payment", "expired", "Not paid yet"],
  ["awaiting_payment", "declined", "The bank declined"],
  ["expired", null, "Time ran out"],
  ["expired", "expired", "Time ran out"],
  ["expired", "declined", "Time ran out"],
  ["expired", "processing", "Payment under way"],
  ["expired", "refunding", "Your money is coming back"],
  ["expired", "refunded", "Refunded"],
  ["cancelled", "expired", "Given back"],
  ["cancelled", "refunding", "Your money is coming back"],
] as const)("an order %s with a payment %s reads %j", (status, payment, headline) => {
  expect(standingOf({ status, payment: payment && { status: payment } }).headline).toBe(headline);
});

test("only a paid order shows tickets, whatever its payment says", () => {
  for (const status of OrderStatus.options) {
    for (const payment of paymentStatuses) {
      const { kind } = standingOf({ status, payment: payment && { status: payment } });
      expect(kind === "tickets", `${status} ${payment}`).toBe(status === "paid" || status === "partially_refunded");
    }
  }
});

test("nobody is told that nothing was charged while money is under way", () => {
  for (const status of OrderStatus.options) {
    for (const payment of ["processing", "captured", "refunding"] as const) {
      expect(standingOf({ status, payment: { status: payment } }).text).not.toMatch(/nothing was charged/i);
    }
  }
});

test("looking starts each second and slows down to every five", () => {
  const pauses = Array.from({ length: 20 }, (_, looks) => pauseBeforeLook(looks));
  expect(pauses[0]).toBe(1000);
  expect(pauses.at(-1)).toBe(5000);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
});
