/** What a phone has of an event's tickets. */
export type SnapshotStatus =
  | { step: "loading" | "full" | "unable" }
  | { step: "ready"; ticketCount: number; syncedAt: number; isPersistent: boolean };

/** Tickets on a phone that are older than this are shown as out of date. */
const oldMs = 120_000;

/** The scanner's line about the tickets on this phone. */
export function describeSnapshot(status: SnapshotStatus, now: number): { text: string; isBad: boolean } {
  switch (status.step) {
    case "loading":
      return { text: "Getting the tickets onto this phone…", isBad: false };
    case "full":
      return { text: "This phone has no room for the tickets. Free up some storage.", isBad: true };
    case "unable":
      return { text: "This browser can't store the tickets on this phone.", isBad: true };
    case "ready": {
      const age = Math.max(0, now - status.syncedAt);
      const count = status.ticketCount.toLocaleString("en-US");
      const tickets = status.ticketCount === 1 ? "1 ticket" : `${count} tickets`;
      const warning = status.isPersistent ? "" : ". The browser may remove them if storage runs low";
      return { text: `${tickets} on this phone, synced ${formatAge(age)} ago${warning}`, isBad: age > oldMs };
    }
  }
}

function formatAge(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
