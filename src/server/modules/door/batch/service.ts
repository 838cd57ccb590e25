import { z } from "zod";
import {
  OfflineScan,
  type OfflineScanResult,
  type RefusedScan,
  type ScanBatch,
  type ScanBatchResult,
} from "#contract/door/batch.ts";
import type { ConflictKind } from "#contract/door/conflicts.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import { isUnreachable } from "#server/platform/db/unreachable.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { Scope } from "#server/platform/http/scope.ts";
import { type EventInfo, findEventById } from "#server/modules/events/index.ts";
import { findAdmissions, findFormerCode, lockTicketAtDoor, type TicketRow } from "#server/modules/tickets/index.ts";
import { announceConflicts } from "../conflicts/service.ts";
import { findConflictOf, recordConflict } from "../conflicts/store.ts";
import { checkTicketThen, correctTime, findDriftSeconds, findVoidReason, showInScope } from "../rules.ts";
import { answer, doorOpens, type DoorScan, eventNotFound, findRepeat, readScan } from "../service.ts";
import { insertScan, readClock } from "../store.ts";
import { claimAdmission } from "./claims.ts";
import { findCanceledAt } from "./store.ts";

/** The clock of the phone that sends a batch: its time when it sent, and how far that is behind ours. */
interface PhoneClock {
  sentAt: Date | undefined;
  driftSeconds: number;
}

type Item = DoorScan & Pick<OfflineScan, "shown">;

/**
 * Judges offline scans, each as of its own time and each by itself: one that can't be judged gets its own error. The
 * final state is the same for any order, repetition and split. For staff of some events, others don't exist.
 *
 * @throws only what makes the whole list fail, such as a lost database; what was judged before stays, and a repeat is safe
 */
export async function scanBatch(
  deps: Deps,
  staff: Principal,
  batch: ScanBatch,
  scope: Scope,
): Promise<ScanBatchResult> {
  const sentAt = batch.sentAt === undefined ? undefined : new Date(batch.sentAt);
  const driftSeconds = findDriftSeconds(sentAt, await readClock(deps.db));
  const read = batch.scans.map((item) => readItem(deps, item, scope));
  const results = new Map<ReadItem, OfflineScanResult | RefusedScan>();
  // The oldest first, so that the responses change least.
  for (const item of read.toSorted((a, b) => timeOf(a) - timeOf(b))) {
    results.set(item, "error" in item ? item.error : await checkItem(deps, staff, item.scan, { sentAt, driftSeconds }));
  }
  return {
    results: read.map((item) => showItem(results.get(item)!, scope)),
    driftSeconds: driftSeconds === 0 ? null : driftSeconds,
  };
}

const showItem = (result: OfflineScanResult | RefusedScan, scope: Scope) =>
  "verdict" in result ? showInScope(result, scope) : result;

type ReadItem = { scan: Item } | { error: RefusedScan };

const timeOf = (item: ReadItem) =>
  "scan" in item && item.scan.scannedAt !== undefined ? Date.parse(item.scan.scannedAt) : Infinity;

const WithNumber = z.object({ scanId: z.uuid() });

function readItem(deps: Deps, item: unknown, { eventIds }: Scope): ReadItem {
  const scanId = WithNumber.safeParse(item).data?.scanId ?? null;
  const parsed = OfflineScan.safeParse(item);
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ message, path }) => ({ message, path: path.join(".") }));
    return { error: refuse(scanId, new AppError("invalid_input", { message: errors[0]?.message, errors })) };
  }
  if (eventIds?.includes(parsed.data.eventId) === false) return { error: refuse(scanId, eventNotFound()) };
  try {
    const { shown, ...scan } = parsed.data;
    return { scan: { ...readScan(scan, deps), shown } };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { error: refuse(scanId, error) };
  }
}

function refuse(scanId: string | null, error: AppError): RefusedScan {
  const { code, message, errors } = error.toReply();
  return { scanId, code, message, ...(errors && { errors }) };
}

async function checkItem(
  deps: Deps,
  staff: Principal,
  scan: Item,
  clock: PhoneClock,
): Promise<OfflineScanResult | RefusedScan> {
  try {
    return (
      (await findStored(deps, scan)) ?? (await inTransaction(deps.db, (tx) => checkOnce(deps, tx, staff, scan, clock)))
    );
  } catch (error) {
    if (error instanceof AppError) return refuse(scan.scanId, error);
    if ((error as { code?: string }).code === "23505") {
      // The same scan arrived twice at once and the other one was stored.
      const repeat = await findStored(deps, scan);
      if (repeat !== undefined) return repeat;
    }
    if (isUnreachable(error as Error)) throw error;
    // One scan that fails for good must not keep a whole night's queue.
    deps.log.error({ err: error, scanId: scan.scanId }, "An offline scan can't be judged");
    return refuse(scan.scanId, new AppError("internal"));
  }
}

/**
 * The response to a scan that is stored already. A phone that got no response to an online scan may have decided
 * otherwise than the server did meanwhile.
 */
async function findStored(deps: Deps, scan: Item): Promise<OfflineScanResult | undefined> {
  const result = await findRepeat(deps, scan);
  if (result === undefined) return undefined;
  const conflict = await findConflictOf(deps.db, scan);
  if (conflict !== undefined || scan.shown !== "admitted" || result.verdict === "admitted") {
    return withConflict(result, conflict);
  }
  return inTransaction(deps.db, async (tx) => {
    const admissions = scan.ticketId === null ? [] : await findAdmissions(tx, scan.ticketId);
    const first = admissions.find(({ voidedAt }) => voidedAt === null) ?? admissions.at(-1);
    const isSecond = result.verdict === "already_admitted" && first !== undefined;
    const kind = isSecond ? "second_entry" : "not_valid";
    await raise(deps, tx, scan, kind, isSecond ? first.id : null);
    return withConflict(result, kind);
  });
}

const withConflict = (result: OfflineScanResult, conflict: ConflictKind | undefined): OfflineScanResult =>
  conflict === undefined ? result : { ...result, conflict };

async function raise(
  deps: Deps,
  tx: Tx,
  { deviceId, scanId, eventId }: Item,
  kind: ConflictKind,
  admissionId: number | null = null,
): Promise<void> {
  await recordConflict(tx, { deviceId, scanId, eventId, kind, admissionId });
  await announceConflicts(deps, tx, eventId);
}

async function checkOnce(
  deps: Deps,
  tx: Tx,
  staff: Principal,
  scan: Item,
  clock: PhoneClock,
): Promise<OfflineScanResult> {
  const event = await findEventById(tx, scan.eventId);
  if (event === undefined) throw eventNotFound();
  const ticket = scan.ticketId === null ? undefined : await lockTicketAtDoor(tx, scan.ticketId);
  // After the lock: of two scans without a time, the one that waited is later.
  const at = correctTime(scan.scannedAt === undefined ? undefined : new Date(scan.scannedAt), {
    ...clock,
    now: await readClock(tx),
  });
  const decision = await decideThen(tx, ticket, scan, event, at);
  const stored = {
    eventId: event.id,
    deviceId: scan.deviceId,
    scanId: scan.scanId,
    gate: scan.gate ?? null,
    staffId: staff.id,
    ticketId: ticket?.id ?? null,
    scannedAt: scan.scannedAt ?? null,
    countedAt: at,
  };
  const isLetIn = scan.shown === undefined ? decision.verdict !== "unknown" : scan.shown === "admitted";
  if (decision.verdict !== "admitted") {
    await insertScan(tx, { ...stored, verdict: decision.verdict, reason: decision.reason ?? null });
    const conflict = isLetIn ? ("not_valid" as const) : undefined;
    if (conflict !== undefined) await raise(deps, tx, scan, conflict);
    return withConflict(await answer(tx, scan.scanId, decision.verdict, ticket, event), conflict);
  }
  if (!isLetIn) {
    // The phone turned the guest away, so the ticket is still good.
    await insertScan(tx, { ...stored, verdict: scan.shown!, reason: null });
    return answer(tx, scan.scanId, scan.shown!, ticket, event);
  }
  // Its code was good for this event then. Staff may have moved it to another event since.
  const isHere = ticket!.eventId === event.id;
  const isGood = isHere && event.status !== "canceled" && findVoidReason(ticket!, scan.version ?? 0) === undefined;
  if (!isHere) {
    await insertScan(tx, { ...stored, verdict: "wrong_event", reason: null });
    await raise(deps, tx, scan, "void_since");
    return withConflict(await answer(tx, scan.scanId, "wrong_event", ticket, event), "void_since");
  }
  const outcome = await claimAdmission(tx, { ...stored, ticketId: ticket!.id, at });
  const verdict = outcome.isOwner ? "admitted" : "already_admitted";
  await insertScan(tx, { ...stored, verdict, reason: null });
  const conflict = outcome.isOwner ? (isGood ? undefined : "void_since") : "second_entry";
  if (outcome.demoted !== undefined) {
    await recordConflict(tx, {
      ...outcome.demoted,
      eventId: event.id,
      kind: "second_entry",
      admissionId: outcome.admissionId,
    });
  }
  if (conflict !== undefined) await raise(deps, tx, scan, conflict, outcome.isOwner ? null : outcome.admissionId);
  else if (outcome.demoted !== undefined) await announceConflicts(deps, tx, event.id);
  return withConflict(await answer(tx, scan.scanId, verdict, ticket, event), conflict);
}

async function decideThen(tx: Tx, ticket: TicketRow | undefined, scan: Item, event: EventInfo, at: Date) {
  const version = scan.version ?? 0;
  const former =
    ticket === undefined || version === ticket.version ? undefined : await findFormerCode(tx, ticket.id, version);
  const isCanceled = event.status === "canceled";
  const canceledAt = isCanceled ? await findCanceledAt(tx, event.id) : null;
  const door = { eventId: event.id, opensAt: doorOpens(event), isCanceled, canceledAt };
  return checkTicketThen(ticket, { version, former }, door, at);
}
