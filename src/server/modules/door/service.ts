import { DoorEvent, type DoorCheckIn, type Scan, type ScanResult } from "#contract/door/door.ts";
import { AppError, fieldError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { eventsOf, type Scope } from "#server/platform/http/scope.ts";
import { findDoorEvents, findEventInfo, type EventInfo, findEventById } from "#server/modules/events/index.ts";
import {
  findAdmission,
  findTicket,
  findTicketAtDoor,
  insertAdmission,
  readTicketCode,
  type TicketRow,
} from "#server/modules/tickets/index.ts";
import { checkTicket } from "./rules.ts";
import * as store from "./store.ts";
import { shownAs } from "#server/platform/shown.ts";
import { EventReference } from "#contract/shapes.ts";
import { recordCheckIn } from "./admin/service.ts";

/**
 * Scans a ticket at a door and returns one verdict. A ticket is admitted once, however many doors scan it at the same
 * moment; the same scan sent again gets the same verdict.
 *
 * @throws AppError `not_found` when the event doesn't exist; `idempotency_key_reused` when the scan's number was used
 *   for another scan
 */
export function scanTicket(deps: Deps, staff: Principal, scan: Scan): Promise<ScanResult> {
  return checkScan(deps, staff, readScan(scan, deps));
}

/**
 * Checks in a ticket that staff found by its holder's name, as if they had scanned its current code. The activity log
 * records each one that admits.
 *
 * @throws AppError `not_found` also for a ticket of another event; `idempotency_key_reused` as for a scan
 */
export function checkInAtDoor(deps: Deps, staff: Principal, checkIn: DoorCheckIn): Promise<ScanResult> {
  return checkScan(deps, staff, { ...normalize(checkIn), version: undefined, isByName: true });
}

/** A scan whose code was read: the ticket that it is about, and the version inside the code. */
export interface DoorScan extends Omit<Scan, "code"> {
  ticketId: number | null;
  /** Undefined for a ticket that was found by name: its current version counts. */
  version: number | undefined;
  isByName: boolean;
}

async function checkScan(deps: Deps, staff: Principal, scan: DoorScan): Promise<ScanResult> {
  const repeat = await findRepeat(deps, scan);
  if (repeat !== undefined) return repeat;
  try {
    return await inTransaction(deps.db, (tx) => scanOnce(tx, staff, scan));
  } catch (error) {
    if ((error as { code?: string }).code !== "23505") throw error;
    // The same scan arrived twice at once and the other one was stored.
    const other = await findRepeat(deps, scan);
    if (other === undefined) throw error;
    return other;
  }
}

/** Reads a scan's code. @throws AppError `invalid_input` for a time that the database can't store */
export function readScan({ code, ...scan }: Scan, { keys }: Pick<Deps, "keys">): DoorScan {
  const content = readTicketCode(code, keys["ticket-codes"]);
  return { ...normalize(scan), ticketId: content?.ticketId ?? null, version: content?.version ?? 0, isByName: false };
}

/** A scan as the database writes it: its number in lower case, its time in a valid year. */
function normalize<Given extends Pick<Scan, "scanId" | "scannedAt">>(scan: Given): Given {
  if (scan.scannedAt?.startsWith("0000") === true) {
    throw fieldError("scannedAt", "The year 0 isn't valid");
  }
  return { ...scan, scanId: scan.scanId.toLowerCase() };
}

/** The ticket that a scan is about, and at which event's door. */
type Scanned = Pick<store.ScanRow, "eventId" | "ticketId">;

/** A scan number stands for one ticket at one door: its verdict is never returned for another one. */
function requireSame(stored: Scanned, shown: Scanned): void {
  if (stored.eventId === shown.eventId && stored.ticketId === shown.ticketId) return;
  throw new AppError("idempotency_key_reused", { message: "This scanId was used for a different scan" });
}

/** The refusal of a scan for an event that doesn't exist. */
export const eventNotFound = () => new AppError("not_found", { message: "We can't find that event" });

async function scanOnce(tx: Tx, staff: Principal, scan: DoorScan): Promise<ScanResult> {
  const event = await findEventById(tx, scan.eventId);
  if (event === undefined) throw eventNotFound();
  const ticket = scan.ticketId === null ? undefined : await findTicketAtDoor(tx, scan.ticketId);
  if (scan.isByName && ticket?.eventId !== event.id) throw new AppError("not_found");
  const opensAt = doorOpens(event);
  const now = opensAt === null ? new Date(0) : await store.readClock(tx);
  const door = { eventId: event.id, opensAt, isCanceled: event.status === "canceled" };
  const version = scan.version ?? ticket?.version ?? 0;
  const decision = checkTicket(ticket, version, door, now);

  const admission = {
    eventId: event.id,
    deviceId: scan.deviceId,
    scanId: scan.scanId,
    gate: scan.gate ?? null,
    staffId: staff.id,
  };
  const isSecond =
    decision.verdict === "admitted" && !(await insertAdmission(tx, { ...admission, ticketId: ticket!.id }));
  const verdict = isSecond ? "already_admitted" : decision.verdict;
  await store.insertScan(tx, {
    ...admission,
    ticketId: ticket?.id ?? null,
    verdict,
    reason: decision.reason ?? null,
    scannedAt: scan.scannedAt ?? null,
    countedAt: null,
  });
  if (scan.isByName && verdict === "admitted") {
    await recordCheckIn(tx, { staff, reason: "Found by name at the door" }, ticket!, "ticket.checked_in");
  }
  return answer(tx, scan.scanId, verdict, ticket, event);
}

/** When check-in opens for an event; null if it has no entry window. */
export function doorOpens(event: EventInfo): Date | null {
  if (event.entryOpensMinutes === null) return null;
  return new Date(new Date(event.doorsAt ?? event.startsAt).getTime() - event.entryOpensMinutes * 60_000);
}

/**
 * The response to a scan that is stored already.
 *
 * @throws AppError `idempotency_key_reused` if its number stands for another scan
 */
export async function findRepeat(deps: Deps, scan: DoorScan): Promise<ScanResult | undefined> {
  const [stored] = await store.findScans(deps.db, [scan]);
  if (stored === undefined) return undefined;
  requireSame(stored, scan);
  const events = await findEventInfo(deps.db, [stored.eventId]);
  const ticket = stored.ticketId === null ? undefined : await findTicket(deps.db, stored.ticketId);
  return answer(deps.db, stored.scanId, stored.verdict, ticket, events.get(stored.eventId)!);
}

/** A verdict as the door shows it, with what staff may know about the ticket. */
export async function answer(
  db: Tx | Deps["db"],
  scanId: string,
  verdict: ScanResult["verdict"],
  ticket: TicketRow | undefined,
  event: EventInfo,
): Promise<ScanResult> {
  if (ticket === undefined) return { scanId, verdict };
  const { id, typeName, holderName, doorColor } = ticket;
  const band = doorColor === null ? {} : { doorColor };
  const shown = { id, typeName, holderName, ageRule: event.ageRule, ...band };
  if (ticket.eventId !== event.id) {
    // Staff can send the guest to the right event, but learn nothing about its check-in.
    const right = (await findEventInfo(db, [ticket.eventId])).get(ticket.eventId)!;
    return {
      scanId,
      verdict,
      ticket: { ...shown, ageRule: right.ageRule },
      rightEvent: shownAs(EventReference)(right),
    };
  }
  if (verdict !== "admitted" && verdict !== "already_admitted") return { scanId, verdict, ticket: shown };
  const admission = await findAdmission(db, ticket.id);
  return {
    scanId,
    verdict,
    ticket: shown,
    ...(admission ? { firstAdmittedAt: admission.admittedAt.toISOString() } : {}),
    ...(admission?.gate ? { gate: admission.gate } : {}),
  };
}

/** The events that a door can scan for, with how many are checked in: those of a scope. */
export async function listDoorEvents(deps: Deps, scope: Scope): Promise<DoorEvent[]> {
  return withCounts(deps, await findDoorEvents(deps.db, eventsOf(scope)));
}

/**
 * The status of one door.
 *
 * @throws AppError `not_found`
 */
export async function getDoorEvent(deps: Deps, eventId: number): Promise<DoorEvent> {
  const events = await findEventInfo(deps.db, [eventId]);
  const [event] = await withCounts(deps, [...events.values()]);
  if (event === undefined) throw new AppError("not_found");
  return event;
}

async function withCounts(deps: Deps, events: EventInfo[]): Promise<DoorEvent[]> {
  const counts = await store.countAtDoor(
    deps.db,
    events.map((event) => event.id),
  );
  const none = { ticketCount: 0, admittedCount: 0 };
  return events.map((event) =>
    shownAs(DoorEvent)({ ...event, ...(counts.get(event.id) ?? none), venueName: event.venue.name }),
  );
}
