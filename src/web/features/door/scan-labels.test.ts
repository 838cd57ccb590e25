import { expect, test } from "vitest";
import { scanReason } from "./scan-labels.ts";

const scan = {
  at: "2026-11-29T03:00:00Z",
  result: "void",
  reason: null,
  rightEventTitle: null,
  firstAdmittedAt: null,
  firstGate: null,
  timeZone: "America/New_York",
} as const;
const firstAdmittedAt = "2026-11-29T02:41:00Z";

test.each([
  ["refunded", { ...scan, reason: "refunded" }, "The ticket was refunded"],
  ["void, from before reasons were stored", scan, "The ticket isn't valid"],
  [
    "already in",
    { ...scan, result: "already_admitted", firstAdmittedAt, firstGate: "Gate 1" },
    "Checked in at 9:41 PM, Gate 1",
  ],
  [
    "already in since another day",
    { ...scan, result: "already_admitted", firstAdmittedAt: "2026-11-28T02:41:00Z" },
    "Checked in at Fri, Nov 27, 9:41 PM",
  ],
  ["for another event", { ...scan, result: "wrong_event", rightEventTitle: "Sound Clash" }, "For Sound Clash"],
  ["unknown", { ...scan, result: "unknown" }, "Not one of our codes"],
  ["admitted", { ...scan, result: "admitted" }, undefined],
] as const)("why a scan was refused: %s", (_, refused, reason) => {
  expect(scanReason(refused)?.replace(/\u202f/g, " ")).toBe(reason);
});
