import { expect, test } from "vitest";
import { describeSnapshot, type SnapshotStatus } from "./snapshot-text.ts";

const now = 1_800_000_000_000;
const ready = (more: object): SnapshotStatus => ({
  step: "ready",
  ticketCount: 1842,
  syncedAt: now - 40_000,
  isPersistent: true,
  ...more,
});

test.each<[SnapshotStatus, string, boolean]>([
  [ready({}), "1,842 tickets on this phone, synced 40 s ago", false],
  [ready({ ticketCount: 1, syncedAt: now - 59_000 }), "1 ticket on this phone, synced 59 s ago", false],
  [ready({ syncedAt: now - 120_000 }), "1,842 tickets on this phone, synced 2 min ago", false],
  [ready({ syncedAt: now - 121_000 }), "1,842 tickets on this phone, synced 2 min ago", true],
  [ready({ syncedAt: now - 3 * 3_600_000 }), "1,842 tickets on this phone, synced 3 h ago", true],
  // A phone whose clock was set back.
  [ready({ syncedAt: now + 5000 }), "1,842 tickets on this phone, synced 0 s ago", false],
  [
    ready({ isPersistent: false }),
    "1,842 tickets on this phone, synced 40 s ago. The browser may remove them if storage runs low",
    false,
  ],
  [{ step: "loading" }, "Getting the tickets onto this phone…", false],
  [{ step: "full" }, "This phone has no room for the tickets. Free up some storage.", true],
  [{ step: "unable" }, "This browser can't store the tickets on this phone.", true],
])("%j reads %s", (status, text, isBad) => {
  expect(describeSnapshot(status, now)).toEqual({ text, isBad });
});
