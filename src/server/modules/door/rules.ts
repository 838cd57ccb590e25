import type { ScanResult } from "#contract/door/door.ts";
import { decideVerdict, type Decision, type TicketAtDoor } from "#contract/door/verdict.ts";
import type { FormerCode, TicketRow } from "#server/modules/tickets/index.ts";
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
 * The verdict on a ticket before checking whether it was used: `admitted` means that it may enter, once.
 *
 * @param shown the ticket behind the code, undefined for a code that this site didn't sign
 * @param version the version inside the code; older than the ticket's own after a transfer, refund or cancellation
 */
export function checkTicket(shown: ShownTicket | undefined, version: number, door: Door, now: Date): Decision {
  return decideVerdict(shown && { ...toTicketAtDoor(shown, version), isAdmitted: false }, toDoorNow(door, now));
}

function toTicketAtDoor(shown: ShownTicket, version: number): Omit<TicketAtDoor, "isAdmitted"> {
  return { eventId: shown.eventId, isStreamPass: shown.isStreamPass, voidReason: findVoidReason(shown, version) };
}

/** Why a code is void now, whatever its event; undefined for one that isn't. */
export function findVoidReason(
  { frozenSince, status, version }: ShownTicket,
  codeVersion: number,
): TicketAtDoor["voidReason"] {
  if (frozenSince !== null) return "on_hold";
  if (status !== "valid") return status;
  return version === codeVersion ? undefined : "old_code";
}

const toDoorNow = ({ opensAt, ...door }: Door, now: Date) => ({
  ...door,
  opensAt: opensAt?.getTime() ?? null,
  at: now.getTime(),
});

/** A ticket with what is known about its past. */
type TicketWithPast = ShownTicket & Pick<TicketRow, "voidSince">;

/** What a scan's code says, and when that code was replaced; `former` is undefined for the ticket's current code. */
interface ScannedCode {
  version: number;
  former: FormerCode | undefined;
}

/**
 * The same as of a time in the past: what was canceled, refunded, put on hold or replaced only later was good then.
 *
 * @param canceledAt when the door's event was canceled; null if it wasn't, or if that isn't on record
 */
export function checkTicketThen(
  shown: TicketWithPast | undefined,
  { version, former }: ScannedCode,
  door: Door & { canceledAt: Date | null },
  then: Date,
): Decision {
  const isCanceled = door.isCanceled && !(door.canceledAt !== null && door.canceledAt > then);
  if (shown === undefined) return checkTicket(undefined, version, door, then);
  const wasCurrent = former !== undefined && former.replacedAt > then;
  const { frozenSince, voidSince } = shown;
  const ticketThen: ShownTicket = {
    eventId: wasCurrent ? former.eventId : shown.eventId,
    isStreamPass: shown.isStreamPass,
    status: wasCurrent || (voidSince !== null && voidSince > then) ? "valid" : shown.status,
    version: wasCurrent ? version : shown.version,
    frozenSince: frozenSince !== null && frozenSince > then ? null : frozenSince,
  };
  return checkTicket(ticketThen, version, { ...door, isCanceled }, then);
}

/** A scan that may own a ticket's check-in. */
export interface Claim {
  at: Date;
  deviceId: string;
  scanId: string;
}

/** True if the first of two scans came earlier. Of two at the same millisecond, the device's ID decides, then the scan's. */
export function isEarlier(first: Claim, second: Claim): boolean {
  const byTime = first.at.getTime() - second.at.getTime();
  if (byTime !== 0) return byTime < 0;
  if (first.deviceId !== second.deviceId) return first.deviceId < second.deviceId;
  return first.scanId < second.scanId;
}

/** A phone's clock that is off by less counts as right: so long can an upload take on a bad network. */
const networkMs = 60_000;

/** A scan that says it is older was made with a wrong clock, whatever the clock says now. No door is offline for so long. */
const maxOfflineMs = 3 * 24 * 60 * 60 * 1000;

/**
 * How many seconds a phone's clock is behind ours; less than 0 if it's ahead. Whole seconds.
 *
 * @param sentAt the phone's time when it sent its scans; undefined takes its clock for right
 */
export function findDriftSeconds(sentAt: Date | undefined, now: Date): number {
  if (sentAt === undefined) return 0;
  const driftMs = now.getTime() - sentAt.getTime();
  return Math.abs(driftMs) <= networkMs ? 0 : Math.round(driftMs / 1000);
}

/**
 * When a scan was made by our clock. A phone can't have scanned after it sent the scan, nor after now; a scan of more than
 * three days ago counts as one of now.
 *
 * @param scannedAt the phone's time; undefined means now
 */
export function correctTime(
  scannedAt: Date | undefined,
  { sentAt, driftSeconds, now }: { sentAt: Date | undefined; driftSeconds: number; now: Date },
): Date {
  if (scannedAt === undefined) return now;
  const latest = sentAt ?? now;
  const scanned = Math.min(scannedAt.getTime(), latest.getTime()) + driftSeconds * 1000;
  return now.getTime() - scanned > maxOfflineMs ? now : new Date(Math.min(scanned, now.getTime()));
}

/**
 * A scan's result for someone whose rights cover only some events: of a ticket for another one they learn that it is for
 * another event, and nothing else.
 */
export function showInScope<Result extends ScanResult>(
  result: Result,
  { eventIds }: Scope,
): Result | Omit<Result, "ticket" | "rightEvent"> {
  const { ticket: _, rightEvent, ...rest } = result;
  return rightEvent !== undefined && eventIds?.includes(rightEvent.id) === false ? rest : result;
}
