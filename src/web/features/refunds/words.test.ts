import { expect, test } from "vitest";
import type { OrderRefund } from "#contract/order-refunds.ts";
import { refundSteps, refundWords, returnSentence } from "./words.ts";

const refund = (more: Partial<OrderRefund>): OrderRefund => ({
  id: "0199b2f0-0000-7000-8000-000000000000",
  amountCents: 5000,
  feeCents: 400,
  status: "pending",
  madeBy: "staff",
  ticketIds: [1, 2],
  keepsTickets: false,
  note: null,
  byHand: false,
  createdAt: "2026-11-20T12:00:00.000Z",
  doneAt: null,
  ...more,
});

test.each([
  [{}, "$50.00 is on its way back to you", "5 to 10 days"],
  [{ status: "done" as const }, "$50.00 is back with your bank", "statement"],
  [{ status: "done" as const, byHand: true }, "We paid $50.00 back to you", "2 tickets"],
  [{ status: "failed" as const }, "$50.00 is still to come", "We are on it"],
  [{ status: "done" as const, amountCents: 0, ticketIds: [1] }, "1 ticket given back", "nothing is owed"],
])("money that goes back is told as it stands: %o", (more, title, text) => {
  const words = refundWords(refund(more), "USD");
  expect([words.title, words.text]).toEqual([title, expect.stringContaining(text)]);
});

test("a refund that failed is never called sent", () => {
  const { title, text } = refundWords(refund({ status: "failed" }), "USD");
  expect(`${title} ${text}`).not.toMatch(/on its way|is back with|refunded/);
});

test("a night says in one sentence until when tickets are taken back", () => {
  expect(returnSentence(null, "America/New_York")).toBe("Tickets are not taken back, unless the night is called off.");
  const until = "2026-11-28T01:00:00.000Z";
  expect(returnSentence({ until, withFees: true }, "America/New_York")).toBe(
    "Tickets can be returned until Fri, Nov 27 at 8:00 PM, fees included.",
  );
  expect(returnSentence({ until, withFees: false }, "America/New_York")).toMatch(/without the fees/);
});

test.each([
  [{}, ["Given back: done", "On its way: now", "On your statement: ahead"]],
  [{ status: "done" as const }, ["Given back: done", "With your bank: done", "On your statement: now"]],
  [{ status: "failed" as const }, ["Given back: done", "We are on it: trouble", "On your statement: ahead"]],
  [{ status: "done" as const, byHand: true }, ["Given back: done", "Paid to you: done"]],
])("the stations of money that goes back never say more than is known: %o", (more, stations) => {
  expect(refundSteps(refund(more)).map(({ label, state }) => `${label}: ${state}`)).toEqual(stations);
});
