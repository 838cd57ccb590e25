import { expect, test } from "vitest";
import { createPatience, pauseBeforeRefundPoll } from "./patience.ts";

const under = [{ status: "done" }, { status: "pending" }];
const settled = [{ status: "done" }, { status: "failed" }];

test("polling of pending refunds starts after three seconds and slows down to every minute", () => {
  const pauses = Array.from({ length: 20 }, (_, polls) => pauseBeforeRefundPoll(polls));
  expect(pauses[0]).toBe(3000);
  expect(pauses.at(-1)).toBe(60_000);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
});

test("a page polls while a refund is pending, starts over with each refund, and stops when all are settled", () => {
  const patience = createPatience();
  const after = (polls: number, refunds: { status: string }[]) =>
    patience(refunds, { dataUpdateCount: polls - 1, errorUpdateCount: 1 });
  expect(after(40, [])).toBe(false);
  expect(after(41, under)).toBe(3000);
  expect(after(41, under)).toBe(3000);
  expect(after(43, under)).toBe(6750);
  expect(after(44, settled)).toBe(false);
  expect(after(60, under)).toBe(3000);
});
