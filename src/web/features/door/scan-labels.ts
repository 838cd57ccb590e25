import type { ScanLogEntry, VoidReason } from "#contract/door/scan-log.ts";
import { formatDay, formatTime } from "#web/lib/dates.ts";
import type { BadgeLabel } from "#web/ui/badge.tsx";

/** The result of a scan as a badge. */
export const scanResults: Record<ScanLogEntry["result"], BadgeLabel> = {
  admitted: { label: "Admitted", tone: "good" },
  undone: { label: "Undone", tone: "soon" },
  already_admitted: { label: "Already in", tone: "soon" },
  wrong_event: { label: "Wrong event", tone: "gone" },
  void: { label: "Void", tone: "gone" },
  unknown: { label: "Unknown code", tone: "gone" },
  not_yet: { label: "Too early", tone: "soon" },
  expired_code: { label: "Old code", tone: "gone" },
  stream_pass: { label: "Stream pass", tone: "gone" },
};

/** Why a ticket is void, as a sentence without its period. */
export const voidReasons: Record<VoidReason, string> = {
  event_canceled: "The event was canceled",
  canceled: "The ticket was canceled",
  refunded: "The ticket was refunded",
  on_hold: "The payment is disputed",
  old_code: "The ticket has a newer code",
};

type Reasoned = Pick<
  ScanLogEntry,
  "at" | "result" | "reason" | "rightEventTitle" | "firstAdmittedAt" | "firstGate" | "timeZone"
>;

/** Why a scan was refused; undefined for one that wasn't. Times are in the event's time zone. */
export function scanReason(scan: Reasoned): string | undefined {
  const { result, reason, rightEventTitle } = scan;
  if (result === "void") return reason === null ? "The ticket isn't valid" : voidReasons[reason];
  if (result === "already_admitted") return firstEntry(scan);
  if (result === "wrong_event") return rightEventTitle === null ? "For another event" : `For ${rightEventTitle}`;
  if (result === "unknown") return "Not one of our codes";
  if (result === "not_yet") return "Doors weren't open for this ticket yet";
  if (result === "stream_pass") return "It's for the live stream only";
  return undefined;
}

function firstEntry({ at, firstAdmittedAt, firstGate, timeZone }: Reasoned): string {
  if (firstAdmittedAt === null) return "The ticket was used before";
  const day = formatDay(firstAdmittedAt, timeZone);
  const time = formatTime(firstAdmittedAt, timeZone);
  const when = day === formatDay(at, timeZone) ? time : `${day}, ${time}`;
  return firstGate ? `Checked in at ${when}, ${firstGate}` : `Checked in at ${when}`;
}
