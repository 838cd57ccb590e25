import {
  CompBatch,
  maxDuplicates,
  type GuestListCheck,
  type ListGuest,
  type checkGuestList as checkContract,
  type issueGuestList as issueContract,
} from "#contract/comps/batches.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import {
  findAvailable,
  holdStock,
  lockHolders,
  pauseHolds,
  releaseHolds,
  type ClaimLine,
} from "#server/modules/inventory/index.ts";
import { fieldError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import type { SheetFile } from "#server/platform/csv.ts";
import { type Cells, fileOfAll } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { newId } from "#server/platform/ids.ts";
import { shownAs } from "#server/platform/shown.ts";
import { retryOnShortage } from "#server/modules/orders/index.ts";
import type { CompScope } from "../scope.ts";
import { claimsOfComp, holdSeconds, lockSource, refuseComp, requireSource, type CompSource } from "../issuing.ts";
import { readOldClaim } from "#server/platform/old-links.ts";
import { readLink, signLink } from "#server/platform/signed-links.ts";
import { markDuplicates, type MarkedGuest, showDuplicates } from "./guest-rules.ts";
import * as store from "./store.ts";

/**
 * Says who is on a guest list twice or already has comps for the event, and whether it fits the stock and the host's
 * budget right now. Changes nothing.
 *
 * @throws AppError `not_found` | `sales_closed`
 */
export function checkGuestList(deps: Deps, wish: BodyOf<typeof checkContract>): Promise<GuestListCheck> {
  return inTransaction(deps.db, async (tx) => {
    const source = await requireSource(tx, wish.ticketTypeId, wish.hostId ?? null);
    const listed = await readGuests(tx, source, wish.guests);
    const guests = listed.filter(({ duplicateOf }) => duplicateOf === undefined);
    const duplicates = showDuplicates(listed);
    const quantity = unitsOf(guests);
    const left = await findAvailable(
      tx,
      claimsOfComp(source, 1).map(({ stockId }) => stockId),
    );
    const fits = ({ stockId, quantity: each }: ClaimLine) => Math.floor((left.get(stockId)?.available ?? 0) / each);
    const stocks = claimsOfComp({ ...source, host: undefined }, 1);
    return {
      guestCount: guests.length,
      quantity,
      ticketCount: quantity * source.type.ticketsPerUnit,
      withoutEmail: guests.filter(({ email }) => email === "").length,
      available: Math.min(...stocks.map(fits)),
      hostLeft: source.host === undefined ? null : (left.get(source.host.stockId)?.available ?? 0),
      duplicateCount: duplicates.length,
      duplicateQuantity: unitsOf(listed) - quantity,
      duplicates: duplicates.slice(0, maxDuplicates),
    };
  });
}

const unitsOf = (guests: { quantity: number }[]) => guests.reduce((sum, guest) => sum + guest.quantity, 0);

/** The guests of a list, with its duplicates marked: in the list itself, and guests who have comps for the event. */
async function readGuests(db: Queryable, { type }: CompSource, guests: ListGuest[]): Promise<MarkedGuest[]> {
  const emails = guests.map(({ email }) => email).filter((email) => email !== "");
  return markDuplicates(guests, await store.findCompedEmails(db, type.eventId, emails));
}

/** What staff ask for, once per key. */
interface ListRequest {
  staff: Principal;
  draft: BodyOf<typeof issueContract>;
  idempotency: IdempotencyClaim;
}

/**
 * Starts issuing comps to a guest list: stores its guests and holds the stock of all of them, every one or none. The
 * `comp-batches` job then issues them, so that a list of any length fits and none is short in the middle.
 *
 * The host's budget is claimed in the same transaction. The same Idempotency-Key starts once.
 *
 * @throws AppError `invalid_input` if all of them are duplicates | `not_found` | `sold_out` | `in_carts` | `over_limit` |
 *   `sales_closed` | `idempotency_key_reused`
 */
export function issueGuestList(deps: Deps, { staff, draft, idempotency }: ListRequest): Promise<PreparedReply> {
  return retryOnShortage(deps, () =>
    inTransaction(deps.db, async (tx) => {
      const source = await lockSource(tx, draft.ticketTypeId, draft.hostId ?? null);
      return answerOnce(tx, idempotency, () => start(deps, tx, source, { staff, draft }));
    }),
  );
}

async function start(
  deps: Deps,
  tx: Tx,
  source: CompSource,
  { staff, draft }: Omit<ListRequest, "idempotency">,
): Promise<CompBatch> {
  const listed = await readGuests(tx, source, draft.guests);
  const guests = draft.keepsDuplicates ? listed : listed.filter(({ duplicateOf }) => duplicateOf === undefined);
  if (guests.length === 0) throw fieldError("guests", "Everyone on this list is a duplicate. Add at least one guest");
  const batch = {
    id: newId(),
    source: "list",
    eventId: source.type.eventId,
    ticketTypeId: source.type.id,
    hostId: draft.hostId ?? null,
    issuerId: staff.id,
    reason: draft.reason,
    units: unitsOf(guests),
    endsAt: null,
    maxPerPerson: null,
  } as const;
  await reserve(tx, source, batch.id, batch.units);
  await store.insertBatch(tx, batch);
  await store.insertGuests(tx, batch.id, guests);
  await recordIssued(tx, staff, batch, { guests: guests.length, tickets: batch.units * source.type.ticketsPerUnit });
  deps.nudge("comp-batches");
  return readBatch(deps, batch.id, tx);
}

/**
 * Holds stock for a batch under its id, without a deadline: until every guest has theirs, or until the link ends.
 *
 * @throws AppError `sold_out` | `in_carts` | `over_limit`
 */
export async function reserve(tx: Tx, source: CompSource, batchId: string, units: number): Promise<void> {
  const claim = { holderId: batchId, lines: claimsOfComp(source, units) };
  const [shortage] = await holdStock(tx, [claim], holdSeconds);
  if (shortage !== undefined) throw await refuseComp(tx, source, shortage);
  await pauseHolds(tx, [batchId]);
}

/** Records who started a batch: one entry for all of its guests, without their names. */
export function recordIssued(
  tx: Tx,
  staff: Principal,
  { id, eventId, reason }: { id: string; eventId: number; reason: string },
  after: Record<string, unknown>,
): Promise<void> {
  const target = { kind: "event", id: eventId } as const;
  return recordAction(tx, { staff, action: "comp_batch.issued", target, after: { batch: id, ...after }, reason });
}

/** The latest batches, of an event or of all. */
export async function listBatches(
  deps: Deps,
  eventId: number | undefined,
  scope: CompScope | undefined,
): Promise<{ items: CompBatch[] }> {
  const rows = await store.findBatches(deps.db, store.ofEvent(eventId, scope));
  return { items: rows.map((row) => showBatch(deps, row)) };
}

const batchCells: Cells<CompBatch> = {
  Created: "createdAt",
  Type: ({ link }) => (link === null ? "guest list" : "link"),
  Event: ({ event }) => event.title,
  Ticket: "ticketTypeName",
  Host: ({ host }) => host?.name,
  Reason: "reason",
  "Issued by": "issuedBy",
  Status: "status",
  Problem: "problem",
  Guests: "guestCount",
  Waiting: "waitingCount",
  Issued: "issuedCount",
  Canceled: "canceledCount",
  Revoked: "revokedCount",
  "Checked in": "admittedCount",
  "To print": "printCount",
  "Units reserved": "quantity",
  "Units issued": "issuedQuantity",
  Ended: "endedAt",
  "Link ends": ({ link }) => link?.endsAt,
  ID: "id",
  "Event ID": ({ event }) => event.id,
  "Host ID": ({ host }) => host?.id,
};

/** The latest batches as a spreadsheet file. Times are in UTC. */
export const batchesFile = async (
  deps: Deps,
  eventId: number | undefined,
  scope: CompScope | undefined,
): Promise<SheetFile> => fileOfAll((await listBatches(deps, eventId, scope)).items, batchCells);

function showBatch({ config, keys }: Deps, { endsAt, maxPerPerson, ...row }: store.StoredBatch): CompBatch {
  const url = `${config.baseUrl}/my-tickets?claim=${claimKey(String(row.id), keys["claim-links"])}`;
  const link = endsAt && { url, endsAt, maxPerPerson: maxPerPerson! };
  return shownAs(CompBatch)({ ...row, link });
}

/** @throws AppError `not_found` */
export async function readBatch(deps: Deps, id: string, db: Queryable = deps.db): Promise<CompBatch> {
  const [row] = await store.findBatches(db, store.withId(id));
  return showBatch(deps, requireFound(row));
}

/**
 * Stops a batch: whoever waits gets nothing, a link can't be claimed anymore, and their stock is back on sale. Tickets
 * already issued stay valid. A batch that is over stays as it is.
 *
 * @throws AppError `not_found`
 */
export function stopBatch(deps: Deps, staff: Principal, id: string): Promise<CompBatch> {
  return inTransaction(deps.db, async (tx) => {
    const batch = await lockWithStock(tx, id);
    if (batch.status === "running") await stopLocked(tx, staff, batch);
    return readBatch(deps, id, tx);
  });
}

/** Locks a batch after the stock that it holds, as everywhere. @throws AppError `not_found` */
export async function lockWithStock(tx: Tx, id: string): Promise<store.BatchRow> {
  await lockHolders(tx, [id]);
  return requireFound(await store.lockBatch(tx, id));
}

async function stopLocked(tx: Tx, staff: Principal, { id, eventId }: store.BatchRow): Promise<void> {
  await endEarly(tx, id, "stopped");
  const target = { kind: "event", id: eventId } as const;
  await recordAction(tx, { staff, action: "comp_batch.stopped", target, after: { batch: id } });
}

/** Ends a running batch whose row is locked: its guests who wait are canceled, and what it holds is back on sale. */
export async function endEarly(tx: Tx, id: string, status: "done" | "stopped", problem?: string): Promise<void> {
  await store.cancelWaiting(tx, id);
  await releaseHolds(tx, [id]);
  await store.endBatch(tx, id, status, problem);
}

/**
 * Revokes a whole batch: stops it if it runs, then the `comp-batches` job revokes its comps one by one. Guests who are
 * checked in keep theirs.
 *
 * @throws AppError `not_found`
 */
export function revokeBatch(deps: Deps, staff: Principal, id: string, reason: string): Promise<CompBatch> {
  return inTransaction(deps.db, async (tx) => {
    const batch = await lockWithStock(tx, id);
    if (batch.status === "revoking" || batch.status === "revoked") return readBatch(deps, id, tx);
    if (batch.status === "running") await stopLocked(tx, staff, batch);
    await store.markRevoking(tx, id, staff.id, reason);
    const target = { kind: "event", id: batch.eventId } as const;
    await recordAction(tx, { staff, action: "comp_batch.revoked", target, after: { batch: id }, reason });
    deps.nudge("comp-batches");
    return readBatch(deps, id, tx);
  });
}

/** The secret in a claim link's URL: the batch, signed. */
export const claimKey = (batchId: string, key: Buffer): string => signLink(key, "claim", batchId);

/** The batch that a secret names if we signed it; otherwise undefined. */
export const readClaimKey = (text: string, key: Buffer): string | undefined =>
  (readLink(text, key, "claim") ?? readOldClaim(text, key))?.[0];
