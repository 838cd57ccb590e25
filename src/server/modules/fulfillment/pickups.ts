import type { PickupResult } from "#contract/fulfillment/pickups.ts";
import { EventReference } from "#contract/shapes.ts";
import { findEventInfo, type EventInfo } from "#server/modules/events/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { Scope } from "#server/platform/http/scope.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { newId } from "#server/platform/ids.ts";
import { shownAs } from "#server/platform/shown.ts";
import { lockState, readState, type OrderState } from "./order-state.ts";
import { readPickupCode } from "./pickup-codes.ts";
import { isToSend, checkPickup } from "./rules.ts";
import { lockShipment, recordHandover, sendUnits, undo } from "./sending.ts";
import { showLines } from "./show.ts";
import * as store from "./store.ts";

/** A pickup code shown at one event's door. */
interface ShownCode {
  code: string;
  eventId: number;
  /** The events that the caller may know of; undefined for all. */
  scope?: Scope;
}

/**
 * What a pickup code is for at an event's door. Changes nothing.
 *
 * @throws AppError `not_found` for an unknown event
 */
export async function findPickup(deps: Deps, shown: ShownCode): Promise<PickupResult> {
  const event = await requireEvent(deps.db, shown.eventId);
  const found = await findOrder(deps, deps.db, shown.code);
  if (found === undefined) return { verdict: "unknown", items: [] };
  return answer(deps.db, await readState(deps.db, found.orderId), found, event, shown.scope);
}

/**
 * Hands over everything that is left of a pickup, in one transaction. However many doors scan its code at the same
 * moment, they take turns at the order's lock: one hands over, and the others learn when and by whom it was done. The
 * same Idempotency-Key gets the same reply.
 *
 * @throws AppError `not_found` for an unknown event | `idempotency_key_reused`
 */
export function handOverAtDoor(
  deps: Deps,
  {
    staff,
    shown,
    idempotency,
  }: { staff: Principal; shown: ShownCode & { gate?: string | undefined }; idempotency: IdempotencyClaim },
): Promise<PreparedReply> {
  return inTransaction(deps.db, async (tx) => {
    const event = await requireEvent(tx, shown.eventId);
    const found = await findOrder(deps, tx, shown.code);
    const state = found && (await lockState(tx, found.orderId));
    return answerOnce(
      tx,
      idempotency,
      async (): Promise<PickupResult> => {
        if (found === undefined || state === undefined) return { verdict: "unknown", items: [] };
        const before = await answer(tx, state, found, event, shown.scope);
        if (before.verdict !== "ready") return before;
        const units = state.units.filter(isToSend);
        const id = newId();
        const at = { eventId: event.id, gate: shown.gate || null, madeBy: staff.id };
        await sendUnits(tx, state, units, { id, kind: "handover", ...at });
        await recordHandover(tx, staff, state, units.length);
        return { ...before, handover: showHandover((await store.findShipments(tx, found.orderId)).at(-1)!) };
      },
      200,
    );
  });
}

/**
 * Undoes a handover that was made at this event's door. Repeating it changes nothing.
 *
 * @throws AppError `not_found` also for a handover at another event | `order_closed` when some of it was refunded or
 *   came back
 */
export function undoAtDoor(
  deps: Deps,
  { staff, eventId, handoverId }: { staff: Principal; eventId: number; handoverId: string },
): Promise<PickupResult> {
  return inTransaction(deps.db, async (tx) => {
    const event = await requireEvent(tx, eventId);
    const { orderId } = requireFound(await store.findOrderOfShipment(tx, handoverId));
    const { state, shipment } = await lockShipment(tx, orderId, handoverId);
    if (shipment.kind !== "handover" || state.fulfillment?.eventId !== eventId) throw new AppError("not_found");
    await undo(tx, { staff, orderId, shipmentId: handoverId, shipment, state, reason: "Undone at the door" });
    return answer(tx, await readState(tx, orderId), { orderId, isCurrent: () => true }, event);
  });
}

async function requireEvent(db: Queryable, eventId: number): Promise<EventInfo> {
  const event = (await findEventInfo(db, [eventId])).get(eventId);
  if (event === undefined) throw new AppError("not_found", { message: "We can't find that event" });
  return event;
}

/** The order that a code picks up, and whether the code is its current one. */
interface FoundOrder {
  orderId: string;
  isCurrent: (linkVersion: number) => boolean;
}

async function findOrder({ keys }: Deps, db: Queryable, code: string): Promise<FoundOrder | undefined> {
  const content = readPickupCode(code, keys["ticket-codes"]);
  const order = content && (await store.findOrderByNumber(db, content.number));
  return order && { orderId: order.id, isCurrent: content.isCurrent };
}

async function answer(
  db: Queryable,
  state: OrderState,
  { isCurrent }: FoundOrder,
  event: EventInfo,
  scope?: Scope,
): Promise<PickupResult> {
  const { order, fulfillment } = state;
  const handover = (await store.findShipments(db, order.id)).findLast(
    ({ kind, voidedAt }) => kind === "handover" && voidedAt === null,
  );
  const verdict = checkPickup({
    eventId: fulfillment?.eventId ?? null,
    doorEventId: event.id,
    isCurrent: isCurrent(order.linkVersion),
    isCanceled: event.status === "canceled",
    isOnHold: state.isOnHold,
    toSend: state.isOver ? 0 : state.units.filter(isToSend).length,
    isHandedOver: handover !== undefined,
  });
  if (verdict === "wrong_event") {
    // Staff can send the guest to the right event if it is one of theirs, and learn nothing else.
    const rightId = fulfillment!.eventId!;
    if (scope?.eventIds?.includes(rightId) === false) return { verdict, items: [] };
    const right = (await findEventInfo(db, [rightId])).get(rightId)!;
    return { verdict, items: [], rightEvent: shownAs(EventReference)(right) };
  }
  const lines = await showLines(db, state);
  const shown =
    verdict === "handed_over"
      ? (handover?.lines ?? [])
      : lines.map(({ lineId, name, toSend }) => ({ lineId, name, quantity: toSend }));
  const pictures = new Map(lines.map(({ lineId, picture }) => [lineId, picture]));
  return {
    verdict,
    order: { id: order.id, number: order.number, buyerName: order.buyerName },
    items: shown
      .filter(({ quantity }) => quantity > 0)
      .map((item) => ({ ...item, picture: pictures.get(item.lineId) ?? null })),
    ...(handover ? { handover: showHandover(handover) } : {}),
  };
}

const showHandover = ({ id, madeAt, by, gate }: store.ShipmentRow) => ({ id, at: madeAt.toISOString(), by, gate });
