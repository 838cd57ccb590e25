/** What a phone has of an event's tickets. */
export type SnapshotStatus =
  | { step: "loading" | "failed" | "full" | "unable" }
  | { step: "ready"; ticketCount: number; syncedAt: number; isPersistent: boolean };

/** Tickets on a phone that are older than this are shown as out of date. */
const oldMs = 120_000;

/** The scanner's line about the tickets on this phone. */
export function describeSnapshot(status: SnapshotStatus, now: number): { text: string; isBad: boolean } {
  switch (status.step) {
    case "loading":
      return { text: "Downloading tickets to this phone…", isBad: false };
    case "failed":
      return { text: "We couldn't download the tickets. We'll keep trying.", isBad: true };
    case "full":
      return { text: "This phone is out of storage, so we can't save the tickets. Free up some space.", isBad: true };
    case "unable":
      return { text: "This browser can't save tickets. Use Chrome or Safari.", isBad: true };
    case "ready": {
      const age = Math.max(0, now - status.syncedAt);
      const count = status.ticketCount.toLocaleString("en-US");
      const tickets = status.ticketCount === 1 ? "1 ticket" : `${count} tickets`;
      const warning = status.isPersistent ? "" : " The browser may remove them if storage runs low.";
      // Until the scanner decides by them.
      const limit = "Scanning still needs a connection.";
      return { text: `${tickets} on this phone, synced ${formatAge(age)}.${warning} ${limit}`, isBad: age > oldMs };
    }
  }
}

function formatAge(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 5) return "just now";
  if (seconds < 60) return `${seconds} sec ago`;
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? `${minutes} min ago` : `${Math.round(minutes / 60)} hr ago`;
}
