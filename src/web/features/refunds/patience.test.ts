import { expect, test } from "vitest";
import { createPatience, pauseBeforeRefundLook } from "./patience.ts";

const under = [{ status: "done" }, { status: "pending" }];
const settled = [{ status: "done" }, { status: "failed" }];

test("looks at money on its way begin after three seconds and end a minute apart", () => {
  const pauses = Array.from({ length: 20 }, (_, looks) => pauseBeforeRefundLook(looks));
  expect(pauses[0]).toBe(3000);
  expect(pauses.at(-1)).toBe(60_000);
  expect(pauses).toEqual(pauses.toSorted((a, b) => a - b));
});

test("a page looks while money is on its way, begins anew with each refund, and stops when all is settled", () => {
  const patience = createPatience();
  const after = (looks: number, refunds: { status: string }[]) =>
    patience(refunds, { dataUpdateCount: looks - 1, errorUpdateCount: 1 });
  expect(after(40, [])).toBe(false);
  expect(after(41, under)).toBe(3000);
  expect(after(41, under)).toBe(3000);
  expect(after(43, under)).toBe(6750);
  expect(after(44, settled)).toBe(false);
  expect(after(60, under)).toBe(3000);
});
