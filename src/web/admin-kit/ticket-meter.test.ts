import { expect, test } from "vitest";
import { restText } from "./ticket-meter.tsx";

const counts = { sold: 10, capacity: 100, comps: 1, held: 3, withheld: 0, left: 86 };

test.each([
  [{ status: "on", isOver: false }, "86 left · 1 comp · 3 on hold"],
  [{ status: "postponed", isOver: false }, "86 left · 1 comp · 3 on hold"],
  [{ status: "on", isOver: true }, "86 unsold · 1 comp · 3 on hold"],
  [{ status: "canceled", isOver: false }, "1 comp · 3 on hold"],
  [{ status: "canceled", isOver: true }, "1 comp · 3 on hold"],
] as const)("of an event that is %j, the rest is: %s", (event, text) => {
  expect(restText(counts, event)).toBe(text);
});
