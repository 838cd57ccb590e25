import { expect, test } from "vitest";
import { lastMonth } from "./ledger-export-view.tsx";

test.each([
  [new Date(2026, 10, 20), "2026-10-01", "2026-10-31"],
  [new Date(2026, 0, 31), "2025-12-01", "2025-12-31"],
  [new Date(2024, 2, 31), "2024-02-01", "2024-02-29"],
])("the month before %o runs from %s to %s", (now, from, to) => {
  expect(lastMonth(now)).toEqual({ from, to });
});
