import type { claimTickets as claimContract } from "#contract/comps/links.ts";
import type { BodyOf } from "#contract/endpoint.ts";
import { AppError } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { newId } from "#server/platform/ids.ts";
import { lockWithStock } from "../batches/service.ts";
import type { BatchRow } from "../batches/store.ts";
import { issueHeld } from "../batches/work.ts";
import { requireSource } from "../issuing.ts";
import { requireClaimKey } from "./service.ts";
import * as store from "./store.ts";

/** What a visitor asks for, once per key. */
interface ClaimRequest {
  wish: BodyOf<typeof claimContract>;
  idempotency: IdempotencyClaim;
}

/**
 * Gives a visitor comps from what a link has left, and emails them: whoever typed the address sees them only there.
 * Visitors at the same instant take turns at the link's row, so it never gives more than its count, and each email gets
 * tickets once. Its end is judged by the database clock. Keys are per link, because visitors have no account.
 *
 * @throws AppError `not_found` | `link_over` | `sold_out` | `over_limit` | `sales_closed` | `already_exists` |
 *   `idempotency_key_reused`
 */
export function claimTickets(deps: Deps, { wish, idempotency }: ClaimRequest): Promise<PreparedReply> {
  const batchId = requireClaimKey(deps, wish.key);
  return inTransaction(deps.db, async (tx) => {
    const batch = await lockWithStock(tx, batchId);
    const route = `${idempotency.route} ${batchId}`;
    return answerOnce(tx, { ...idempotency, userId: batch.issuerId, route }, () => claim(deps, tx, batch, wish));
  });
}

async function claim(
  deps: Deps,
  tx: Tx,
  batch: BatchRow,
  { guest, quantity }: ClaimRequest["wish"],
): Promise<{ ticketCount: number }> {
  const source = await requireSource(tx, batch.ticketTypeId, batch.hostId);
  const { issued, last, isEnded } = await store.findLevel(tx, batch);
  const left = batch.units - issued;
  if (left === 0) throw new AppError("sold_out", { message: "All of these tickets are claimed" });
  if (batch.status !== "running" || isEnded) throw new AppError("link_over", { message: "This link has expired" });
  const claimant = store.claimantOf(guest.email, deps.keys["claim-links"]);
  if (await store.hasClaimed(tx, batch.id, claimant)) {
    throw new AppError("already_exists", {
      message: "This email already has its tickets from this link. Check its inbox",
    });
  }
  if (quantity > batch.maxPerPerson!) {
    throw new AppError("over_limit", { message: `Each person can have up to ${batch.maxPerPerson} of these` });
  }
  if (quantity > left) throw new AppError("over_limit", { message: `Only ${left} left` });
  const orderId = newId();
  await issueHeld(deps, tx, { source, batch }, [{ orderId, ...guest, quantity }]);
  await store.insertClaim(tx, batch.id, last + 1, { orderId, units: quantity, claimant });
  return { ticketCount: quantity * source.type.ticketsPerUnit };
}
