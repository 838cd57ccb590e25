import { Comp, type CompDraft } from "#contract/comps.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable, type Tx } from "#server/platform/db/database.ts";
import { defineList } from "#server/platform/db/list.ts";
import type { Deps } from "#server/platform/deps.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { randomCode, newId } from "#server/platform/ids.ts";
import { findOrAddOwner } from "#server/modules/accounts/index.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { loadTypesOnSale, type TypeOnSale, findEventById } from "#server/modules/events/index.ts";
import { holdStock, lockHolders, returnSoldStock, stockIdsOf } from "#server/modules/inventory/index.ts";
import { takeTicketsBack } from "#server/modules/tickets/index.ts";
import { completeOrders } from "../complete.ts";
import { countLiveOrders, insertOrders, moveOrders } from "../store.ts";
import { claimsOf, compLine } from "../rules.ts";
import * as store from "./store.ts";
import { createShortages, takeStock } from "../stock-shortage.ts";
import { shownAs } from "#server/platform/shown.ts";

/** The hold becomes a sale in the same transaction, so its length never matters. */
const holdSeconds = 60;

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
 * buyer or guest. The same Idempotency-Key issues once and returns the same reply.
 *
 * @throws AppError `not_found` | `sold_out` | `in_carts` | `sales_closed` | `idempotency_key_reused`
 */
export function issueComp(deps: Deps, { staff, draft, idempotency }: Issuing): Promise<PreparedReply> {
  return takeStock(deps, () =>
    inTransaction(deps.db, (tx) => answerOnce(tx, idempotency, () => issue(deps, tx, staff, draft))),
  );
}

async function issue(deps: Deps, tx: Tx, staff: Principal, draft: CompDraft): Promise<Comp> {
  const { type, timeZone } = await requireType(tx, draft.ticketTypeId);
  const orderId = newId();
  const claim = { holderId: orderId, lines: claimsOf(type, draft.quantity) };
  const [shortage] = await holdStock(tx, [claim], holdSeconds);
  if (shortage !== undefined) throw await createShortages(tx)(shortage, { lacking: stockIdsOf([claim]), timeZone });

  await writeOrder(tx, orderId, type, draft);
  await store.insertComp(tx, orderId, staff.id, draft.reason);
  await completeOrders(deps, tx, [{ subjectId: orderId, paymentId: undefined }]);
  const comp = await readComp(tx, orderId);
  const after = { guest: comp.guest.email, event: comp.event.title, tickets: comp.ticketCount, type: type.name };
  await recordAction(tx, {
    staff,
    action: "comp.issued",
    target: { kind: "order", id: orderId },
    after: { number: comp.number, ...after },
    reason: draft.reason,
  });
  return comp;
}

async function requireType(tx: Tx, ticketTypeId: number): Promise<{ type: TypeOnSale; timeZone: string }> {
  const [type] = await loadTypesOnSale(tx, [ticketTypeId]);
  if (type === undefined) throw new AppError("not_found", { message: "We can't find that ticket type" });
  const event = (await findEventById(tx, type.eventId))!;
  if (event.isOver) throw new AppError("sales_closed", { message: "This event is over" });
  if (event.status === "canceled") throw new AppError("sales_closed", { message: "This event was canceled" });
  return { type, timeZone: event.timeZone };
}

async function writeOrder(tx: Tx, id: string, type: TypeOnSale, draft: CompDraft): Promise<void> {
  const userId = await findOrAddOwner(tx, draft.guest);
  const { now } = await countLiveOrders(tx, []);
  const order = {
    id,
    number: `SG-${randomCode(4)}-${randomCode(4)}`,
    userId,
    currency: type.currency,
    subtotalCents: 0,
    feeCents: 0,
    discountCents: 0,
    promoCode: null,
    totalCents: 0,
    buyerName: draft.guest.name,
    buyerEmail: draft.guest.email,
    emailConfirmed: false,
    holdExpiresAt: new Date(now.getTime() + holdSeconds * 1000),
    createdAt: now,
    refundUntil: null,
    refundFees: false,
  };
  await insertOrders(tx, [order], [{ id: newId(), orderId: id, ...compLine(type, draft.quantity) }]);
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
    await lockHolders(tx, [orderId]);
    const comp = requireFound(await store.lockComp(tx, orderId));
    if (comp.revokedAt !== null) return readComp(tx, orderId);
    const admitted = await takeTicketsBack(tx, orderId);
    if (admitted > 0) {
      const message =
        admitted === 1
          ? "One of these guests is already checked in, so the tickets can't be revoked"
          : `${admitted} of these guests are already checked in, so the tickets can't be revoked`;
      throw new AppError("order_closed", { message });
    }
    await returnSoldStock(tx, [orderId]);
    await moveOrders(tx, [orderId], ["paid"], "refunded");
    await store.markRevoked(tx, orderId, staff.id, reason);
    const after = await readComp(tx, orderId);
    await recordAction(tx, {
      staff,
      action: "comp.revoked",
      target: { kind: "order", id: orderId },
      before: { status: "given" },
      after: { number: after.number, guest: after.guest.email, status: "revoked", tickets: after.ticketCount },
      reason,
    });
    return after;
  });
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
  "Issued by": "issuedBy",
  Revoked: (comp) => comp.revoked?.at,
  "Revoked by": (comp) => comp.revoked?.by,
  "Reason revoked": (comp) => comp.revoked?.reason,
});

const readComp = async (db: Queryable, id: string): Promise<Comp> => (await comps.list(db, { id })).items[0]!;
