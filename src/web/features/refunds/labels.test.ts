import { expect, test } from "vitest";
import type { OrderRefund } from "#contract/refunds/of-order.ts";
import { refundSteps, refundLabels, returnSentence } from "./labels.ts";

const refund = (more: Partial<OrderRefund>): OrderRefund => ({
  id: "0199b2f0-0000-7000-8000-000000000000",
  amountCents: 5000,
  feeCents: 400,
  status: "pending",
  madeBy: "staff",
  ticketIds: [1, 2],
  items: [],
  withShipping: false,
  kind: "units",
  keepsTickets: false,
  note: null,
  byHand: false,
  createdAt: "2026-11-20T12:00:00.000Z",
  doneAt: null,
  ...more,
});

test.each([
  [{}, "Your $50.00 refund is on its way", "5 to 10 days"],
  [{ status: "done" as const }, "Your $50.00 refund is with your bank", "statement"],
  [{ status: "done" as const, byHand: true }, "We paid you back $50.00", "2 tickets"],
  [{ kind: "amount" as const, keepsTickets: true }, "Your $50.00 refund is on its way", "For part of what you paid."],
  [
    { ticketIds: [], items: [{ name: "Yard Shirt", quantity: 2 }] },
    "Your $50.00 refund is on its way",
    "For 2 × Yard Shirt.",
  ],
  [
    { items: [{ name: "Yard Shirt", quantity: 1 }], withShipping: true },
    "Your $50.00 refund is on its way",
    "For 2 tickets, 1 × Yard Shirt, and shipping.",
  ],
  [{ status: "failed" as const }, "Your $50.00 refund is delayed", "We're working on it"],
  [{ status: "done" as const, amountCents: 0, ticketIds: [1] }, "1 ticket canceled", "nothing to refund"],
])("a refund's text matches its status: %o", (more, title, text) => {
  const labels = refundLabels(refund(more), "USD");
  expect([labels.title, labels.text]).toEqual([title, expect.stringContaining(text)]);
});

test("a failed refund is never shown as sent", () => {
  const { title, text } = refundLabels(refund({ status: "failed" }), "USD");
  expect(`${title} ${text}`).not.toMatch(/on its way|with your bank|refunded/);
});

test("one sentence says until when an event's tickets can be refunded", () => {
  expect(returnSentence(null, "America/New_York")).toBe("No refunds unless the event is canceled.");
  const until = "2026-11-28T01:00:00.000Z";
  expect(returnSentence({ until, withFees: true }, "America/New_York")).toBe(
    "Refunds are available until Fri, Nov 27 at 8:00 PM, including fees.",
  );
  expect(returnSentence({ until, withFees: false }, "America/New_York")).toMatch(/excluding fees/);
});

test.each([
  [{}, ["Approved: done", "On its way: now", "On your statement: ahead"]],
  [{ status: "done" as const }, ["Approved: done", "With your bank: done", "On your statement: now"]],
  [{ status: "failed" as const }, ["Approved: done", "We're on it: trouble", "On your statement: ahead"]],
  [{ status: "done" as const, byHand: true }, ["Approved: done", "Paid to you: done"]],
])("a refund's steps never show more than is known: %o", (more, stations) => {
  expect(refundSteps(refund(more)).map(({ label, state }) => `${label}: ${state}`)).toEqual(stations);
});
