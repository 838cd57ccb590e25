import { ClaimLink, type ClaimStatus, type createClaimLink as createContract } from "#contract/comps/links.ts";
import type { CompBatch } from "#contract/comps/batches.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { findEventById } from "#server/modules/events/index.ts";
import { AppError, fieldError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { newId } from "#server/platform/ids.ts";
import { shownAs } from "#server/platform/shown.ts";
import { retryOnShortage } from "#server/modules/orders/index.ts";
import { readClaimKey, recordIssued, readBatch, reserve } from "../batches/service.ts";
import { findBatch, insertBatch, type BatchRow } from "../batches/store.ts";
import { findHost } from "../hosts/store.ts";
import { lockSource, type CompSource } from "../issuing.ts";
import * as store from "./store.ts";

/** What staff ask for, once per key. */
interface LinkRequest {
  staff: Principal;
  draft: BodyOf<typeof createContract>;
  idempotency: IdempotencyClaim;
}

/**
 * Creates a claim link and reserves all of its stock, all or nothing, until its end. The host's budget is claimed in
 * the same transaction. The same Idempotency-Key creates one link.
 *
 * @throws AppError `invalid_input` for an end in the past by the database clock | `not_found` | `sold_out` |
 *   `in_carts` | `over_limit` | `sales_closed` | `idempotency_key_reused`
 */
export function createClaimLink(deps: Deps, { staff, draft, idempotency }: LinkRequest): Promise<PreparedReply> {
  return retryOnShortage(deps, () =>
    inTransaction(deps.db, async (tx) => {
      const source = await lockSource(tx, draft.ticketTypeId, draft.hostId ?? null);
      return answerOnce(tx, idempotency, () => create(deps, tx, source, { staff, draft }));
    }),
  );
}

async function create(
  deps: Deps,
  tx: Tx,
  source: CompSource,
  { staff, draft }: Omit<LinkRequest, "idempotency">,
): Promise<CompBatch> {
  const endsAt = new Date(draft.endsAt);
  if (!(await store.isToCome(tx, endsAt))) throw fieldError("endsAt", "Choose a time in the future", "invalid_input");
  const batch = {
    id: newId(),
    source: "link",
    eventId: source.type.eventId,
    ticketTypeId: source.type.id,
    hostId: draft.hostId ?? null,
    issuerId: staff.id,
    reason: draft.reason,
    units: draft.quantity,
    endsAt,
    maxPerPerson: draft.maxPerPerson,
  } as const;
  await reserve(tx, source, batch.id, batch.units);
  await insertBatch(tx, batch);
  await recordIssued(tx, staff, batch, {
    link: true,
    tickets: batch.units * source.type.ticketsPerUnit,
    endsAt: draft.endsAt,
  });
  return readBatch(deps, batch.id, tx);
}

/** The link that a secret names. @throws AppError `not_found` for a secret that we didn't sign */
export function requireClaimKey({ keys }: Deps, key: string): string {
  const batchId = readClaimKey(key, keys["claim-links"]);
  if (batchId === undefined) throw new AppError("not_found");
  return batchId;
}

/**
 * What a link gives, for anyone who has it.
 *
 * @throws AppError `not_found` for a secret that we didn't sign
 */
export async function openClaimLink(deps: Deps, key: string): Promise<ClaimLink> {
  const { db } = deps;
  const batch = requireFound(await findBatch(db, requireClaimKey(deps, key)));
  const event = requireFound(await findEventById(db, batch.eventId));
  const { issued, isEnded } = await store.findLevel(db, batch);
  const host = batch.hostId === null ? undefined : await findHost(db, batch.hostId);
  const type = await store.findType(db, batch.ticketTypeId);
  const left = batch.units - issued;
  return shownAs(ClaimLink)({
    status: statusOf(batch, event, { left, isEnded }),
    event,
    ticketTypeName: type.name,
    ticketsPerUnit: type.ticketsPerUnit,
    hostName: host?.name ?? null,
    left,
    maxPerPerson: batch.maxPerPerson!,
    endsAt: batch.endsAt!,
  });
}

function statusOf(
  { status }: BatchRow,
  event: { status: string; isOver: boolean },
  { left, isEnded }: { left: number; isEnded: boolean },
): ClaimStatus {
  if (event.status === "canceled") return "canceled";
  if (event.isOver) return "over";
  if (left === 0) return "claimed";
  return status !== "running" || isEnded ? "ended" : "open";
}
