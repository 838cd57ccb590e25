import type { Verdict } from "#contract/door.ts";

/** What the door knows of a ticket that was shown. */
export interface ShownTicket {
  eventId: number;
  status: "valid" | "cancelled" | "refunded";
  version: number;
  frozenSince: Date | null;
}

/** The door at which a ticket is shown. */
export interface Door {
  eventId: number;
  /** Instant from which this night admits, or null where no entry window is set. */
  opensAt: Date | null;
  /** The night was called off: nobody is let in. */
  isCancelled: boolean;
}

/**
 * What may be said of a ticket before anybody asks whether it was used: undefined means that it may enter, once.
 *
 * @param shown the ticket behind the code, undefined for a code that this site did not sign
 * @param version the version inside the code; older than the ticket's own after a transfer, refund or cancellation
 */
export function judge(
  shown: ShownTicket | undefined,
  version: number,
  door: Door,
  now: Date,
): Exclude<Verdict, "admitted" | "already_admitted" | "expired_code"> | undefined {
  if (shown === undefined) return "unknown";
  if (shown.eventId !== door.eventId) return "wrong_event";
  if (shown.frozenSince !== null) return "void";
  if (door.isCancelled || shown.status !== "valid" || shown.version !== version) return "void";
  if (door.opensAt !== null && now < door.opensAt) return "not_yet";
  return undefined;
}
