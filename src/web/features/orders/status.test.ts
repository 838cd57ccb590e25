import { expect, test } from "vitest";
import { OrderStatus } from "#contract/orders/orders.ts";
import { pauseBeforePoll, statusOf } from "./status.ts";

const tickets = [{ kind: "ticket" }];

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
  ["paid", "captured", "You're in"],
  ["paid", null, "You're in"],
  ["partially_refunded", "captured", "You're in"],
  ["refunded", "refunded", "Refunded"],
  ["paying", "open", "Checking your payment"],
  ["paying", "starting", "Checking your payment"],
  ["paying", "processing", "Checking your payment"],
  ["paying", "declined", "Payment declined"],
  ["paying", "captured", "Payment received"],
  ["awaiting_payment", null, "Not paid yet"],
  ["awaiting_payment", "expired", "Not paid yet"],
  ["awaiting_payment", "declined", "Payment declined"],
  ["expired", null, "Time ran out"],
  ["expired", "expired", "Time ran out"],
  ["expired", "declined", "Time ran out"],
  ["expired", "processing", "Payment processing"],
  ["expired", "refunding", "Your refund is on its way"],
  ["expired", "refunded", "Refunded"],
  ["canceled", "expired", "Tickets released"],
  ["canceled", "refunding", "Your refund is on its way"],
] as const)("a %s order with a %s payment shows %j", (status, payment, headline) => {
  expect(statusOf({ lines: tickets, status, payment: payment && { status: payment } }).headline).toBe(headline);
});

test("only a paid order shows what was bought, whatever its payment's status", () => {
  for (const status of OrderStatus.options) {
    for (const payment of paymentStatuses) {
      const { kind } = statusOf({ lines: tickets, status, payment: payment && { status: payment } });
      expect(kind === "done", `${status} ${payment}`).toBe(status === "paid" || status === "partially_refunded");
    }
  }
});

test("an order with anything but tickets never speaks of tickets, in any status", () => {
  for (const lines of [[{ kind: "variant" }], [...tickets, { kind: "variant" }]]) {
    for (const status of OrderStatus.options) {
      for (const payment of paymentStatuses) {
        const message = statusOf({ lines, status, payment: payment && { status: payment } });
        expect(`${message.headline} ${message.text}`).not.toMatch(/ticket/i);
      }
    }
  }
});

test("no one is told that they weren't charged while money is on its way", () => {
  for (const status of OrderStatus.options) {
    for (const payment of ["processing", "captured", "refunding"] as const) {
      expect(statusOf({ lines: tickets, status, payment: { status: payment } }).text).not.toMatch(/weren't charged/i);
    }
  }
});

test("polling starts at every second and slows down to every five", () => {
  const pauses = Array.from({ length: 20 }, (_, polls) => pauseBeforePoll(polls));
  expect(pauses[0]).toBe(1000);
  expect(pauses.at(-1)).toBe(5000);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
});
