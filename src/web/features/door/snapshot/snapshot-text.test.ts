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
  [ready({}), "1,842 tickets on this phone, synced 40 sec ago. Scanning still needs a connection.", false],
  [
    ready({ ticketCount: 1, syncedAt: now - 59_000 }),
    "1 ticket on this phone, synced 59 sec ago. Scanning still needs a connection.",
    false,
  ],
  [
    ready({ syncedAt: now - 120_000 }),
    "1,842 tickets on this phone, synced 2 min ago. Scanning still needs a connection.",
    false,
  ],
  [
    ready({ syncedAt: now - 121_000 }),
    "1,842 tickets on this phone, synced 2 min ago. Scanning still needs a connection.",
    true,
  ],
  [
    ready({ syncedAt: now - 3 * 3_600_000 }),
    "1,842 tickets on this phone, synced 3 hr ago. Scanning still needs a connection.",
    true,
  ],
  // A phone whose clock was set back.
  [
    ready({ syncedAt: now + 5000 }),
    "1,842 tickets on this phone, synced just now. Scanning still needs a connection.",
    false,
  ],
  [
    ready({ isPersistent: false }),
    "1,842 tickets on this phone, synced 40 sec ago. The browser may remove them if storage runs low. Scanning still needs a connection.",
    false,
  ],
  [{ step: "loading" }, "Downloading tickets to this phone…", false],
  [{ step: "failed" }, "We couldn't download the tickets. We'll keep trying.", true],
  [{ step: "full" }, "This phone is out of storage, so we can't save the tickets. Free up some space.", true],
  [{ step: "unable" }, "This browser can't save tickets. Use Chrome or Safari.", true],
])("%j reads %s", (status, text, isBad) => {
  expect(describeSnapshot(status, now)).toEqual({ text, isBad });
});
