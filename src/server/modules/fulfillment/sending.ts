import type { BodyOf } from "#contract/endpoint.ts";
import type * as contract from "#contract/fulfillment/admin.ts";
import type { AdminFulfillment } from "#contract/fulfillment/admin.ts";
import type { UnitChoice } from "#contract/fulfillment/fulfillment.ts";
import { recordAction } from "#server/modules/audit/index.ts";
import { toBuyer } from "#server/modules/orders/index.ts";
import { AppError, requireFound } from "#server/platform/app-error.ts";
import { inTransaction, type Tx } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { answerOnce } from "#server/platform/http/answer-once.ts";
import type { Principal } from "#server/platform/http/principal.ts";
import type { PreparedReply } from "#server/platform/http/route.ts";
import type { IdempotencyClaim } from "#server/platform/idempotency.ts";
import { newId } from "#server/platform/ids.ts";
import { lockState, refreshStatus, requireSendable, type OrderState } from "./order-state.ts";
import { chooseUnits, isToSend, type UnitKey } from "./rules.ts";
import { showForStaff } from "./show.ts";
import * as store from "./store.ts";

/** Who sends which units of an order, and how. */
export interface Sending<Body> {
  staff: Principal;
  orderId: string;
  body: Body;
  idempotency: IdempotencyClaim;
}

/**
 * Records a parcel with units of an order and writes the email to its buyer, in one transaction. Concurrent calls take
 * turns at the order's lock, and a refund or dispute meanwhile comes before it or after: a unit is sent once, and never
 * after it was refunded. The same Idempotency-Key sends once and returns the same reply.
 *
 * @throws AppError `not_found` | `order_closed` | `payment_disputed` | `edited_meanwhile` when fewer units are left |
 *   `idempotency_key_reused`
 */
export function createShipment(
  deps: Deps,
  { staff, orderId, body, idempotency }: Sending<BodyOf<typeof contract.createShipment>>,
): Promise<PreparedReply> {
  return inTransaction(deps.db, async (tx) => {
    const state = await lockState(tx, orderId);
    return answerOnce(tx, idempotency, async () => {
      const id = newId();
      const tracking = body.tracking || null;
      await send(tx, state, body.units, { id, kind: "parcel", carrier: body.carrier, tracking, madeBy: staff.id });
      const target = { kind: "order" as const, id: orderId };
      const after = { number: state.order.number, units: unitsIn(body.units), carrier: body.carrier, tracking };
      await recordAction(tx, { staff, action: "order.shipped", target, after });
      await deps.bus.emit(tx, "order.shipped", [{ shipmentId: id, change: 0, ...toBuyer(state.order) }]);
      return showForStaff(tx, orderId);
    });
  });
}

/**
 * Records that staff handed over units of an order, as the door does by its code. The same Idempotency-Key hands over
 * once.
 *
 * @throws AppError as `createShipment()` does
 */
export function handOver(
  deps: Deps,
  { staff, orderId, body, idempotency }: Sending<BodyOf<typeof contract.handOver>>,
): Promise<PreparedReply> {
  return inTransaction(deps.db, async (tx) => {
    const state = await lockState(tx, orderId);
    return answerOnce(tx, idempotency, async () => {
      await send(tx, state, body.units, { id: newId(), kind: "handover", gate: "Admin", madeBy: staff.id });
      await recordHandover(tx, staff, state, unitsIn(body.units));
      return showForStaff(tx, orderId);
    });
  });
}

/** Records in the activity log who handed over how many units of an order. */
export function recordHandover(tx: Tx, staff: Principal, { order }: OrderState, units: number): Promise<void> {
  const target = { kind: "order" as const, id: order.id };
  return recordAction(tx, { staff, action: "order.handed_over", target, after: { number: order.number, units } });
}

const unitsIn = (units: UnitChoice) => units.reduce((sum, { quantity }) => sum + quantity, 0);

/** @throws AppError `order_closed` | `payment_disputed` | `not_found` | `edited_meanwhile` */
async function send(
  tx: Tx,
  state: OrderState,
  choice: UnitChoice,
  newShipment: Omit<store.NewShipment, "orderId" | "units">,
): Promise<void> {
  requireSendable(state);
  await sendUnits(tx, state, requireUnits(state, choice), newShipment);
}

/** Stores what is sent or handed over, and how far the order is then. The caller has locked the order. */
export async function sendUnits(
  tx: Tx,
  { order }: OrderState,
  units: UnitKey[],
  newShipment: Omit<store.NewShipment, "orderId" | "units">,
): Promise<void> {
  await store.insertShipment(tx, { ...newShipment, orderId: order.id, units });
  await refreshStatus(tx, order.id);
}

function requireUnits({ units }: OrderState, choice: UnitChoice): UnitKey[] {
  if (choice.some(({ lineId }) => !units.some((unit) => unit.lineId === lineId))) {
    throw new AppError("not_found", { message: "This order doesn't include that" });
  }
  const chosen = chooseUnits(units, choice, isToSend);
  if (chosen !== undefined) return chosen;
  const message = "Some of these units were sent or refunded in the meantime. Check what is left.";
  throw new AppError("edited_meanwhile", { message });
}

/**
 * Changes a parcel's carrier and tracking number. Its buyer is emailed again if asked.
 *
 * @throws AppError `not_found` | `order_closed` for a voided parcel
 */
export function changeShipment(
  deps: Deps,
  { staff, orderId, shipmentId, body }: Changing & { body: BodyOf<typeof contract.changeShipment> },
): Promise<AdminFulfillment> {
  return inTransaction(deps.db, async (tx) => {
    const { state, shipment } = await lockShipment(tx, orderId, shipmentId);
    if (shipment.kind !== "parcel") throw new AppError("not_found");
    if (shipment.voidedAt !== null) throw new AppError("order_closed", { message: "This parcel was voided" });
    const tracking = body.tracking || null;
    if (shipment.carrier === body.carrier && shipment.tracking === tracking) return showForStaff(tx, orderId);
    await store.setTracking(tx, shipmentId, body.carrier, tracking);
    await recordAction(tx, {
      staff,
      action: "order.tracking_changed",
      target: { kind: "order", id: orderId },
      before: { carrier: shipment.carrier, tracking: shipment.tracking },
      after: { number: state.order.number, carrier: body.carrier, tracking },
    });
    if (body.notify) {
      const change = Date.now();
      await deps.bus.emit(tx, "order.shipped", [{ shipmentId, change, ...toBuyer(state.order) }]);
    }
    return showForStaff(tx, orderId);
  });
}

/** Which parcel or handover staff change. */
interface Changing {
  staff: Principal;
  orderId: string;
  shipmentId: string;
}

/**
 * Voids a parcel, or undoes a handover: its units are to be sent again. Repeating it changes nothing.
 *
 * @throws AppError `not_found` | `order_closed` when some of its units were refunded or came back
 */
export function voidShipment(
  deps: Deps,
  { reason, ...changing }: Changing & { reason: string },
): Promise<AdminFulfillment> {
  return inTransaction(deps.db, async (tx) => {
    const { state, shipment } = await lockShipment(tx, changing.orderId, changing.shipmentId);
    await undo(tx, { ...changing, reason, state, shipment });
    return showForStaff(tx, changing.orderId);
  });
}

interface Undoing extends Changing {
  reason: string;
  state: OrderState;
  shipment: store.ShipmentRow;
}

/** Voids what was sent, unless it was voided before. The caller has locked the order. @throws AppError `order_closed` */
export async function undo(tx: Tx, { staff, orderId, shipment, state, reason }: Undoing): Promise<void> {
  if (shipment.voidedAt !== null) return;
  const shipmentUnits = await store.findShipmentUnits(tx, shipment.id);
  const isOwn = ({ lineId, position }: UnitKey) =>
    shipmentUnits.some((key) => key.lineId === lineId && key.position === position);
  if (state.isOver || state.units.some((unit) => isOwn(unit) && (unit.isRefunded || unit.isReturned))) {
    const message = "Some of these units were refunded or came back. Record a return for the rest instead.";
    throw new AppError("order_closed", { message });
  }
  await store.voidShipment(tx, shipment.id);
  await refreshStatus(tx, orderId);
  await recordAction(tx, {
    staff,
    action: shipment.kind === "parcel" ? "order.parcel_voided" : "order.handover_undone",
    target: { kind: "order", id: orderId },
    after: { number: state.order.number, units: shipmentUnits.length },
    reason,
  });
}

/** Locks an order and finds a parcel or handover of it. @throws AppError `not_found` */
export async function lockShipment(tx: Tx, orderId: string, shipmentId: string) {
  const state = await lockState(tx, orderId);
  const all = await store.findShipments(tx, orderId);
  return { state, shipment: requireFound(all.find(({ id }) => id === shipmentId)) };
}
