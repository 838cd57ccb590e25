import type { AdminFulfillment } from "#contract/fulfillment/admin.ts";
import type { Download, FulfillmentLine, OrderFulfillment, Parcel, Pickup } from "#contract/fulfillment/fulfillment.ts";
import type { Poster } from "#contract/events/events.ts";
import { EventReference } from "#contract/shapes.ts";
import { findEventInfo } from "#server/modules/events/index.ts";
import { getPictures } from "#server/modules/media/index.ts";
import { findProductFiles } from "#server/modules/shop/index.ts";
import type { Queryable } from "#server/platform/db/database.ts";
import type { Deps } from "#server/platform/deps.ts";
import { shownAs } from "#server/platform/shown.ts";
import { findAddressLines } from "#server/modules/delivery/index.ts";
import { readState, type OrderState } from "./order-state.ts";
import { pickupCode } from "./pickup-codes.ts";
import { findReturns } from "./returns-store.ts";
import { countUnits, countUses, trackingUrl } from "./rules.ts";
import * as store from "./store.ts";

/** An order's parcels, pickup and downloads as its buyer sees them. The caller has checked their access. */
export async function showForBuyer(deps: Deps, db: Queryable, orderId: string): Promise<OrderFulfillment> {
  const state = await readState(db, orderId);
  if (state.order.paidAt === null) {
    return { status: null, lines: [], parcels: [], handovers: [], pickup: null, downloads: [] };
  }
  const sent = (await store.findShipments(db, orderId)).filter(({ voidedAt }) => voidedAt === null);
  return {
    status: state.fulfillment?.status ?? null,
    lines: (await showLines(db, state)).map(({ sku: _, ...line }) => line),
    parcels: sent.filter(({ kind }) => kind === "parcel").map(showParcel),
    handovers: sent
      .filter(({ kind }) => kind === "handover")
      .map(({ id, madeAt, lines }) => ({ id, handedOverAt: madeAt.toISOString(), lines })),
    pickup: await showPickup(deps, db, state),
    downloads: await showDownloads(db, state),
  };
}

/** The lines that are shipped or picked up, with how many of their units are where. */
export async function showLines(db: Queryable, state: OrderState): Promise<(FulfillmentLine & { sku: string })[]> {
  if (state.fulfillment === undefined) return [];
  const physical = state.lines.filter(({ kind }) => kind === "physical");
  const pictures = await findLinePictures(db, physical);
  return physical.map(({ lineId, name, quantity, sku, shipsOn, pictureId }) => ({
    lineId,
    name,
    quantity,
    sku,
    shipsOn,
    picture: pictures.get(pictureId ?? 0) ?? null,
    ...countUnits(
      state.units.filter((unit) => unit.lineId === lineId),
      state.isOver,
    ),
  }));
}

const findLinePictures = (db: Queryable, lines: store.ProductLine[]): Promise<Map<number, Poster>> =>
  getPictures(db, [...new Set(lines.flatMap(({ pictureId }) => pictureId ?? []))]);

const showParcel = ({ id, carrier, tracking, madeAt, lines }: store.ShipmentRow): Parcel => ({
  id,
  carrier: carrier ?? "other",
  tracking,
  trackingUrl: trackingUrl(carrier ?? "other", tracking),
  sentAt: madeAt.toISOString(),
  lines,
});

async function showPickup(deps: Deps, db: Queryable, state: OrderState): Promise<Pickup | null> {
  const { order, fulfillment, isOnHold, isOver } = state;
  const eventId = fulfillment?.eventId ?? null;
  if (eventId === null) return null;
  const event = (await findEventInfo(db, [eventId])).get(eventId)!;
  const isOpen = countUnits(state.units, isOver).toSend > 0 && !isOnHold && event.status !== "canceled";
  return {
    code: isOpen ? pickupCode(order, deps.keys["ticket-codes"]) : null,
    isOnHold,
    event: {
      ...shownAs(EventReference)(event),
      slug: event.slug,
      status: event.status,
      venueName: event.venue.name,
      city: event.venue.city,
    },
  };
}

/** The files of an order. */
export async function showDownloads(db: Queryable, state: OrderState): Promise<Download[]> {
  const digital = state.lines.filter(({ kind }) => kind === "digital");
  if (digital.length === 0) return [];
  const files = await findProductFiles(db, [...new Set(digital.map(({ productId }) => productId))]);
  const { refunded } = await store.findUnitRecords(db, state.order.id);
  return digital.map(({ lineId, name, quantity, productId }) => {
    const file = files.get(productId);
    const isRefunded = refunded.filter((unit) => unit.lineId === lineId).length >= quantity;
    return {
      lineId,
      name,
      isAvailable: file !== undefined && !isRefunded && !state.isOver && !state.isOnHold,
      fileName: file?.name ?? null,
      bytes: file?.bytes ?? null,
    };
  });
}

/** An order's fulfillment as staff see it. */
export async function showForStaff(db: Queryable, orderId: string): Promise<AdminFulfillment> {
  const state = await readState(db, orderId);
  const { order, fulfillment, isOnHold } = state;
  const shipments = await store.findShipments(db, orderId);
  const eventId = fulfillment?.eventId ?? null;
  const event = eventId === null ? undefined : (await findEventInfo(db, [eventId])).get(eventId);
  const digital = state.lines.filter(({ kind }) => kind === "digital");
  const files = await findProductFiles(db, [...new Set(digital.map(({ productId }) => productId))]);
  const downloads = new Map((await store.findDownloads(db, orderId)).map((row) => [row.lineId, row]));
  return {
    currency: order.currency,
    status: fulfillment?.status ?? null,
    method: fulfillment?.method ?? null,
    isOnHold,
    address: await findAddressLines(db, orderId),
    event: event === undefined ? null : shownAs(EventReference)(event),
    lines: await showLines(db, state),
    parcels: shipments
      .filter(({ kind }) => kind === "parcel")
      .map((row) => ({ ...showParcel(row), by: row.by, voidedAt: row.voidedAt?.toISOString() ?? null })),
    handovers: shipments
      .filter(({ kind }) => kind === "handover")
      .map(({ id, madeAt, lines, by, gate, voidedAt }) => ({
        id,
        handedOverAt: madeAt.toISOString(),
        lines,
        by,
        gate,
        undoneAt: voidedAt?.toISOString() ?? null,
      })),
    returns: (await findReturns(db, orderId)).map((row) => ({ ...row, returnedAt: row.returnedAt.toISOString() })),
    downloads: digital.map(({ lineId, name, quantity, productId }) => {
      const row = downloads.get(lineId);
      const counted = countUses(row?.bytesSent ?? 0, files.get(productId)?.bytes, quantity);
      return { lineId, name, ...counted, count: row?.count ?? 0, lastAt: row?.lastAt?.toISOString() ?? null };
    }),
  };
}
