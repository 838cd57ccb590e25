import { Comp, type CompDraft } from "#contract/comps/comps.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { newId } from "#server/platform/ids.ts";
import { shownAs } from "#server/platform/shown.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { holdStock, lockHolders, returnSoldStock } from "#server/modules/inventory/index.ts";
import { voidUnusedTickets } from "#server/modules/tickets/index.ts";
import { moveOrders, retryOnShortage } from "#server/modules/orders/index.ts";
import { claimsOfComp, holdSeconds, lockSource, refuseComp, writeComps, type CompSource } from "./issuing.ts";
import * as store from "./store.ts";

interface Issuing {
  staff: Principal;
  draft: CompDraft;
  idempotency: IdempotencyClaim;
}

/**
 * Issues free tickets to a guest: an order with nothing to pay, from the same stock and the same allocator as sales.
 * One transaction writes the hold, the sale, the tickets, the email, and who issued them and why.
 *
 * Sale windows don't limit staff, but the event must not be over. Safe under concurrency: the last unit goes to one
 * buyer or guest, and so does the last ticket of a host's budget. The same Idempotency-Key issues once and returns the
 * same reply.
 *
 * @throws AppError `not_found` | `sold_out` | `in_carts` | `over_limit` | `sales_closed` | `idempotency_key_reused`
 */
export function issueComp(deps: Deps, { staff, draft, idempotency }: Issuing): Promise<PreparedReply> {
  return retryOnShortage(deps, () =>
    inTransaction(deps.db, async (tx) => {
      const source = await lockSource(tx, draft.ticketTypeId, draft.hostId ?? null);
      return answerOnce(tx, idempotency, () => issue(deps, tx, source, { staff, draft }));
    }),
  );
}

async function issue(
  deps: Deps,
  tx: Tx,
  source: CompSource,
  { staff, draft }: Omit<Issuing, "idempotency">,
): Promise<Comp> {
  const { quantity, reason, hostId = null } = draft;
  const orderId = newId();
  const claim = { holderId: orderId, lines: claimsOfComp(source, quantity) };
  const [shortage] = await holdStock(tx, [claim], holdSeconds);
  if (shortage !== undefined) throw await refuseComp(tx, source, shortage);

  const guest = { orderId, name: draft.guest.name, email: draft.guest.email ?? "", quantity };
  await writeComps(deps, tx, source, { issuerId: staff.id, reason, hostId, batchId: null }, [guest]);
  const comp = await readComp(tx, orderId);
  await recordAction(tx, {
    staff,
    action: "comp.issued",
    target: { kind: "order", id: orderId },
    after: {
      number: comp.number,
      guest: comp.guest.email || comp.guest.name,
      event: comp.event.title,
      tickets: comp.ticketCount,
      type: source.type.name,
    },
    reason,
  });
  return comp;
}

/**
 * Revokes a comp: its tickets are void at every door from now on, and their spots are back on sale. Revoking twice has
 * the same effect as once. If one of its guests is already checked in, nothing is revoked.
 *
 * Locks stock, comp, tickets, order, in this order; see docs/how-it-works/holds.md.
 *
 * @throws AppError `not_found` | `order_closed`
 */
export function revokeComp(deps: Deps, staff: Principal, orderId: string, reason: string): Promise<Comp> {
  return inTransaction(deps.db, async (tx) => {
    if (!(await revokeIn(tx, staff.id, orderId, reason))) return readComp(tx, orderId);
    const after = await readComp(tx, orderId);
    await recordAction(tx, {
      staff,
      action: "comp.revoked",
      target: { kind: "order", id: orderId },
      before: { status: "given" },
      after: {
        number: after.number,
        guest: after.guest.email || after.guest.name,
        status: "revoked",
        tickets: after.ticketCount,
      },
      reason,
    });
    return after;
  });
}

/**
 * Revokes a comp in the caller's transaction, as `revokeComp()` does, without a note in the activity log.
 *
 * @returns false if it was revoked before
 * @throws AppError `not_found` | `order_closed`
 */
export async function revokeIn(tx: Tx, staffId: number, orderId: string, reason: string): Promise<boolean> {
  await lockHolders(tx, [orderId]);
  const comp = requireFound(await store.lockComp(tx, orderId));
  if (comp.revokedAt !== null) return false;
  const admitted = await voidUnusedTickets(tx, orderId);
  if (admitted > 0) {
    const message =
      admitted === 1
        ? "One of these guests is already checked in, so the tickets can't be revoked"
        : `${admitted} of these guests are already checked in, so the tickets can't be revoked`;
    throw new AppError("order_closed", { message });
  }
  await returnSoldStock(tx, [orderId]);
  await moveOrders(tx, [orderId], ["paid"], "refunded");
  await store.markRevoked(tx, orderId, staffId, reason);
  return true;
}

/** Comps as staff search them; in spreadsheets, times are in UTC. */
export const comps = defineList(store.comps, shownAs(Comp), {
  Issued: "issuedAt",
  Order: "number",
  Guest: (comp) => comp.guest.name,
  Email: (comp) => comp.guest.email,
  Event: (comp) => comp.event.title,
  "Ticket type": "ticketTypeName",
  Tickets: "ticketCount",
  "Checked in": "admittedCount",
  Status: "status",
  Reason: "reason",
  Host: "hostName",
  "Issued by": "issuedBy",
  Revoked: (comp) => comp.revoked?.at,
  "Revoked by": (comp) => comp.revoked?.by,
  "Reason revoked": (comp) => comp.revoked?.reason,
  "Order ID": "id",
  "Event ID": (comp) => comp.event.id,
  "Batch ID": "batchId",
});

/** A comp whose tickets were all refunded is revoked, in the transaction that refunds them. */
export function subscribeComps({ bus }: Pick<Deps, "bus">): void {
  bus.on("order.refund_made", (tx, refunds) =>
    store.revokeRefunded(
      tx,
      refunds.map(({ orderRefundId }) => orderRefundId),
    ),
  );
}

const readComp = async (db: Queryable, id: string): Promise<Comp> => (await comps.list(db, { id })).items[0]!;
