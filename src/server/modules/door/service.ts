import type { DoorEvent, Scan, ScanResult } from "#contract/door.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { findDoorNights, findEventHeads, type EventHead } from "#server/modules/events/index.ts";
import { findTicket, findTicketAtDoor, readTicketCode, type TicketRow } from "#server/modules/tickets/index.ts";
import { judge } from "./rules.ts";
import * as store from "./store.ts";

/**
 * Shows a ticket at a door and says one verdict. A ticket is admitted once, at however many doors it is shown at the same
 * instant; the same scan sent again gets the same answer.
 *
 * @throws AppError `not_found` when there is no such night; `idempotency_key_reused` when the scan's number was another scan's
 */
export async function scanTicket(deps: Deps, staff: Principal, given: Scan): Promise<ScanResult> {
  const scan = normalize(given);
  const repeat = await findRepeat(deps, scan);
  if (repeat !== undefined) return repeat;
  try {
    return await inTransaction(deps.db, (tx) => scanOnce(deps, tx, staff, scan));
  } catch (error) {
    if ((error as { code?: string }).code !== "23505") throw error;
    // The same scan came in twice at the same time and the other one was kept.
    const other = await findRepeat(deps, scan);
    if (other === undefined) throw error;
    return other;
  }
}

/**
 * Scans made offline, oldest first whatever their order in the list; each is judged as if it were shown alone. A list
 * with a scan that cannot be judged is refused whole, before any of it counts.
 *
 * @throws AppError as for one scan
 */
export async function scanBatch(deps: Deps, staff: Principal, given: Scan[]): Promise<ScanResult[]> {
  const scans = given.map(normalize);
  await requireJudgeable(deps, scans);
  const byAge = scans.toSorted(
    (a, b) => (a.scannedAt ?? "").localeCompare(b.scannedAt ?? "") || a.scanId.localeCompare(b.scanId),
  );
  const results = new Map<Scan, ScanResult>();
  for (const scan of byAge) results.set(scan, await scanTicket(deps, staff, scan));
  return scans.map((scan) => results.get(scan)!);
}

/** A scan as the database writes it: its number in small letters, its time in a year that a calendar has. */
function normalize(scan: Scan): Scan {
  if (scan.scannedAt?.startsWith("0000") === true) {
    const message = "There was no year 0";
    throw new AppError("invalid_input", { message, errors: [{ message, path: "scannedAt" }] });
  }
  return { ...scan, scanId: scan.scanId.toLowerCase() };
}

async function requireJudgeable(deps: Deps, scans: Scan[]): Promise<void> {
  const nights = await findEventHeads(deps.db, [...new Set(scans.map((scan) => scan.eventId))]);
  if (scans.some((scan) => !nights.has(scan.eventId))) throw noSuchNight();
  const numberOf = (scan: { deviceId: string; scanId: string }) => `${scan.deviceId} ${scan.scanId}`;
  const shown = new Map<string, { eventId: number; ticketId: number | null }>();
  for (const kept of await store.findScans(deps.db, scans)) shown.set(numberOf(kept), kept);
  for (const scan of scans) {
    const ticketId = readTicketCode(scan.code, deps.keys["ticket-codes"])?.ticketId ?? null;
    const first = shown.get(numberOf(scan));
    if (first === undefined) shown.set(numberOf(scan), { eventId: scan.eventId, ticketId });
    else requireSame(first, { eventId: scan.eventId, ticketId });
  }
}

/** A number stands for one ticket at one door: an answer is never given for another one. */
function requireSame(
  kept: { eventId: number; ticketId: number | null },
  shown: { eventId: number; ticketId: number | null },
): void {
  if (kept.eventId === shown.eventId && kept.ticketId === shown.ticketId) return;
  throw new AppError("idempotency_key_reused", { message: "This scanId was used for a different scan" });
}

const noSuchNight = () => new AppError("not_found", { message: "There is no such night" });

async function scanOnce(deps: Deps, tx: Tx, staff: Principal, scan: Scan): Promise<ScanResult> {
  const event = (await findEventHeads(tx, [scan.eventId])).get(scan.eventId);
  if (event === undefined) throw noSuchNight();
  const content = readTicketCode(scan.code, deps.keys["ticket-codes"]);
  const ticket = content === undefined ? undefined : await findTicketAtDoor(tx, content.ticketId);
  const opensAt = doorOpens(event);
  const now = opensAt === null ? new Date(0) : await store.readClock(tx);
  const refusal = judge(
    ticket,
    content?.version ?? 0,
    { eventId: event.id, opensAt, isCancelled: event.state === "cancelled" },
    now,
  );

  const admission = {
    eventId: event.id,
    deviceId: scan.deviceId,
    scanId: scan.scanId,
    gate: scan.gate ?? null,
    staffId: staff.id,
  };
  const verdict =
    refusal ??
    ((await store.insertAdmission(tx, { ...admission, ticketId: ticket!.id })) ? "admitted" : "already_admitted");
  await store.insertScan(tx, {
    ...admission,
    ticketId: ticket?.id ?? null,
    verdict,
    scannedAt: scan.scannedAt ?? null,
  });
  return answer(tx, scan.scanId, verdict, ticket, event);
}

function doorOpens(event: EventHead): Date | null {
  if (event.entryOpensMinutes === null) return null;
  return new Date(new Date(event.doorsAt ?? event.startsAt).getTime() - event.entryOpensMinutes * 60_000);
}

async function findRepeat(deps: Deps, scan: Scan): Promise<ScanResult | undefined> {
  const [kept] = await store.findScans(deps.db, [scan]);
  if (kept === undefined) return undefined;
  const ticketId = readTicketCode(scan.code, deps.keys["ticket-codes"])?.ticketId ?? null;
  requireSame(kept, { eventId: scan.eventId, ticketId });
  const heads = await findEventHeads(deps.db, [kept.eventId]);
  const ticket = kept.ticketId === null ? undefined : await findTicket(deps.db, kept.ticketId);
  return answer(deps.db, kept.scanId, kept.verdict, ticket, heads.get(kept.eventId)!);
}

async function answer(
  db: Tx | Deps["db"],
  scanId: string,
  verdict: ScanResult["verdict"],
  ticket: TicketRow | undefined,
  event: EventHead,
): Promise<ScanResult> {
  // A ticket of another night says nothing about its holder at this door.
  if (ticket === undefined || ticket.eventId !== event.id) return { scanId, verdict };
  const { id, typeName, holderName, doorColor } = ticket;
  const band = doorColor === null ? {} : { doorColor };
  const shown = { id, typeName, holderName, ageRule: event.ageRule, ...band };
  if (verdict !== "admitted" && verdict !== "already_admitted") return { scanId, verdict, ticket: shown };
  const admission = await store.findAdmission(db, ticket.id);
  return {
    scanId,
    verdict,
    ticket: shown,
    ...(admission ? { firstAdmittedAt: admission.admittedAt.toISOString() } : {}),
    ...(admission?.gate ? { gate: admission.gate } : {}),
  };
}

/** The nights that a door can scan for, with how many are in. */
export async function listDoorEvents(deps: Deps): Promise<DoorEvent[]> {
  return withCounts(deps, await findDoorNights(deps.db));
}

/**
 * How one door stands.
 *
 * @throws AppError `not_found`
 */
export async function getDoorEvent(deps: Deps, eventId: number): Promise<DoorEvent> {
  const heads = await findEventHeads(deps.db, [eventId]);
  const [event] = await withCounts(deps, [...heads.values()]);
  if (event === undefined) throw new AppError("not_found");
  return event;
}

async function withCounts(deps: Deps, heads: EventHead[]): Promise<DoorEvent[]> {
  const counts = await store.countAtDoor(
    deps.db,
    heads.map((head) => head.id),
  );
  return heads.map((head) => ({
    id: head.id,
    title: head.title,
    startsAt: head.startsAt,
    timeZone: head.timeZone,
    venueName: head.venue.name,
    ticketCount: counts.get(head.id)?.ticketCount ?? 0,
    admittedCount: counts.get(head.id)?.admittedCount ?? 0,
  }));
}
