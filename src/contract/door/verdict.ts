import type { Verdict } from "./door.ts";
import type { VoidReason } from "./scan-log.ts";

/** What a door knows about the ticket behind a code, at the time of the scan. */
export interface TicketAtDoor {
  /** The event that the code admits to. */
  eventId: number;
  /** Why it's void; undefined if it isn't. */
  voidReason?: Exclude<VoidReason, "event_canceled"> | undefined;
  /** It opens a live stream and admits nobody. */
  isStreamPass: boolean;
  /** Someone came in on it before. */
  isAdmitted: boolean;
}

/** The door that scans, and its event. Times are milliseconds of Unix time. */
export interface DoorNow {
  eventId: number;
  isCanceled: boolean;
  /** When check-in opens; null if the event has no entry window. */
  opensAt: number | null;
  /** The time of the scan. */
  at: number;
}

/** A verdict, with the reason of a void ticket. */
export interface Decision {
  verdict: Exclude<Verdict, "expired_code">;
  reason?: VoidReason;
}

/**
 * The verdict on a scan. The server decides by it, and a phone that has no network decides by the same function.
 *
 * @param ticket undefined for a code that isn't ours
 */
export function decideVerdict(ticket: TicketAtDoor | undefined, door: DoorNow): Decision {
  if (ticket === undefined) return { verdict: "unknown" };
  if (ticket.eventId !== door.eventId) return { verdict: "wrong_event" };
  const reason = ticket.voidReason !== "on_hold" && door.isCanceled ? "event_canceled" : ticket.voidReason;
  if (reason !== undefined) return { verdict: "void", reason };
  if (ticket.isStreamPass) return { verdict: "stream_pass" };
  if (door.opensAt !== null && door.at < door.opensAt) return { verdict: "not_yet" };
  return { verdict: ticket.isAdmitted ? "already_admitted" : "admitted" };
}
