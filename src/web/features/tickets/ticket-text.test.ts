import { expect, test } from "vitest";
import { usedText } from "./ticket-text.ts";

const event = { timeZone: "America/New_York" };
const admittedAt = "2026-11-29T02:41:00Z";

test.each([
  ["at a gate", { admittedAt, gate: "Gate B", event }, "Used 9:41 PM, Gate B"],
  ["without a named gate", { admittedAt, gate: null, event }, "Used 9:41 PM"],
  ["as an older version kept it on this device", { admittedAt, event }, "Used 9:41 PM"],
  ["in another zone", { admittedAt, gate: "B", event: { timeZone: "America/Los_Angeles" } }, "Used 6:41 PM, B"],
  ["not yet", { admittedAt: null, gate: null, event }, undefined],
])("a ticket used %s", (_, ticket, text) => {
  expect(usedText(ticket)?.replace(/\u202f/g, " ")).toBe(text);
});
