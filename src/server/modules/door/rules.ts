import type { ScanResult, Verdict } from "#contract/door/door.ts";
import type { VoidReason } from "#contract/door/scan-log.ts";
import type { TicketRow } from "#server/modules/tickets/index.ts";
import type { Scope } from "#server/platform/http/scope.ts";

/** What the door knows about a scanned ticket. */
type ShownTicket = Pick<TicketRow, "eventId" | "status" | "version" | "frozenSince" | "isStreamPass">;

/** The door that scans a ticket. */
interface Door {
  eventId: number;
  /** When check-in opens for this event, or null if no entry window is set. */
  opensAt: Date | null;
  /** The event was canceled: nobody is admitted. */
  isCanceled: boolean;
}

/**
 * The verdict on a ticket before checking whether it was used: undefined means that it may enter, once.
 *
 * @param shown the ticket behind the code, undefined for a code that this site didn't sign
 * @param version the version inside the code; older than the ticket's own after a transfer, refund or cancellation
 */
export function checkTicket(
  shown: ShownTicket | undefined,
  version: number,
  door: Door,
  now: Date,
): Exclude<Verdict, "admitted" | "already_admitted" | "expired_code"> | undefined {
  if (shown === undefined) return "unknown";
  if (shown.eventId !== door.eventId) return "wrong_event";
  if (findVoidReason(shown, version, door) !== undefined) return "void";
  if (shown.isStreamPass) return "stream_pass";
  if (door.opensAt !== null && now < door.opensAt) return "not_yet";
  return undefined;
}

/** Why a ticket of the door's event is void; undefined for one that isn't. Parameters are those of `checkTicket`. */
export function findVoidReason(shown: ShownTicket, version: number, door: Door): VoidReason | undefined {
  if (shown.frozenSince !== null) return "on_hold";
  if (door.isCanceled) return "event_canceled";
  if (shown.status !== "valid") return shown.status;
  return shown.version === version ? undefined : "old_code";
}

/**
 * A scan's result for someone whose rights cover only some events: of a ticket for another one they learn that it is for
 * another event, and nothing else.
 */
export function showInScope(result: ScanResult, { eventIds }: Scope): ScanResult {
  const { scanId, verdict, rightEvent } = result;
  const isHidden = rightEvent !== undefined && eventIds?.includes(rightEvent.id) === false;
  return isHidden ? { scanId, verdict } : result;
}
